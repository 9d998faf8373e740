package rank

import "hash/maphash"

// hasher hashes document ids. Its seed is random so that no file can be made to
// collide; nothing that is printed depends on it.
type hasher struct{ seed maphash.Seed }

func newHasher() hasher { return hasher{maphash.MakeSeed()} }

func (h hasher) of(document []byte) uint32 { return uint32(maphash.Bytes(h.seed, document)) }

// place is where a word is in a file: offset and length in one number.
type place uint64

const lengthBits = 20

// at packs a place; ok is false for a word too long or too far.
func at(offset, length int) (p place, ok bool) {
	if length >= 1<<lengthBits || offset >= 1<<(64-lengthBits) {
		return 0, false
	}
	return place(offset)<<lengthBits | place(length), true
}

func (p place) in(data []byte) []byte {
	offset := int(p >> lengthBits)
	return data[offset : offset+int(p&(1<<lengthBits-1))]
}

func (p place) offset() int { return int(p >> lengthBits) }

// slot is a document of the topic at hand: judged, retrieved or both.
type slot struct {
	hash   uint32
	judged int32 // index + 1; 0: not judged
	entry  int32 // index + 1; 0: not retrieved
}

// table is a set of documents with open addressing.
type table struct {
	slots []slot
	mask  uint32
}

// reset empties the table and makes room for n documents.
func (t *table) reset(n int) {
	size := 16
	for size < 2*n {
		size *= 2
	}
	if size > len(t.slots) {
		t.slots = make([]slot, size)
	} else {
		clear(t.slots[:size])
	}
	t.mask = uint32(size - 1)
}
