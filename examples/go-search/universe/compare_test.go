package universe_test

import (
	"bytes"
	"slices"
	"testing"

	"sooth/examples/go-search/universe"
)

func TestCompare(t *testing.T) {
	before := []universe.Document{
		{ID: "a", Doc: "one"}, {ID: "a.F", Signature: "func F()"}, {ID: "a.G", Line: 3}, {ID: "a.H"},
	}
	after := []universe.Document{
		{ID: "a", Doc: "two"}, {ID: "a.F", Signature: "func F(int)"}, {ID: "a.G", Line: 4}, {ID: "a.I"}, {ID: "a.J"},
	}
	var b bytes.Buffer
	if err := universe.Encode(&b, before); err != nil {
		t.Fatal(err)
	}
	read, err := universe.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	const want = "2 added, 1 removed, 2 changed\n+ a.I\n+ a.J\n- a.H\n~ a\n~ a.F\n"
	if got := universe.Compare(read, after).String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if d := universe.Compare(after, slices.Clone(after)); len(d.Added)+len(d.Removed)+len(d.Changed) != 0 {
		t.Errorf("the same differs: %s", d)
	}
}
