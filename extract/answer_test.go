package extract

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// brief writes what was read in one line for each thing.
func brief(a Answer) string {
	var b strings.Builder
	if a.Error != "" {
		fmt.Fprintf(&b, "error: %s\n", a.Error)
	} else {
		fmt.Fprintf(&b, "%s, %d documents\n", a.Form, a.Documents)
	}
	if a.Partial != "" {
		fmt.Fprintf(&b, "partial: %s\n", a.Partial)
	}
	for _, o := range a.Observations {
		fmt.Fprintf(&b, "%s %s %s %s", o.Subject, o.Predicate, o.Value.Kind, o.Value)
		if o.Confidence != nil {
			fmt.Fprintf(&b, " c=%v", *o.Confidence)
		}
		if o.Line > 0 {
			fmt.Fprintf(&b, " line %d", o.Line)
		}
		b.WriteByte('\n')
	}
	for _, x := range a.Bad {
		fmt.Fprintf(&b, "bad at %d: %s\n", x.Offset, x.Reason)
	}
	if a.Unread > 0 {
		fmt.Fprintf(&b, "%d unread\n", a.Unread)
	}
	return b.String()
}

const item1 = `{"subject":"a/b","predicate":"p","value":true,"confidence":0.9,"line":3}`

// answerCases are answers with what is to be read in them, written by hand.
var answerCases = []struct{ name, answer, want string }{
	{"plain", `{"claims":[` + item1 + `]}`, "json, 1 documents\na/b p bool true c=0.9 line 3\n"},
	{"no claims", `{"claims":[]}`, "json, 1 documents\n"},
	{"bare list", `[` + item1 + `]`, "json, 1 documents\na/b p bool true c=0.9 line 3\n"},
	{"bare empty list", " [] \n", "json, 1 documents\n"},
	{"bare empty list in a fence", "None:\n```json\n[]\n```\n", "fenced json, 1 documents\n"},
	{"empty list in prose is none", "The code uses arr[] here.", "error: the answer has no list of observations; hint: a list under \"claims\" is read\n"},
	{"prose", "The code disables TLS verification.", "error: the answer has no JSON\n"},
	{"empty", " \n", "error: the answer is empty\n"},
	{"fenced", "Here:\n```json\n{\"claims\":[" + item1 + "]}\n```\nDone {really}.", "fenced json, 1 documents\na/b p bool true c=0.9 line 3\n"},
	{"trailing text", `{"claims":[` + item1 + `]} I hope this helps [1].`, "json, 1 documents\na/b p bool true c=0.9 line 3\n"},
	{"wrapped", `{"result":{"observations":[` + item1 + `]},"n":1}`, "json, 1 documents\na/b p bool true c=0.9 line 3\n"},
	{"lines", item1 + "\n" + `{"subject":"c","predicate":"q","value":"x"}` + "\n", "json lines, 1 documents\na/b p bool true c=0.9 line 3\nc q string \"x\"\n"},
	{"cut inside an item", `{"claims":[` + item1 + `,{"subject":"c","pre`, "json, 1 documents\npartial: the text ends inside a string\na/b p bool true c=0.9 line 3\n"},
	{"cut after an item", `{"claims":[` + item1, "json, 1 documents\npartial: the text ends inside JSON\na/b p bool true c=0.9 line 3\n"},
	{"cut before any item", `{"claims":[{"sub`, "json, 1 documents\npartial: the text ends inside a string\n"},
	{"damaged in between", `{"claims":[` + item1 + `,{"subject":'c'},{"subject":"d","predicate":"q","value":1}]}`,
		"json, 1 documents\npartial: there is no JSON value before \"'\"\na/b p bool true c=0.9 line 3\nd q number 1\n"},
	{"the last document counts", `{"claims":[]} No: {"claims":[` + item1 + `]}`, "json in prose, 2 documents\na/b p bool true c=0.9 line 3\n"},
	{"a complete one before a broken one", `{"claims":[` + item1 + `]} again: {"claims":[{"sub`, "json, 2 documents\na/b p bool true c=0.9 line 3\n"},
	{"numbers as text", `[{"subject":"a","predicate":"p","value":"0.5","confidence":"0.7","line":"12"}]`, "json, 1 documents\na p string \"0.5\" c=0.7 line 12\n"},
	{"odd confidence and line", `[{"subject":"a","predicate":"p","value":1e3,"confidence":"high","line":2.5}]`, "json, 1 documents\na p number 1e3\n1 unread\n"},
	{"null confidence", `[{"subject":"a","predicate":"p","value":1,"confidence":null,"line":null}]`, "json, 1 documents\na p number 1\n"},
	{"key twice, alike", `[{"subject":"a","subject":"a","predicate":"p","value":1}]`, "json, 1 documents\na p number 1\n"},
	{"key twice, different", `[{"subject":"a","subject":"b","predicate":"p","value":1},{"subject":"c","predicate":"p","value":2}]`,
		"json, 1 documents\nc p number 2\nbad at 1: key subject stands twice with different values\n"},
	{"tagged", `[{"subject":"a","predicate":"p","value":{"type":"enum","value":"TLSv1"}}]`, "json, 1 documents\na p enum \"TLSv1\"\n"},
	{"object as value", `[{"subject":"a","predicate":"p","value":{"x":1}}]`, "json, 1 documents\nbad at 1: the value is an object; it may be {\"type\": …, \"value\": …}\n"},
	{"null value", `[{"subject":"a","predicate":"p","value":null}]`, "json, 1 documents\nbad at 1: the value is null\n"},
	{"no predicate", `[{"subject":"a","value":1}]`, "json, 1 documents\nbad at 1: there is no predicate\n"},
	{"number as subject", `[{"subject":1,"predicate":"p","value":1}]`, "json, 1 documents\nbad at 1: subject is no text, or empty\n"},
	{"too large", `[{"subject":"a","predicate":"p","value":1e999}]`, "json, 1 documents\nbad at 1: the value 1e999 is no finite decimal number\n"},
	{"text among the claims", `{"claims":["x",` + item1 + `]}`, "json, 1 documents\na/b p bool true c=0.9 line 3\nbad at 0: an element of the list is no observation\n"},
	{"list as value", `[{"subject":"a","predicate":"p","value":["x",1,false]}]`, "json, 1 documents\na p list [\"x\", 1, false]\n"},
	{"escapes", `[{"subject":"a\u002fb\ud83d\ude00","predicate":"p","value":"q\"\n\\d\q"}]`, "json, 1 documents\na/b😀 p string \"q\\\"\\n\\\\d\\\\q\"\n"},
	{"lenient", "[{\"subject\":\"a\",\"predicate\":\"p\",\"value\":True,},]", "json, 1 documents\na p bool true\n"},
	{"byte order mark", "\ufeff{\"claims\":[]}", "json, 1 documents\n"},
	{"invalid UTF-8", "[{\"subject\":\"a\xff\",\"predicate\":\"p\",\"value\":1}]", "json, 1 documents\na\ufffd p number 1\n"},
	{"other keys", `[{"subject":"a","predicate":"p","value":1,"why":{"subject":"x"},"tags":[[1]]}]`, "json, 1 documents\na p number 1\n"},
	{"code around", "func main() { x[0] = 1 }\n{\"claims\":[" + item1 + "]}", "json in prose, 1 documents\na/b p bool true c=0.9 line 3\n"},
	{"another object", `{"error":"I cannot"}`, "error: the answer has no list of observations; hint: a list under \"claims\" is read\n"},
}

