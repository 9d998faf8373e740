package rankeval

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"

	"sooth/internal/rankfile"
	"sooth/rank"
)

// TestFormats: every format tells of the same numbers, and is what it says.
func TestFormats(t *testing.T) {
	for _, format := range Formats() {
		for _, ties := range []bool{false, true} {
			o := Options{Qrels: "mixed.qrels", Runs: []string{"mixed.runA", "mixed.runB"}, Format: format, Topics: true, Complete: true, Ties: ties,
				Measures: []string{"nDCG@10", "RBP(p=0.8)", "map", "relstring", "runid", "num_q", "P_5", "gm_map", "Success@1"}}
			got, _, err := evaluate(t, o)
			if err != nil {
				t.Fatal(err)
			}
			again, _, _ := evaluate(t, o)
			if got != again {
				t.Errorf("%s: not the same bytes twice", format)
			}
			if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
				t.Errorf("%s: an undefined number", format)
			}
			for _, want := range []string{"0.3619", "runA", "runB"} {
				if format == "json" || format == "csv" {
					want = strings.Replace(want, "0.3619", "0.36187384767", 1)
				}
				if !strings.Contains(got, want) && !(format == "csv" && strings.HasPrefix(want, "run")) {
					t.Errorf("%s: no %q", format, want)
				}
			}
		}
	}
}

// TestJSON holds the JSON to the table of trec_eval and looks at its comparison.
func TestJSON(t *testing.T) {
	got, _, err := evaluate(t, Options{Qrels: "binary.qrels", Runs: []string{"binary.runA", "binary.runB"}, Format: "json", Complete: true, Measures: []string{"RR@10", "AP", "P@5"}})
	if err != nil {
		t.Fatal(err)
	}
	var r jsonResult
	if err := json.Unmarshal([]byte(got), &r); err != nil {
		t.Fatal(err)
	}
	if r.SchemaVersion != 1 || r.Qrels.Topics != 200 || len(r.Runs) != 2 || len(r.Runs[0].Summary) != 3 || len(r.Comparisons) != 3 {
		t.Fatalf("%s", got)
	}
	if s := r.Runs[0].Summary[0]; s.Label != "RR@10" || s.Judged == nil || s.Value == nil {
		t.Errorf("%+v", s)
	}
	for _, c := range r.Comparisons {
		if c.Topics != 200 || c.Random.P == nil || c.Ranks.P == nil || c.Holm == nil || *c.Holm < *c.Random.P || c.Difference.Low == nil ||
			math.Abs(*c.MeanB-*c.MeanA-*c.Difference.Value) > 1e-12 || *c.Difference.Low > *c.Difference.Value || *c.Difference.High < *c.Difference.Value {
			t.Errorf("%+v", c)
		}
		if c.Label != "AP" && c.Random.Method != "exact" {
			t.Errorf("%s: %s", c.Label, c.Random.Method)
		}
	}
	// Holm by hand: the smallest p times 3, then times 2, then as it is, never falling.
	slices.SortFunc(r.Comparisons, func(a, b jsonPair) int { return cmp.Compare(*a.Random.P, *b.Random.P) })
	last := 0.0
	for i, c := range r.Comparisons {
		last = max(last, min(1, *c.Random.P*float64(3-i)))
		if math.Abs(*c.Holm-last) > 1e-12 {
			t.Errorf("%s: p %v, Holm %v, want %v", c.Label, *c.Random.P, *c.Holm, last)
		}
	}
}

// TestCompareSelf: a run compared with itself differs by nothing.
func TestCompareSelf(t *testing.T) {
	got, _, err := evaluate(t, Options{Qrels: "mixed.qrels", Runs: []string{"mixed.runA", "mixed.runA"}, Format: "json", Measures: []string{"nDCG@10"}})
	if err != nil {
		t.Fatal(err)
	}
	var r jsonResult
	if err := json.Unmarshal([]byte(got), &r); err != nil {
		t.Fatal(err)
	}
	if c := r.Comparisons[0]; *c.Difference.Value != 0 || *c.Random.P != 1 || *c.Ranks.P != 1 || c.Better+c.Worse != 0 || c.OnlyA+c.OnlyB != 0 {
		t.Errorf("%+v", c)
	}
}

