package factdb

import (
	"encoding/binary"
	"errors"
)

// encoder appends numbers and strings to a block of bytes.
type encoder struct{ bytes []byte }

func (e *encoder) count(n int)     { e.bytes = binary.AppendUvarint(e.bytes, uint64(n)) }
func (e *encoder) number(n int64)  { e.bytes = binary.AppendVarint(e.bytes, n) }
func (e *encoder) int(n int)       { e.number(int64(n)) }
func (e *encoder) bits(n uint64)   { e.bytes = binary.AppendUvarint(e.bytes, n) }
func (e *encoder) string(s string) { e.count(len(s)); e.bytes = append(e.bytes, s...) }

func (e *encoder) strings(list []string) {
	if list == nil {
		e.count(0)
		return
	}
	e.count(len(list) + 1)
	for _, s := range list {
		e.string(s)
	}
}

// errBlock says that a block of bytes is not what an encoder wrote.
var errBlock = errors.New("a block cannot be read")

// decoder reads what an encoder wrote. After a fault it gives zeros, and err
// says so; it never reads beyond the block.
type decoder struct {
	bytes []byte
	err   error
}

func (d *decoder) fail() { d.err, d.bytes = errBlock, nil }

func (d *decoder) bits() uint64 {
	n, size := binary.Uvarint(d.bytes)
	if size <= 0 {
		d.fail()
		return 0
	}
	d.bytes = d.bytes[size:]
	return n
}

func (d *decoder) number() int64 {
	n, size := binary.Varint(d.bytes)
	if size <= 0 {
		d.fail()
		return 0
	}
	d.bytes = d.bytes[size:]
	return n
}

func (d *decoder) int() int { return int(d.number()) }

// count reads the number of things that follow, each of at least one byte.
func (d *decoder) count() int {
	n := d.bits()
	if n > uint64(len(d.bytes)) {
		d.fail()
		return 0
	}
	return int(n)
}

func (d *decoder) string() string {
	n := d.count()
	s := string(d.bytes[:n])
	d.bytes = d.bytes[n:]
	return s
}

func (d *decoder) strings() []string {
	n := d.bits()
	if n == 0 {
		return nil
	}
	if n-1 > uint64(len(d.bytes)) {
		d.fail()
		return nil
	}
	list := make([]string, n-1)
	for i := range list {
		list[i] = d.string()
	}
	return list
}

// parts reads strings as parts of one copy of the block.
func (d *decoder) parts() []string {
	n := d.bits()
	if n == 0 {
		return nil
	}
	if n-1 > uint64(len(d.bytes)) {
		d.fail()
		return nil
	}
	all := string(d.bytes)
	list := make([]string, n-1)
	for i := range list {
		size := d.count()
		at := len(all) - len(d.bytes)
		if d.err != nil {
			return nil
		}
		list[i] = all[at : at+size]
		d.bytes = d.bytes[size:]
	}
	return list
}
