package rank

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// hasher hashes document ids. Its keys are random so that no file can be made to
// collide; nothing that is printed depends on them.
type hasher struct{ a, b uint64 }

func newHasher() hasher {
	seed := maphash.MakeSeed()
	return hasher{maphash.String(seed, "a"), maphash.String(seed, "b") | 1}
}

// of mixes eight bytes at a time by the two halves of a 128-bit product.
func (h hasher) of(document []byte) uint32 {
	x := h.a ^ uint64(len(document))
	for len(document) >= 8 {
		high, low := bits.Mul64(x^binary.LittleEndian.Uint64(document), h.b)
		x = high ^ low
		document = document[8:]
	}
	var last uint64
	switch {
	case len(document) >= 4: // two loads that overlap
		last = uint64(binary.LittleEndian.Uint32(document)) | uint64(binary.LittleEndian.Uint32(document[len(document)-4:]))<<32
	case len(document) > 0:
		last = uint64(document[0]) | uint64(document[len(document)/2])<<8 | uint64(document[len(document)-1])<<16
	}
	high, low := bits.Mul64(x^last, h.b)
	x = high ^ low
	return uint32(x ^ x>>32)
}

// place is where a word is in a file: offset and length in one number.
type place uint64

const lengthBits = 20

// at packs a place; ok is false for a word too long or too far.
func at(offset, length int) (p place, ok bool) {
	return place(offset)<<lengthBits | place(length), length < 1<<lengthBits && int64(offset) < 1<<(63-lengthBits)
}

func (p place) in(data []byte) []byte {
	offset := int(p >> lengthBits)
	return data[offset : offset+int(p&(1<<lengthBits-1))]
}

func (p place) offset() int { return int(p >> lengthBits) }

// slot is a document of the topic at hand.
type slot struct {
	hash uint32
	ref  int32 // 0: empty; n > 0: entry n−1; n < 0: judgement −n−1
}

// table is a set of documents with open addressing.
type table struct {
	slots []slot
	found []int32 // for each judgement the entry that has its document, plus 1
	mask  uint32
}

// reset empties the table and makes room for judgements and entries.
func (t *table) reset(judgements, entries int) {
	size := 16
	for size < 2*(judgements+entries) {
		size *= 2
	}
	if size > len(t.slots) {
		t.slots = make([]slot, size)
	} else {
		clear(t.slots[:size])
	}
	t.mask = uint32(size - 1)
	if judgements > len(t.found) {
		t.found = make([]int32, judgements)
	} else {
		clear(t.found[:judgements])
	}
}
