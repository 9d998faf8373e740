package rankeval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sooth/rank"
)

// hole writes a file with a comment of more than 2 GiB in it, which takes no
// room on a disk that knows holes, and the given text behind it.
func hole(t *testing.T, text []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "large")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const at = 1<<31 + 1<<20
	if _, err := f.WriteString("# " + strings.Repeat("a comment ", 1000)); err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(at); err != nil {
		t.Skipf("SKIPPED: no file with a hole: %v", err)
	}
	if _, err := f.WriteAt(append([]byte("\n"), text...), at); err != nil {
		t.Skipf("SKIPPED: no file of 2 GiB: %v", err)
	}
	return name
}

// TestTwoGigabytes: what stands behind the first 2 GiB counts as it would at
// the beginning, a fault there has its place, and the file is not read into
// memory.
func TestTwoGigabytes(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: reads 2 GiB several times; run without -short")
	}
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: files are not mapped here")
	}
	o := Options{Qrels: "ties.qrels", Runs: []string{"ties.run"}, Topics: true, Measures: []string{"all_trec"}}
	want, _, err := evaluate(t, o)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := os.ReadFile(data + "small/ties.run")
	if err != nil {
		t.Fatal(err)
	}
	name := hole(t, plain)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var out bytes.Buffer
	o.Qrels, o.Runs = data+"small/ties.qrels", []string{name}
	if err := Run(context.Background(), o, nil, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if out.String() != want {
		t.Errorf("the result differs behind 2 GiB:\n%.300s\nwant\n%.300s", out.String(), want)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 64<<20 {
		t.Errorf("%d MiB allocated", grown>>20)
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\n1 Q0 a 1 x t\n"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	place := fmt.Sprintf("large:%d:10: ", bytes.Count(plain, []byte("\n"))+3)
	if err := Run(context.Background(), o, nil, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), place+`score "x" is no number`) {
		t.Errorf("a fault behind 2 GiB: %v", err)
	}
}

// TestHugeLines: a line of 8 MiB is refused with a short message, or read
// where nothing is wrong with it.
func TestHugeLines(t *testing.T) {
	dir := t.TempDir()
	huge := strings.Repeat("x", 8<<20)
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	qrels, run := write("q", "1 0 a 1\n"), write("r", "1 Q0 a 1 2 t\n")
	for name, c := range map[string]struct{ qrels, run, want string }{
		"no end":         {qrels, write("1", huge), "1:1:1: 1 column where a line of a run has 6"},
		"qrels":          {write("2", huge+" 0 a\n"), run, "3 columns where a judgement has 4"},
		"document":       {qrels, write("3", "1 Q0 "+huge+" 1 2 t\n"), "a document id of more than 1 MiB"},
		"score":          {qrels, write("4", "1 Q0 a 1 "+huge+" t\n"), "is no number"},
		"grade":          {write("5", "1 0 a "+huge+"\n"), run, "is no whole number"},
		"comment":        {qrels, write("6", "#"+huge+"\n1 Q0 a 1 2 t\n"), ""},
		"tag":            {qrels, write("7", "1 Q0 a 1 2 "+huge+"\n"), ""},
		"blanks":         {qrels, write("8", strings.Repeat(" ", 8<<20)+"1 Q0 a 1 2 t\n"), ""},
		"more columns":   {qrels, write("9", "1 Q0 a 1 2 t "+huge+"\n"), ""},
		"another topic":  {qrels, write("10", "1 Q0 a 1 2 t\n"+huge+" Q0 a 1 2 t\n"), ""},
		"rank is a word": {qrels, write("11", "1 Q0 a "+huge+" 2 t\n"), ""},
	} {
		var out bytes.Buffer
		err := Run(context.Background(), Options{Qrels: c.qrels, Runs: []string{c.run}, Measures: []string{"map"}}, nil, &out, io.Discard)
		var input *rank.InputError
		switch {
		case c.want == "" && (err != nil || out.String() != "map                   \tall\t1.0000\n"):
			t.Errorf("%s: %v, %.100q", name, err, out.String())
		case c.want != "" && (!errors.As(err, &input) || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 500):
			t.Errorf("%s: %.600v", name, err)
		}
	}
}
