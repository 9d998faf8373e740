package world

import (
	"fmt"
	"testing"
)

// A name is looked for in all files, however many have it: as a variable in the
// last of them, and not in its comments and strings.
func TestUsedAsVariableInOneOfMany(t *testing.T) {
	files := map[string]string{}
	for i := range 3 * maxHolders {
		files[fmt.Sprintf("a%03d.go", i)] = "package p\n\n// conn is a package here, state too.\nvar _ = conn.Dial(\"conn\")\n\nvar _ = `\nstate = 1\n` + state.New()\n"
	}
	files["z.go"] = "package p\n\nfunc f() {\n\tconn := 1\n\t_ = conn\n}\n"
	w := grown(t, files)
	for round := range 2 * plainSearches { // by a plain search first, later by the index of words
		w.variables = map[string]*once[bool]{}
		if round == 2*plainSearches-1 && w.tree.value.asked.Load() <= plainSearches {
			t.Fatal("the index of words was never asked")
		}
		look(t, w)
	}
}

func look(t *testing.T, w *World) {
	t.Helper()
	for name, want := range map[string]bool{"conn": true, "state": false, "nowhere": false} {
		if got, err := w.usedAsVariable(t.Context(), name); err != nil || got != want {
			t.Errorf("%s is used as a variable: %v, %v; want %v", name, got, err, want)
		}
	}
}
