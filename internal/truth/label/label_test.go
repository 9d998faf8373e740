package label_test

import (
	"bytes"
	"reflect"
	"testing"

	"sooth/internal/truth/label"
)

func TestFalseReplacesWhatDiffers(t *testing.T) {
	l := label.Label{
		True:   label.Statement{Form: label.Signature, Receiver: "DB", Pointer: true, Name: "Close", Params: "()", Results: " error"},
		Mutant: &label.Statement{Value: true, Results: label.NoResults},
	}
	got := l.False()
	if got.Pointer || got.Results != "" || got.Name != "Close" || got.Params != "()" {
		t.Errorf("got %+v", got)
	}
	if !l.True.Pointer || l.True.Results != " error" {
		t.Errorf("the true statement changed: %+v", l.True)
	}
}

func TestWriteRead(t *testing.T) {
	want := []label.Label{
		{Module: "m@v1", Symbol: "m.F", Class: "M1", Expect: "refuted", True: label.Statement{Form: label.Exists, Name: "F"}, Mutant: &label.Statement{Name: "f<T>"}},
		{Module: "std", Symbol: "io.EOF", Class: "M4", Expect: "verified", True: label.Statement{Form: label.Citation, Line: 3}},
	}
	var a, b bytes.Buffer
	for _, w := range []*bytes.Buffer{&a, &b} {
		if err := label.Write(w, want); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("equal labels, different bytes")
	}
	got, err := label.Read(&a)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := label.Read(bytes.NewReader([]byte("no gzip"))); err == nil {
		t.Error("no error for what is no file of labels")
	}
}

// The halves are named in testdata/heldout.txt by this rule; were it changed,
// what was held out would have been seen.
func TestHeldOutIsFixed(t *testing.T) {
	for symbol, want := range map[string]bool{"A": true, "B": false, "C": true, "D": false} {
		if got := label.HeldOut("github.com/spf13/cobra@v1.10.2", symbol); got != want {
			t.Errorf("%s: held out %v, want %v", symbol, got, want)
		}
	}
	if label.HeldOut("m@v1", "S") != label.HeldOut("m@v2", "S") {
		t.Error("the version of a module decides about its halves")
	}
}
