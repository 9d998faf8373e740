package trial

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"hash/crc32"
	"time"

	"sooth/internal/sqlite"
)

// A group commit takes what is waiting, up to these bounds. Where several records
// came together before, it lingers for as many: a transaction costs half a
// millisecond of processor time, however much is in it.
const (
	maxBatch      = 256
	maxBatchBytes = 16 << 20
	linger        = time.Millisecond
)

// row is a record made ready for the tables.
type row struct {
	record Record // without its large texts
	texts  [3][]byte
	hashes [3][sha256.Size]byte // of system, prompt, answer
	body   []byte
	seal   []byte
}

func (r *row) bytes() int {
	return len(r.body) + len(r.texts[0]) + len(r.texts[1]) + len(r.texts[2])
}

// put is a record on its way to the disk.
type put struct {
	row  *row
	done chan error
}

// Put appends a record and returns when it is durable: it survives a killed
// process and a loss of power. Records of concurrent calls are committed
// together. A record that is there already gives a [*DuplicateError].
//
// A cancelled ctx stops a call that waits for its turn; what was handed over is
// committed and reported as such.
func (s *Store) Put(ctx context.Context, r Record) error {
	row, err := newRow(r)
	if err != nil {
		return err
	}
	p := &put{row: row, done: make(chan error, 1)}
	if err := s.hand(ctx, p); err != nil {
		return err
	}
	return <-p.done
}

// hand gives p to the committing goroutine.
func (s *Store) hand(ctx context.Context, p *put) error {
	s.closing.RLock()
	defer s.closing.RUnlock()
	if s.closed {
		return errClosed()
	}
	if s.puts == nil {
		return &sqlite.Error{Kind: sqlite.ErrReadOnly, Path: s.db.Path(), Detail: "it was opened for reading only"}
	}
	select {
	case s.puts <- p:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// commitAll is the goroutine that commits: while one transaction reaches the
// disk the next batch gathers.
func (s *Store) commitAll() {
	expected := 1 // records in a batch, by those before
	for first := range s.puts {
		batch, size := []*put{first}, first.row.bytes()
		var late <-chan time.Time // nil until there is something to wait for
	gather:
		for len(batch) < maxBatch && size < maxBatchBytes {
			select {
			case p, ok := <-s.puts:
				if !ok {
					break gather
				}
				batch, size = append(batch, p), size+p.row.bytes()
				continue
			default:
			}
			if len(batch) >= expected {
				break
			}
			if late == nil {
				late = time.After(linger)
			}
			select {
			case p, ok := <-s.puts:
				if !ok {
					break gather
				}
				batch, size = append(batch, p), size+p.row.bytes()
			case <-late:
				break gather
			}
		}
		s.commit(batch)
		expected = max(len(batch), expected-1)
	}
}

// commit writes a batch in one transaction; where that fails, each record in
// its own, so that a refused record takes no other with it.
func (s *Store) commit(batch []*put) {
	add := func(list []*put) error {
		return s.write(context.Background(), func(tx *sql.Tx) error {
			i := s.insertion(tx)
			for _, p := range list {
				if err := i.add(p.row); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := add(batch)
	for i, p := range batch {
		if err != nil && len(batch) > 1 {
			p.done <- add(batch[i : i+1])
			continue
		}
		p.done <- err
	}
}

// insertion adds records inside one transaction.
type insertion struct {
	addText, addRecord *sql.Stmt
	before             [3][sha256.Size]byte // texts of the last record: its system prompt is mostly the next one's
}

func (s *Store) insertion(tx *sql.Tx) *insertion {
	return &insertion{addText: tx.Stmt(s.statements.addText), addRecord: tx.Stmt(s.statements.addRecord)}
}

// add inserts one record.
func (i *insertion) add(r *row) error {
	for n, body := range r.texts {
		hash := r.hashes[n][:]
		if r.hashes[n] == i.before[n] {
			continue
		}
		if _, err := i.addText.Exec(hash, checksum(hash, body), body); err != nil {
			return err
		}
	}
	i.before = r.hashes
	c := &r.record
	added, err := i.addRecord.Exec(c.Order, c.Task, c.Arm, c.Model, c.Repeat, string(c.State),
		r.hashes[0][:], r.hashes[1][:], r.hashes[2][:], r.body, r.seal, c.Run)
	if sqlite.IsConstraint(err) {
		return &DuplicateError{Run: c.Run, Task: c.Task, Arm: c.Arm, Model: c.Model, Repeat: c.Repeat, Order: c.Order}
	}
	if err != nil {
		return err
	}
	n, err := added.RowsAffected()
	if err == nil && n == 0 {
		return noRun(c.Run)
	}
	return err
}

// newRow checks a record and encodes it.
func newRow(r Record) (*row, error) {
	if err := r.validate(); err != nil {
		return nil, err
	}
	r = r.normal()
	w := &row{texts: [3][]byte{[]byte(r.System), []byte(r.Prompt), []byte(r.Answer)}}
	for i, t := range w.texts {
		w.hashes[i] = sha256.Sum256(t)
	}
	r.System, r.Prompt, r.Answer = "", "", ""
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	w.record, w.body, w.seal = r, body, seal(body, w.hashes[:]...)
	return w, nil
}

// seal returns the SHA-256 over a body and the hashes of its texts.
func seal(body []byte, hashes ...[sha256.Size]byte) []byte {
	h := sha256.New()
	h.Write(body)
	for _, x := range hashes {
		h.Write(x[:])
	}
	return h.Sum(nil)
}

// checksum returns the CRC-32C over a text's hash and body.
func checksum(hash, body []byte) int64 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return int64(crc32.Update(crc32.Checksum(hash, table), table, body))
}