func TestParseAnswer(t *testing.T) {
	for _, c := range answerCases {
		if got := brief(ParseAnswer(c.answer)); got != c.want {
			t.Errorf("%s: %s\ngot:\n%swant:\n%s", c.name, c.answer, got, c.want)
		}
	}
}

// TestEveryCut cuts an answer at every byte: no observation is ever invented,
// and from the end of the first item on it is recovered.
func TestEveryCut(t *testing.T) {
	whole := "Sure:\n```json\n{\"claims\": [" + item1 + ", " + strings.Replace(item1, "a/b", "c/d", 1) + "]}\n```"
	first := strings.Index(whole, item1) + len(item1)
	second := strings.Index(whole, "3}]") + 2
	for i := range whole {
		a := ParseAnswer(whole[:i])
		want := 0
		if i >= first {
			want++
		}
		if i >= second {
			want++
		}
		if len(a.Observations) != want {
			t.Fatalf("cut at %d: %d observations, want %d: %q", i, len(a.Observations), want, whole[:i])
		}
		if complete := i > second+1; want > 0 && (a.Partial == "") != complete {
			t.Fatalf("cut at %d: partial %q: %q", i, a.Partial, whole[:i])
		}
	}
}

// TestHostileAnswers are 2 MB of what would be slow or deep for a careless
// reader; 50 MB with SOOTH_LONG=1.
func TestHostileAnswers(t *testing.T) {
	size := 2 << 20
	if long() {
		size = 50 << 20
	}
	for _, unit := range []string{"[", "{", `{"a":`, `[{"a":[`, "[]", "[] ", `{"claims":[`, `{"claims":[]}`, "\"", `"\`, "\\u", " ", "{}", "[1,", item1 + "\n", "[" + item1, `{"subject":{`, "```\n[]\n", "\xff"} {
		text := strings.Repeat(unit, size/len(unit))
		start := time.Now()
		a := ParseAnswer(text)
		t.Logf("%-20.20q %6d ms  %d observations, %d beyond, error %.40q", unit, time.Since(start).Milliseconds(), len(a.Observations), a.Beyond, a.Error)
		if unit == item1+"\n" && len(a.Observations)+a.Beyond < size/len(unit) {
			t.Errorf("%.20q: %d observations and %d beyond, want %d", unit, len(a.Observations), a.Beyond, size/len(unit))
		}
	}
}

func FuzzParseAnswer(f *testing.F) {
	for _, c := range answerCases {
		f.Add(c.answer)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := ParseAnswer(text)
		if a.Error != "" && len(a.Observations)+a.BadCount > 0 {
			t.Fatalf("an error and observations: %+v", a)
		}
		for _, o := range a.Observations {
			if o.Subject == "" || o.Predicate == "" || o.Value.Kind == "" || o.Line < 0 || o.Confidence != nil && !(*o.Confidence >= 0 && *o.Confidence <= 1) {
				t.Fatalf("not an observation: %+v", o)
			}
		}
		for _, b := range a.Bad {
			if b.Offset < 0 || b.Offset >= len(text) || b.Reason == "" {
				t.Fatalf("%+v", b)
			}
		}
		Judge(Case{ID: "x", Exhaustive: true, Must: []Expectation{{Subject: "a/b", Predicate: "p", Value: BoolValue(true)}}}, ProcessAnswer(a, nil, 0.5), nil)
	})
}
