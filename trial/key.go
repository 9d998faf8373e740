package trial

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"iter"
	"maps"
	"slices"
	"strconv"
)

// Schema is the name and version of the format of a [Record].
const Schema = "sooth.trial/1"

// Visible is all that the model and the server could see of a trial.
type Visible struct {
	Agent      string // its name, which names the provider: "replay", "anthropic"
	Model      string // as asked for
	Parameters map[string]string
	System     string
	Prompt     string
	Arm        string // the arm's resolved definition, in any stable form
	Server     string // digest of the server; empty without one
	Repeat     int    // starting at 0
	Program    string // identity of the program that answers as a model; empty: none does
}

// Key returns the SHA-256, in lower-case hex, over the fields of v as
// docs/format/trial.md lists them: each preceded by its length in bytes, so
// that no two different trials read the same.
func Key(v Visible) string {
	h := newFields()
	for _, s := range []string{Schema, v.Agent, v.Model, strconv.Itoa(len(v.Parameters))} {
		h.add(s)
	}
	for _, name := range slices.Sorted(maps.Keys(v.Parameters)) {
		h.add(name)
		h.add(v.Parameters[name])
	}
	for _, s := range []string{v.System, v.Prompt, v.Arm, v.Server, strconv.Itoa(v.Repeat)} {
		h.add(s)
	}
	if v.Program != "" { // a field more, so that trials without one keep their keys
		h.add(v.Program)
	}
	return h.sum()
}

// Planned is one trial of a plan: its key and what stands beside the key.
type Planned struct {
	Key, Task, Arm, Model string
	Repeat                int
}

// PlanHash returns the SHA-256, in lower-case hex, over the trials of a plan in
// their order. Two commands with the same plan hash would ask the same
// questions under the same names, so one can finish what the other began.
func PlanHash(plan iter.Seq[Planned]) string {
	h := newFields()
	h.add(Schema)
	for p := range plan {
		for _, s := range []string{p.Key, p.Task, p.Arm, p.Model, strconv.Itoa(p.Repeat)} {
			h.add(s)
		}
	}
	return h.sum()
}

// fields hashes texts, each preceded by its length. Prompts are long and there
// are many: they pass in pieces, without a copy of the whole.
type fields struct {
	*bufio.Writer
	hash hash.Hash
}

func newFields() fields {
	h := sha256.New()
	return fields{bufio.NewWriterSize(h, 256), h}
}

func (f fields) add(s string) {
	f.Write(binary.BigEndian.AppendUint64(f.AvailableBuffer(), uint64(len(s))))
	f.WriteString(s)
}

// sum returns the hash in hex.
func (f fields) sum() string {
	f.Flush()
	return hex.EncodeToString(f.hash.Sum(nil))
}