// TestLeftOut: topics that one run lacks are not compared, and are counted.
func TestLeftOut(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	o := Options{Qrels: write("q", "1 0 a 1\n2 0 a 1\n3 0 a 1\n"), Format: "json", Measures: []string{"RR@10"},
		Runs: []string{write("a", "1 Q0 a 1 1 A\n2 Q0 a 1 1 A\n"), write("b", "2 Q0 b 1 2 B\n2 Q0 a 2 1 B\n3 Q0 a 1 1 B\n9 Q0 a 1 1 B\n")}}
	var out, warnings bytes.Buffer
	if err := Run(context.Background(), o, nil, &out, &warnings); err != nil {
		t.Fatal(err)
	}
	var r jsonResult
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if c := r.Comparisons[0]; c.Topics != 1 || c.OnlyA != 1 || c.OnlyB != 1 || *c.MeanA != 1 || *c.MeanB != .5 {
		t.Errorf("%+v", c)
	}
	for _, want := range []string{"no document for 1 topic of 3", "1 topic without judgements left out"} {
		if !strings.Contains(warnings.String(), want) {
			t.Errorf("no %q in %s", want, &warnings)
		}
	}
}

// TestCompressed: gzip, zstd, pipes and large pipes give what the file gives.
func TestCompressed(t *testing.T) {
	plain, err := os.ReadFile(data + "small/mixed.runA")
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := evaluate(t, Options{Qrels: "mixed.qrels", Runs: []string{"mixed.runA"}, Complete: true})
	if err != nil {
		t.Fatal(err)
	}
	var zipped, packed bytes.Buffer
	g := gzip.NewWriter(&zipped)
	g.Write(plain[:50000])
	g.Close() // two members, as `cat a.gz b.gz` makes
	g = gzip.NewWriter(&zipped)
	g.Write(plain[50000:])
	g.Close()
	z, _ := zstd.NewWriter(&packed)
	z.Write(plain)
	z.Close()
	large := append(bytes.Repeat([]byte("# a comment that nobody reads\n"), rankfile.InMemory/30+1000), plain...)
	for name, input := range map[string][]byte{"plain": plain, "gzip": zipped.Bytes(), "zstd": packed.Bytes(), "large": large} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, input, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, run := range []string{"-", file} {
			var out, warnings bytes.Buffer
			err := Run(context.Background(), Options{Qrels: data + "small/mixed.qrels", Runs: []string{run}, Complete: true}, bytes.NewReader(input), &out, &warnings)
			if err != nil || out.String() != want {
				t.Errorf("%s %s: %v, %d bytes", name, run, err, out.Len())
			}
		}
	}
	cut := filepath.Join(t.TempDir(), "cut.gz")
	os.WriteFile(cut, zipped.Bytes()[:zipped.Len()-100], 0o600)
	err = Run(context.Background(), Options{Qrels: data + "small/mixed.qrels", Runs: []string{cut}}, nil, io.Discard, io.Discard)
	if ExitCode(err) != 2 || !strings.Contains(err.Error(), "cut.gz: gzip data cannot be read") {
		t.Errorf("damaged: %v", err)
	}
}

// closed is a pipe whose reader has gone.
type closed struct{ left int }

func (c *closed) Write(p []byte) (int, error) {
	if c.left -= len(p); c.left < 0 {
		return 0, syscall.EPIPE
	}
	return len(p), nil
}

