package trial

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
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
	h := sha256.New()
	for _, s := range []string{Schema, v.Agent, v.Model, strconv.Itoa(len(v.Parameters))} {
		field(h, s)
	}
	for _, name := range slices.Sorted(maps.Keys(v.Parameters)) {
		field(h, name)
		field(h, v.Parameters[name])
	}
	for _, s := range []string{v.System, v.Prompt, v.Arm, v.Server, strconv.Itoa(v.Repeat)} {
		field(h, s)
	}
	if v.Program != "" { // a field more, so that trials without one keep their keys
		field(h, v.Program)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Planned is one trial of a plan: its key and what stands beside the key.
type Planned struct {
	Key, Task, Arm, Model string
	Repeat                int
}

// PlanHash returns the SHA-256, in lower-case hex, over the trials of a plan in
// their order. Two commands with the same plan hash would ask the same
// questions under the same names, so one can finish what the other began.
func PlanHash(plan []Planned) string {
	h := sha256.New()
	field(h, Schema)
	for _, p := range plan {
		for _, s := range []string{p.Key, p.Task, p.Arm, p.Model, strconv.Itoa(p.Repeat)} {
			field(h, s)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func field(h hash.Hash, s string) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(s)))
	h.Write(length[:])
	h.Write([]byte(s))
}
