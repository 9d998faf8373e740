package universe

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Difference says how one universe became another: IDs, in order.
type Difference struct {
	Added, Removed []string
	Changed        []string // another declaration or comment
}

// Compare compares two universes.
func Compare(before, after []Document) Difference {
	old := map[string]Document{}
	for _, d := range before {
		old[d.ID] = corpus(d)
	}
	var found Difference
	for _, d := range after {
		was, known := old[d.ID]
		switch {
		case !known:
			found.Added = append(found.Added, d.ID)
		case was != corpus(d):
			found.Changed = append(found.Changed, d.ID)
		}
		delete(old, d.ID)
	}
	for id := range old {
		found.Removed = append(found.Removed, id)
	}
	for _, list := range [][]string{found.Added, found.Removed, found.Changed} {
		slices.Sort(list)
	}
	return found
}

// corpus returns a document without what is no part of the corpus.
func corpus(d Document) Document {
	d.File, d.Line = "", 0
	return d
}

// String lists the difference: counts on the first line, then an id a line
// behind "+", "-" or "~".
func (d Difference) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d added, %d removed, %d changed\n", len(d.Added), len(d.Removed), len(d.Changed))
	for _, part := range []struct {
		sign string
		ids  []string
	}{{"+", d.Added}, {"-", d.Removed}, {"~", d.Changed}} {
		for _, id := range part.ids {
			fmt.Fprintf(&b, "%s %s\n", part.sign, id)
		}
	}
	return b.String()
}

// Decode reads documents that Encode wrote.
func Decode(r io.Reader) ([]Document, error) {
	var documents []Document
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var d Document
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		documents = append(documents, d)
	}
	return documents, lines.Err()
}