func TestPipeCloses(t *testing.T) {
	for _, format := range Formats() {
		o := Options{Qrels: data + "small/mixed.qrels", Runs: []string{data + "small/mixed.runA"}, Measures: []string{"all_trec"}, Topics: true, Format: format}
		if err := Run(context.Background(), o, nil, &closed{100}, io.Discard); !errors.Is(err, syscall.EPIPE) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// TestInvalid: mistakes in the command are said before a file is opened.
func TestInvalid(t *testing.T) {
	missing := []string{"nowhere"}
	for name, c := range map[string]struct {
		o    Options
		want string
	}{
		"nothing":       {Options{}, "judgements and at least one run are needed"},
		"no run":        {Options{Qrels: "q"}, "judgements and at least one run are needed"},
		"two pipes":     {Options{Qrels: "-", Runs: []string{"-"}}, "standard input can be read once only"},
		"format":        {Options{Qrels: "q", Runs: missing, Format: "xml"}, `no format "xml"; hint: one of trec`},
		"measure":       {Options{Qrels: "q", Runs: missing, Measures: []string{"NDGC@10"}}, `measure "NDGC@10": no such measure; hint: there are NumQ`},
		"no cutoff":     {Options{Qrels: "q", Runs: missing, Measures: []string{"Success"}}, "Success needs a cutoff; hint: write for example Success@10"},
		"zero":          {Options{Qrels: "q", Runs: missing, Measures: []string{"P@0"}}, `"0" is not a whole number from 1`},
		"parameter":     {Options{Qrels: "q", Runs: missing, Measures: []string{"P(p=2)@5"}}, `P has no parameter "p"; hint: it takes rel, relative, judged_only`},
		"trec cutoffs":  {Options{Qrels: "q", Runs: missing, Measures: []string{"P.5,5"}}, "cutoff 5 is there twice"},
		"trec gains":    {Options{Qrels: "q", Runs: missing, Measures: []string{"ndcg.1=x"}}, `gain "1=x"`},
		"negative":      {Options{Qrels: "q", Runs: missing, Depth: -1}, "none may be below 0"},
		"no file":       {Options{Qrels: "nowhere", Runs: missing}, "nowhere: no such file or directory; hint: "},
		"a folder":      {Options{Qrels: data, Runs: missing}, "this is a folder"},
		"run not there": {Options{Qrels: data + "small/ties.qrels", Runs: missing}, "nowhere: no such file"},
	} {
		err := Run(context.Background(), c.o, nil, io.Discard, io.Discard)
		if ExitCode(err) != 2 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v (exit %d), want %s", name, err, ExitCode(err), c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := Run(ctx, Options{Qrels: data + "small/ties.qrels", Runs: []string{data + "small/ties.run"}}, nil, io.Discard, io.Discard)
	if !errors.Is(err, context.Canceled) || ExitCode(err) != 1 {
		t.Errorf("cancelled: %v", err)
	}
}

// TestHostileNames: what a file calls its topics is neither markup nor a formula.
func TestHostileNames(t *testing.T) {
	q := filepath.Join(t.TempDir(), "q")
	r := filepath.Join(t.TempDir(), "r")
	const name = "<script>alert(1)</script>|=cmd\x1b[31m"
	os.WriteFile(q, []byte(name+" 0 a 1\n=1+1 0 a 1\n"), 0o600)
	os.WriteFile(r, []byte(name+" Q0 a 1 1 t\n=1+1 Q0 a 1 1 t\n"), 0o600)
	for _, format := range []string{"html", "markdown", "csv", "text", "json"} {
		var out bytes.Buffer
		if err := Run(context.Background(), Options{Qrels: q, Runs: []string{r}, Topics: true, Format: format}, nil, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		s := out.String()
		if format == "html" && strings.Contains(s, "<script") || format == "markdown" && strings.Contains(s, "<script") && !strings.Contains(s, `\<script`) ||
			format == "csv" && strings.Contains(s, ",=1+1") || format != "csv" && strings.ContainsRune(s, '\x1b') {
			t.Errorf("%s: %s", format, s)
		}
		if format == "csv" {
			if rows, err := csv.NewReader(&out).ReadAll(); err != nil || len(rows) != 1+3*5 {
				t.Errorf("csv: %v, %d rows", err, len(rows))
			}
		}
	}
}

// TestDocumented: every difference from trec_eval is in the description of the
// format, and every measure and flag too.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/format/rank.md")
	if err != nil {
		t.Fatal(err)
	}
	list := Differences()
	if len(list) < 15 {
		t.Fatalf("%d differences", len(list))
	}
	for _, d := range list {
		row := "| " + d.Case + " | " + d.Trec + " | " + d.Here + " |"
		if !bytes.Contains(text, []byte(row)) {
			t.Errorf("docs/format/rank.md lacks the row\n%s", row)
		}
	}
	for _, k := range rank.Kinds() {
		if !bytes.Contains(text, []byte("| `"+string(k))) {
			t.Errorf("docs/format/rank.md does not define %s", k)
		}
	}
	var out bytes.Buffer
	if err := Run(context.Background(), Options{Explain: true}, nil, &out, io.Discard); err != nil || strings.Count(out.String(), "\n  here: ") != len(list) {
		t.Errorf("%v: %s", err, &out)
	}
}
