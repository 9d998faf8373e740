package suite

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"sooth/search"
)

// digestOf identifies a text.
func digestOf(text []byte) digest { return digest{int64(len(text)), sha256.Sum256(text)} }

// CorpusHash returns the SHA-256, hex, over what queries ask and what answers them:
// each part preceded by its length as eight bytes, big endian. Systems, their
// order and the files that things stand in have no part in it.
func (s *Search) CorpusHash() string {
	h := sha256.New()
	field := func(parts ...string) {
		for _, p := range parts {
			var length [8]byte
			binary.BigEndian.PutUint64(length[:], uint64(len(p)))
			h.Write(length[:])
			h.Write([]byte(p))
		}
	}
	field("sooth.corpus/1", strconv.Itoa(s.K))
	if s.Universe != nil {
		field(string(s.Universe.digest[:]))
	}
	for _, c := range s.Classes {
		field("class", c.Name, string(c.Truth), c.Primary, strconv.Itoa(len(c.Measures)))
		field(c.Measures...)
		for _, source := range c.Sources {
			field("source", source.Name, source.Pattern)
		}
	}
	for _, q := range s.Queries {
		field("query", q.ID, q.Text, q.Class, strconv.FormatBool(q.Negative), q.Tool, jsonText(q.Arguments))
		field(jsonText(q.Labels), jsonText(q.RecallMin), jsonText(q.PrecisionMin))
		field(q.Truth.Pattern, q.Truth.Modern, q.Truth.Legacy, q.Truth.Source, strconv.Itoa(len(q.Truth.Grades)))
		grades(q.Truth, field)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func grades(t search.Truth, field func(...string)) {
	for _, id := range slices.Sorted(maps.Keys(t.Grades)) {
		field(id, strconv.Itoa(t.Grades[id]))
	}
}

func jsonText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
