package extract

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var someSubjects = []string{"a/tls/x", "b/tls/x", "tls/x", "x", "code://py/tls/x", "jwt/alg", "tls/y"}

func drawnObservation(t *rapid.T) Observation {
	o := Observation{
		Subject:   rapid.SampledFrom(someSubjects).Draw(t, "subject"),
		Predicate: rapid.SampledFrom([]string{"p", "p", "q"}).Draw(t, "predicate"),
		Value:     drawnValue(0).Draw(t, "value"),
		Line:      rapid.IntRange(0, 4).Draw(t, "line"),
	}
	if rapid.Bool().Draw(t, "sure") {
		o.Confidence = ptr(rapid.SampledFrom([]float64{0.3, 0.5, 0.7, 1}).Draw(t, "confidence"))
	}
	return o
}

func drawnExpectation(t *rapid.T) Expectation {
	o := drawnObservation(t)
	return Expectation{Subject: o.Subject, Predicate: o.Predicate, Value: o.Value, FirstLine: o.Line}
}

// TestJudgeIgnoresOrder shuffles observations and expectations: the result is
// the same but for the order in which expectations are listed.
func TestJudgeIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Answer{Observations: rapid.SliceOfN(rapid.Custom(drawnObservation), 0, 8).Draw(t, "observations")}
		c := Case{ID: "c", Must: rapid.SliceOfN(rapid.Custom(drawnExpectation), 0, 6).Draw(t, "must"),
			MustNot:    rapid.SliceOfN(rapid.Custom(drawnExpectation), 0, 3).Draw(t, "must not"),
			Exhaustive: rapid.Bool().Draw(t, "exhaustive"), MinConfidence: 0.6, ConfidenceTolerance: 0.1}
		first := canonical(t, Judge(c, ProcessAnswer(a, nil, 0.4), nil))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		shuffle(r, a.Observations)
		shuffle(r, c.Must)
		shuffle(r, c.MustNot)
		if second := canonical(t, Judge(c, ProcessAnswer(a, nil, 0.4), nil)); first != second {
			t.Fatalf("the order matters:\n%s\n%s", first, second)
		}
	})
}

func shuffle[T any](r *rand.Rand, s []T) {
	r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
}

// canonical writes a result without the order of its lists, and without which
// of two forbidding expectations is named.
func canonical(t *rapid.T, r Result) string {
	var parts []string
	add := func(x any) {
		data, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, string(data))
	}
	for _, x := range r.Pairs {
		add(x)
	}
	for _, x := range r.Misses {
		add([]any{x.Stage, x.Expectation})
	}
	for _, x := range r.Wrong {
		add([]any{x.Claim, x.Reason})
	}
	for _, x := range r.Unjudged {
		add([]any{"unjudged", x})
	}
	for _, x := range r.Duplicates {
		add([]any{"duplicate", x})
	}
	for _, x := range r.Faint {
		add([]any{"faint", x})
	}
	slices.Sort(parts)
	data, _ := json.Marshal(parts)
	return string(data)
}

// TestJudgeIsReflexive: an answer that says exactly what is expected passes, and
// everything is counted once.
func TestJudgeIsReflexive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Case{ID: "c", Exhaustive: true, Must: rapid.SliceOfN(rapid.Custom(drawnExpectation), 0, 8).Draw(t, "must")}
		a := Answer{}
		for _, e := range c.Must {
			a.Observations = append(a.Observations, Observation{Subject: e.Subject, Predicate: e.Predicate, Value: e.Value, Line: e.FirstLine})
		}
		if r := Judge(c, ProcessAnswer(a, nil, 0), nil); len(r.Pairs) != len(c.Must) || !r.Passed() {
			t.Fatalf("%+v", r)
		}
	})
}

// TestJudgeCountsOnce: whatever is said and expected, every expectation is met or
// missed, and every observation is in one place only.
func TestJudgeCountsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Answer{Observations: rapid.SliceOfN(rapid.Custom(drawnObservation), 0, 8).Draw(t, "observations")}
		c := Case{ID: "c", Must: rapid.SliceOfN(rapid.Custom(drawnExpectation), 0, 6).Draw(t, "must"),
			MustNot: rapid.SliceOfN(rapid.Custom(drawnExpectation), 0, 3).Draw(t, "must not"), Exhaustive: rapid.Bool().Draw(t, "exhaustive"), MinConfidence: 0.6}
		record := ProcessAnswer(a, nil, 0.4)
		r := Judge(c, record, nil)
		if len(r.Pairs)+len(r.Misses) != len(c.Must) {
			t.Fatalf("%d expectations: %d met, %d missed", len(c.Must), len(r.Pairs), len(r.Misses))
		}
		if n := len(r.Pairs) + len(r.Wrong) + len(r.Unjudged) + len(r.Duplicates) + len(r.Faint); n != len(record.Claims) || n+len(record.Filtered) != len(a.Observations) {
			t.Fatalf("%d observations, %d claims, %d places", len(a.Observations), len(record.Claims), n)
		}
		if c.Exhaustive && len(r.Unjudged) > 0 {
			t.Fatal("unjudged in an exhaustive case")
		}
	})
}

// TestJudgeIsOptimal holds the matching against trying everything, on the pairs
// that fit one by one.
func TestJudgeIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	matched := 0
	for range 10_000 {
		var c Case
		var claims []Claim
		draw := func() Observation {
			return Observation{Subject: someSubjects[r.IntN(len(someSubjects))], Predicate: "p", Line: r.IntN(4),
				Value: []Value{BoolValue(true), TextValue("yes"), number("1"), number("1.0005"), number("1.001")}[r.IntN(5)]}
		}
		for range r.IntN(6) {
			o := draw()
			c.Must = append(c.Must, Expectation{Subject: o.Subject, Predicate: o.Predicate, Value: o.Value, FirstLine: o.Line})
		}
		for range r.IntN(7) {
			o := draw()
			claims = append(claims, Claim{o, Name{Name: o.Subject}, Name{Name: o.Predicate}})
		}
		rows := make([][]edge, len(c.Must))
		for i, a := range (*Normaliser)(nil).ask(c, c.Must) {
			for k, s := range hear(claims) {
				if f, ok := a.fits(&s); ok {
					rows[i] = append(rows[i], edge{k, f.points})
				}
			}
		}
		pairs, points := bruteForce(rows)
		got := 0
		result := Judge(c, Record{Claims: claims}, nil)
		for _, p := range result.Pairs {
			got += p.Points
		}
		if len(result.Pairs) != pairs || got != points {
			t.Fatalf("%d pairs with %d points, best are %d with %d: %+v", len(result.Pairs), got, pairs, points, c.Must)
		}
		matched += pairs
	}
	if matched < 10_000 {
		t.Errorf("only %d pairs in all: the cases are too easy", matched)
	}
}
