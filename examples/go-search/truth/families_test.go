package truth_test

import (
	"go/build"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFamiliesInAPIFiles lists the families of class D again from the names in
// the API files: everything in the package, type or library whose own name has
// the piece as whole words. No code that splits names takes part.
func TestFamiliesInAPIFiles(t *testing.T) {
	documented := map[string]bool{}
	for _, d := range library(t).Documents() {
		documented[d.ID] = true
	}
	features := apiFeatures(t, build.Default.GOROOT)
	note := regexp.MustCompile(`^names with (\w+) declared in (\S+)`)
	n := 0
	for _, r := range committed(t) {
		if r["class"] != "D" {
			continue
		}
		m := note.FindStringSubmatch(r["note"])
		if m == nil {
			t.Errorf("%s: note %q", r["id"], r["note"])
			continue
		}
		n++
		piece, place := m[1], m[2]
		var theirs []string
		for id, f := range features {
			owner := id[:strings.LastIndex(id, ".")+1]
			within := f.name != "" && f.pkg == place || owner == place+"." || strings.HasPrefix(r["note"], m[0]+" standard library")
			if within && documented[id] && f.name != "" && f.pkg != "syscall" && !strings.HasPrefix(f.pkg, "debug/") && hasWords(last(id), piece) {
				theirs = append(theirs, id)
			}
		}
		slices.Sort(theirs)
		compare(t, r["id"]+" "+r["query"], strings.Fields(r["ids"]), theirs)
	}
	if n < 20 {
		t.Errorf("%d families", n)
	}
}

// hasWords reports whether piece stands in name between borders of words.
func hasWords(name, piece string) bool {
	lower := func(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
	for i := 0; i+len(piece) <= len(name); i++ {
		if name[i:i+len(piece)] != piece {
			continue
		}
		rest := name[i+len(piece):]
		begins := i == 0 || lower(name[i-1]) || name[i-1] == '_' || len(piece) > 1 && lower(piece[1])
		ends := rest == "" || rest[0] == '_' || !lower(rest[0]) && (lower(piece[len(piece)-1]) || len(rest) > 1 && lower(rest[1]))
		if begins && ends {
			return true
		}
	}
	return false
}
