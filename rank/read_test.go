package rank

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestScores: the quick way to read a number gives strconv's number, to the bit.
func TestScores(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	quick := 0
	for range 200_000 {
		var s string
		switch x := random.NormFloat64() * math.Pow(10, float64(random.IntN(24)-12)); random.IntN(4) {
		case 0:
			s = strconv.FormatFloat(x, 'f', random.IntN(12), 64)
		case 1:
			s = strconv.FormatFloat(x, 'e', random.IntN(18), 64)
		case 2:
			s = strconv.FormatFloat(x, 'g', -1, 64)
		default:
			s = fmt.Sprintf("%d.%0*d", random.IntN(1e6), 1+random.IntN(17), random.IntN(1e6))
		}
		want, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := parseScore([]byte(s)); !ok || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q = %v, %v, want %v", s, got, ok, want)
		}
		if got, end, ok := quickScore([]byte(s+" "), 0); ok {
			quick++
			if end != len(s) || math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("quick %q = %v up to %d, want %v", s, got, end, want)
			}
		}
	}
	if quick < 20_000 {
		t.Errorf("only %d went the quick way", quick)
	}
}

// TestSpellings are those that C reads, and what is refused.
func TestSpellings(t *testing.T) {
	for s, want := range map[string]float64{".5": .5, "5.": 5, "+1E-03": .001, "-0": math.Copysign(0, -1), "inf": math.Inf(1), "-inf": math.Inf(-1),
		"1e999": math.Inf(1), "1e-400": 0, "4.9e-324": 5e-324, "123456789012345678901234567890": 123456789012345678901234567890, "0x1p-2": .25} {
		if got, ok := parseScore([]byte(s)); !ok || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q = %v, %v, want %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"", ".", "-", "+", "e5", "1e", "1e+", "1.2.3", "1,5", "abc", "nan", "NaN", "1_000", "0x1p-2_0", "--1", "1f", "١"} {
		if x, ok := parseScore([]byte(s)); ok {
			t.Errorf("%q is read as %v", s, x)
		}
	}
	for s, want := range map[string]float64{"1.5abc": 1.5, "abc": 0, "12e": 12, "-3-4": -3, "1_000": 1} {
		if got := lenientScore([]byte(s)); got != want {
			t.Errorf("lenient %q = %v, want %v", s, got, want)
		}
	}
	for s, want := range map[string]int32{"0.5": 0, "1.9": 1, "yes": 0, "-2x": -2, "99999999999": math.MaxInt32, "0007": 7, "+3": 3} {
		if got := lenientGrade([]byte(s)); got != want {
			t.Errorf("lenient %q = %v, want %v", s, got, want)
		}
	}
}

// TestFaults: what is wrong is said with its place.
func TestFaults(t *testing.T) {
	const q = "1 0 a 1\n1 0 b 0\n"
	const r = "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n"
	long := strings.Repeat("x", 2<<20)
	for name, c := range map[string]struct{ qrels, run, want string }{
		"swapped":        {r, q, "q:1:10: 6 columns where a judgement has 4; hint: this looks like a run: are qrels and run swapped?"},
		"qrels as run":   {q, q, "r:1:7: 4 columns where a line of a run has 6; hint: this looks like qrels: are qrels and run swapped?"},
		"binary qrels":   {"\x7fELF\x00\x01", r, "q:1:5: a zero byte: this is no text file; hint: "},
		"binary run":     {q, "1 Q0 a 1 2 t\n\x00\x00", "r:2:1: a zero byte: this is no text file; hint: "},
		"utf-16":         {"\xff\xfe1\x00 \x000\x00", r, "q:1:4: a zero byte: this is no text file; hint: the file is UTF-16"},
		"one word":       {"word", r, "q:1:1: 1 column where a judgement has 4; hint: "},
		"long document":  {q, "1 Q0 " + long + " 1 2 t\n", "r:1:6: a document id of more than 1 MiB"},
		"long judgement": {"1 0 " + long + " 1\n", r, "q:1:5: a document id of more than 1 MiB"},
		"long line":      {long, r, "q:1:1: 1 column where a judgement has 4"},
		"many columns":   {strings.Repeat("1 ", 1e5), r, "q:1:9: more than 6 columns"},
		"huge grade":     {"1 0 a 9999999999\n", r, `q:1:7: grade "9999999999" is no whole number`},
		"late score":     {q, r + "1 Q0 c 3 x t\n", `r:3:10: score "x" is no number`},
		"unjudged topic": {q, r + "9 Q0 c 3 x t\n", `r:3:10: score "x" is no number`},
		"missing tag":    {q, r + "1 Q0 c 3 1\n", "r:3:10: 5 columns where a line of a run has 6; hint: the tag"},
		"last of many":   {q, r + "1 Q0 c", "r:3:6: 3 columns where a line of a run has 6"},
		"first of two":   {q, r + "2 Q0\n1 Q0\n", "r:3:3: 2 columns where"},
		"no run":         {q, "\n\n# nothing\n", "r: no document in it; hint: "},
		"no qrels":       {"# nothing", r, "q: no judgement in it; hint: "},
		"header":         {q, "topic Q0 document rank score tag\n" + r, `r:1:24: score "score" is no number; hint: this looks like a header`},
	} {
		j, err := ReadJudgements(Text{"q", []byte(c.qrels)}, Options{})
		if err == nil {
			_, err = Evaluate(j, Text{"r", []byte(c.run)}, []Measure{{Kind: AP}}, Options{}, Extra{})
		}
		var input *InputError
		if !errors.As(err, &input) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		} else if len(err.Error()) > 400 {
			t.Errorf("%s: a message of %d bytes", name, len(err.Error()))
		}
	}
}

// TestLayout: blanks, line ends, comments and further columns do not matter.
func TestLayout(t *testing.T) {
	j, err := ReadJudgements(Text{"q", []byte("\xef\xbb\xbf# made by hand\n\n 1\t0  a\v1\r\n#\n1 0 b 0\n\t\n1 x c -1")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g := j.Grades("1"); len(g) != 3 || g["a"] != 1 || g["b"] != 0 || g["c"] != -1 {
		t.Fatalf("%v", g)
	}
	run := "# comment\r\n\n  1 Q0 b 7 3 x\r\n\t# another\n1\tQ0\ta 1 2.5e0 y more columns\n1 Q0 c 0 1 z #no comment\n#last\n\n"
	e, err := Evaluate(j, Text{"r", []byte(run)}, []Measure{{Kind: RR}, {Kind: Judged}, {Kind: NumRet}}, Options{}, Extra{Grades: 5})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(e.RunID, e.Topics[0].Values, e.Topics[0].Grades); got != "z[0.5 0.6666666666666666 3] [0 1 -2]" {
		t.Errorf("got %s", got)
	}
}

// seeds adds every small file to a fuzz corpus.
func seeds(f *testing.F, suffix string) {
	files, _ := filepath.Glob("testdata/small/edge/*." + suffix)
	if len(files) == 0 {
		f.Fatal("no seeds")
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, true)
		f.Add(bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), false)
	}
}

// FuzzJudgements: no qrels make the reader panic, and what is read is there.
func FuzzJudgements(f *testing.F) {
	seeds(f, "qrels")
	f.Fuzz(func(t *testing.T, data []byte, lenient bool) {
		j, err := ReadJudgements(Text{"q", data}, Options{Lenient: lenient})
		if err != nil {
			var input *InputError
			if !errors.As(err, &input) || input.Line > bytes.Count(data, []byte("\n"))+1 {
				t.Fatal(err)
			}
			return
		}
		n := j.Repeated
		for _, topic := range j.Topics() {
			n += len(j.Grades(topic))
		}
		if n != j.Len() {
			t.Fatalf("%d judgements, %d by topic", j.Len(), n)
		}
	})
}

// FuzzRun: no run makes an evaluation panic or undefined, and the number of
// threads does not matter.
func FuzzRun(f *testing.F) {
	seeds(f, "run")
	qrels := []byte("1 0 a 1\n1 0 b 0\n1 0 c -1\n2 0 a 2\n#1 0 a 1\n")
	f.Fuzz(func(t *testing.T, data []byte, lenient bool) {
		j, err := ReadJudgements(Text{"q", qrels}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		list := []Measure{{Kind: AP}, {Kind: NDCG}, {Kind: ERR}, {Kind: Bpref}, {Kind: NumRet}}
		var first string
		for threads := range 3 {
			o := Options{Lenient: lenient, Complete: true, Threads: threads + 1}
			e, err := Evaluate(j, Text{"r", data}, list, o, Extra{Grades: 3})
			result := fmt.Sprint(err)
			if err == nil {
				result = fmt.Sprint(e.Topics, e.Missing, e.RunID)
				if strings.Contains(fmt.Sprint(e.Topics), "NaN") {
					t.Fatal(result)
				}
			} else if input := new(InputError); !errors.As(err, &input) {
				t.Fatal(err)
			}
			if first == "" {
				first = result
			}
			if result != first {
				t.Fatalf("%s with %d threads, %s with one", result, threads+1, first)
			}
		}
	})
}
