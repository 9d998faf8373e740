package question_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"sooth/question"
)

func yesNo(kind question.Kind, subject, object string, right bool) question.Question {
	return question.Question{Kind: kind, Subject: subject, Object: object, Truth: question.Answer{Shape: question.Boolean, Boolean: &right}}
}

// TestReadBoolean: yes and no in prose as it is written.
func TestReadBoolean(t *testing.T) {
	calls := yesNo(question.Calls, "example.com/shop/cart.Cart.Add", "example.com/shop/price.Sum", true)
	imports := yesNo(question.Imports, "cart/cart.go", "context", false)
	deprecated := yesNo(question.Deprecated, "example.com/shop/cart.Old", "", true)
	exports := yesNo(question.Exports, "example.com/shop/cart", "example.com/shop/cart.Wipe", false)
	contains := yesNo(question.Contains, "cart/cart.go", "out of stock", true)
	passes := yesNo(question.TestPasses, "example.com/shop/cart.TestAdd", "", true)
	receiver := yesNo(question.Receiver, "example.com/shop/cart.Cart.Add", "", true)
	for _, c := range []struct {
		q    question.Question
		text string
		want string // yes, no, abstained, unread; with " hedged"
	}{
		{calls, "Yes", "yes"}, {calls, "yes.", "yes"}, {calls, "**Yes**", "yes"}, {calls, "`yes`", "yes"}, {calls, "Yes!", "yes"}, {calls, "YES", "yes"}, {calls, "\"No\"", "no"},
		{calls, "No, it doesn't.", "no"}, {calls, "Nope.", "no"}, {calls, "Yep, it does.", "yes"}, {calls, "Correct.", "yes"}, {calls, "That is correct.", "yes"}, {calls, "That's not correct.", "no"},
		{calls, "Yes — `Cart.Add` calls `price.Sum` once per line.", "yes"},
		{calls, "Yes: in line 40 `price.Sum` is called, not `price.Total`.", "yes"},
		{calls, "Indeed it does.", "yes"}, {calls, "Certainly not.", "no"}, {calls, "Absolutely.", "yes"}, {calls, "Definitely not, it never does.", "no"},
		{calls, "Probably yes.", "yes hedged"}, {calls, "I think so, yes.", "yes hedged"}, {calls, "I believe the answer is no.", "no hedged"}, {calls, "Most likely not.", "no hedged"},
		{calls, "I'm not sure, but I think yes.", "yes hedged"}, {calls, "I don't know for certain, but probably no.", "no hedged"},
		{calls, "I don't know whether `Cart.Add` calls `price.Sum`.", "abstained"}, {calls, "I don’t know.", "abstained"}, {calls, "Not sure.", "abstained"}, {calls, "No idea.", "abstained"},
		{calls, "I can't tell without seeing the code.", "abstained"}, {calls, "It is impossible to say; I don't have access to the repository.", "abstained"},
		{calls, "Yes, although I don't know how often.", "yes"},
		{calls, "Yes and no.", "unread"}, {calls, "Maybe.", "unread"}, {calls, "", "unread"}, {calls, "   \n", "unread"}, {calls, "It depends on the configuration.", "unread"},
		{calls, "`Cart.Add` calls `price.Sum`.", "yes"}, {calls, "`Cart.Add` does not call `price.Sum`.", "no"}, {calls, "The method never calls `price.Sum` directly.", "no"},
		{calls, "`price.Sum` is called by `Cart.Add`.", "yes"}, {calls, "There is no call of `price.Sum` in `Cart.Add`.", "no"}, {calls, "No call to `Sum` appears in its body.", "no"},
		{calls, "Looking at the body of `Cart.Add`, I see that it invokes `price.Sum` at the end.", "yes"},
		{calls, "Looking at the body, I see only calls of `price.Round`.\n\nSo no.", "no"},
		{calls, "Let me think. The method loops over lines.\n\n**Answer: Yes**", "yes"},
		{calls, "Let me think. It does something.\n\n**Final answer:** No.", "no"},
		{calls, "Answer: yes\n\nNo other method does that.", "yes"},
		{calls, "# Answer\n\nNo.\n\n# Reasons\n\nYes, I looked.", "no"},
		{calls, "The answer is yes.", "yes"}, {calls, "The answer to that is: no.", "no"}, {calls, "Short answer: no. Long answer: it calls a helper that does.", "no"},
		{calls, `{"answer": "no"}`, "no"}, {calls, "```json\n{\"answer\": true}\n```", "yes"}, {calls, `{"boolean": false}`, "no"},
		{calls, "Yes, `Cart.Add` does not call `price.Sum`.", "unread"}, {calls, "No, `Cart.Add` calls `price.Sum`.", "unread"},
		{calls, "No doubt about it: yes.", "yes"}, {calls, "Sure, it does.", "yes"}, {calls, "✅ Yes", "yes"}, {calls, "❌", "no"},
		{imports, "`cart.go` does not import `context`.", "no"}, {imports, "It imports `context` for its deadlines.", "yes"}, {imports, "No — only `fmt` and `errors` are imported.", "no"},
		{deprecated, "It is deprecated.", "yes"}, {deprecated, "`Old` has been deprecated since v2; use `New`.", "yes"}, {deprecated, "It is not deprecated.", "no"}, {deprecated, "There is no deprecation notice on it.", "no"}, {deprecated, "It isn’t deprecated.", "no"},
		{exports, "The package does not export `Wipe`.", "no"}, {exports, "There is no exported `Wipe` in the package.", "no"}, {exports, "`cart` exports `Wipe`.", "yes"},
		{contains, "The file contains `out of stock`.", "yes"}, {contains, "That text does not appear in the file.", "no"}, {contains, "The text is not found there.", "no"},
		{passes, "`TestAdd` passes.", "yes"}, {passes, "`TestAdd` fails.", "no"}, {passes, "It fails.", "no"}, {passes, "The test does not pass.", "no"},
		{receiver, "It has a pointer receiver.", "yes"}, {receiver, "It has a value receiver.", "no"},
	} {
		r := question.Read(c.text, c.q)
		got := "unread"
		switch {
		case r.Value != nil && *r.Value.Boolean:
			got = "yes"
		case r.Value != nil:
			got = "no"
		case r.Abstained:
			got = "abstained"
		}
		if r.Hedged {
			got += " hedged"
		}
		if got != c.want {
			t.Errorf("%s: %q is read as %s (%s), want %s", c.q.Kind, c.text, got, r.Reason, c.want)
		}
		if (r.Value != nil) != (len(r.Spans) > 0) || (got == "unread") != (r.Reason != "") {
			t.Errorf("%q: spans %v, reason %q", c.text, r.Spans, r.Reason)
		}
	}
}

// TestReadOther: the other shapes in prose as it is written.
func TestReadOther(t *testing.T) {
	place := question.Answer{Shape: question.Location, Places: []question.Place{{File: "cart/cart.go", Line: 41, First: 41, Last: 60}}}
	where := question.Question{Kind: question.DefinedWhere, Subject: "example.com/shop/cart.Cart.Add", Module: "example.com/shop", Version: "v1.0.0", File: "cart/cart.go", Truth: place}
	set := question.Answer{Shape: question.Names, Names: []question.Name{{"example.com/shop/cart.Cart.Add", "cart.Cart.Add", "Cart.Add", "(*Cart).Add", "Add"}, {"example.com/shop/cart.Cart.Drop", "cart.Cart.Drop", "Cart.Drop", "(*Cart).Drop", "Drop"}}}
	methods := question.Question{Kind: question.Methods, Subject: "example.com/shop/cart.Cart", Package: "example.com/shop/cart", Truth: set}
	nobody := question.Question{Kind: question.Callers, Subject: "example.com/shop/cart.unused", Package: "example.com/shop/cart", Truth: question.Answer{Shape: question.Names, Names: []question.Name{}}}
	three := int64(3)
	count := question.Question{Kind: question.Count, Subject: "example.com/shop/cart.Cart", Object: "methods", Truth: question.Answer{Shape: question.Number, Number: &three}}
	returns := question.Question{Kind: question.Returns, Subject: "example.com/shop/cart.Open", Truth: question.Answer{Shape: question.Signature, Signature: "(*cart.Cart, error)"}}
	takes := question.Question{Kind: question.Takes, Subject: "example.com/shop/cart.Open", Truth: question.Answer{Shape: question.Signature, Signature: "(context.Context, ...any)"}}
	since := question.Question{Kind: question.Since, Subject: "slices.Sort", Truth: question.Answer{Shape: question.Text, Text: []string{"go1.21"}}}
	commit := question.Question{Kind: question.LastChanged, Subject: "example.com/shop/cart.Open", Truth: question.Answer{Shape: question.Text, Text: []string{"0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"}}}
	result := question.Question{Kind: question.FunctionReturns, Subject: "example.com/shop/cart.Label", Object: "cart.Label(3)", Truth: question.Answer{Shape: question.Text, Text: []string{`"no. 3"`}}}
	for _, c := range []struct {
		q    question.Question
		text string
		want question.Outcome
	}{
		{where, "cart/cart.go:41", question.Right}, {where, "`cart/cart.go:41`", question.Right}, {where, "`Cart.Add` is defined in `cart/cart.go` at line 41.", question.Right},
		{where, "It's in cart/cart.go, line 41.", question.Right}, {where, "cart.go:41", question.Right}, {where, "./cart/cart.go:41", question.Right}, {where, "example.com/shop/cart/cart.go:41", question.Right},
		{where, "example.com/shop@v1.0.0/cart/cart.go:41", question.Right}, {where, "You will find it at [cart.go line 41](cart/cart.go#L41).", question.Right}, {where, "cart/cart.go:41-60", question.Right},
		{where, "cart/cart.go:41:1", question.Right}, {where, "**File:** `cart/cart.go`\n**Line:** 41", question.Right}, {where, "File: cart/cart.go\nLines: 41-60", question.Right},
		{where, "`Cart.Add` is declared in `cart/cart.go:41`. It is called in `main.go:12` and tested in `cart/cart_test.go:9`.", question.Right},
		{where, "It is not in `main.go:12` but in `cart/cart.go:41`.", question.Right}, {where, "I think it is `cart/cart.go:41`, but I am not certain.", question.Right},
		{where, "cart/cart.go:45", question.Partial}, {where, "`cart/cart.go`", question.Partial}, {where, "cart/cart.go:400", question.Partial}, {where, "cart/cart.go:30-70", question.Partial},
		{where, "main.go:41", question.Wrong}, {where, "other/cart.go:41", question.Wrong}, {where, "- `cart/cart.go:41`\n- `main.go:12`", question.Partial},
		{where, "I could not find out where it is.", question.Abstained}, {where, "It is defined somewhere in the package.", question.Unread},

		{methods, "`Add` and `Drop`", question.Right}, {methods, "Add, Drop", question.Right}, {methods, "Add and Drop.", question.Right}, {methods, "The methods of `Cart` are `Add` and `Drop`.", question.Right},
		{methods, "`Cart` has two methods: `Add()` and `Drop()`.", question.Right}, {methods, "- `(*Cart).Add(item Item)`: adds an item\n- `(*Cart).Drop(id int)`: drops one", question.Right},
		{methods, "1. **Add** - adds `Item` values\n2. **Drop** - the reverse of `Add`", question.Right}, {methods, "```go\nfunc (c *Cart) Add(item Item)\nfunc (c *Cart) Drop(id int) error\n```", question.Right},
		{methods, "`Cart` (in `cart/cart.go`) has `Add` and `Drop`, but not `Wipe`.", question.Right}, {methods, `["Add", "Drop"]`, question.Right}, {methods, "| Method | Line |\n|---|---|\n| `Add` | 41 |\n| `Drop` | 70 |", question.Right},
		{methods, "cart.Cart.Add, cart.Cart.Drop", question.Right}, {methods, "There are two:\n\n* Add\n* Drop\n\nNeither is deprecated.", question.Right},
		{methods, "`Add`", question.Partial}, {methods, "`Add`, `Drop` and `Wipe`", question.Partial}, {methods, "`Wipe`", question.Wrong}, {methods, "None.", question.Wrong}, {methods, "It has no methods.", question.Wrong},
		{methods, "I do not know its methods.", question.Abstained}, {methods, "Yes.", question.Unread},
		{nobody, "None.", question.Right}, {nobody, "Nobody calls `unused`.", question.Right}, {nobody, "No function calls it.", question.Right}, {nobody, "There are no callers of `cart.unused`.", question.Right}, {nobody, "It is not called by anything.", question.Right}, {nobody, "[]", question.Right},
		{nobody, "`unused` is called by no other function.", question.Right}, {nobody, "`Cart.Add`", question.Wrong},

		{count, "3", question.Right}, {count, "Three.", question.Right}, {count, "There are 3 methods.", question.Right}, {count, "`Cart` has three methods: `Add`, `Drop`, and `Len`.", question.Right}, {count, "**3** (see `cart/cart.go:12`)", question.Right},
		{count, "I count 3 in total, 2 of them exported.", question.Right}, {count, "4", question.Wrong}, {count, "None.", question.Wrong}, {count, "Several.", question.Unread}, {count, "I don't know how many.", question.Abstained},

		{returns, "`(*Cart, error)`", question.Right}, {returns, "`*Cart` and `error`", question.Right}, {returns, "It returns a `*cart.Cart` and an `error`.", question.Right}, {returns, "`func Open(path string) (*Cart, error)`", question.Right},
		{returns, "```go\nfunc Open(path string) (c *Cart, err error)\n```", question.Right}, {returns, "*cart.Cart, error", question.Right}, {returns, "- `*Cart`: the cart\n- `error`: if it fails", question.Right},
		{returns, "(*example.com/shop/cart.Cart, error)", question.Right}, {returns, "`Open` returns `*Cart`.", question.Wrong}, {returns, "`(Cart, error)`", question.Wrong}, {returns, "Nothing.", question.Wrong}, {returns, "`(*other.Cart, error)`", question.Wrong},
		{takes, "`ctx context.Context, args ...interface{}`", question.Right}, {takes, "`(context.Context, ...any)`", question.Right}, {takes, "`func Open(ctx context.Context, args ...any) (*Cart, error)`", question.Right}, {takes, "It takes a `context.Context`.", question.Wrong},

		{since, "Go 1.21", question.Right}, {since, "It was added in Go 1.21.", question.Right}, {since, "`go1.21`", question.Right}, {since, "Since version 1.21.0.", question.Right}, {since, "go1.22", question.Wrong}, {since, "Since a long time.", question.Unread},
		{commit, "0a1b2c3d4e5f", question.Right}, {commit, "Commit `0a1b2c3`.", question.Right}, {commit, "0A1B2C3D4E5F60718293A4B5C6D7E8F901234567", question.Right}, {commit, "deadbee1", question.Wrong}, {commit, "The last one.", question.Unread},
		{result, "`\"no. 3\"`", question.Right}, {result, "`cart.Label(3)` returns `\"no. 3\"`.", question.Right}, {result, "It returns \"no. 3\".", question.Right}, {result, "`\"no. 4\"`", question.Wrong}, {result, "I have no way to run it.", question.Abstained},
	} {
		r := question.Read(c.text, c.q)
		if got := question.Judge(c.q, r); got.Outcome != c.want {
			t.Errorf("%s: %q is %s: %s; read %v; want %s", c.q.Kind, c.text, got.Outcome, got.Reason, r.Value, c.want)
		}
		for _, s := range r.Spans {
			if s.Start < 0 || s.End > len(c.text) || s.Start > s.End {
				t.Errorf("%q: span %v", c.text, s)
			}
		}
	}
}

// TestReadOdd: any bytes are read, in time that grows with their number, and what holds no value is unread.
func TestReadOdd(t *testing.T) {
	questions := []question.Question{yesNo(question.Calls, "a.F", "a.G", true)}
	one := int64(1)
	for _, a := range []question.Answer{
		{Shape: question.Location, Places: []question.Place{{File: "a.go", Line: 1, First: 1, Last: 1}}}, {Shape: question.Names, Names: []question.Name{{"a.F", "F"}}},
		{Shape: question.Number, Number: &one}, {Shape: question.Signature, Signature: "error"}, {Shape: question.Text, Text: []string{"v1.2.3"}},
	} {
		questions = append(questions, question.Question{Kind: question.Since, Subject: "a.F", Truth: a})
	}
	big := 50 << 10
	if os.Getenv("SOOTH_LONG") != "" {
		big = 10 << 20
	}
	for name, text := range map[string]string{
		"empty": "", "NUL": "\x00\x00yes\x00", "invalid UTF-8": "\xff\xfe yes \xc3", "lone marks": "`", "open fence": "```go\nfunc F(", "nested fences": "````\n```\nyes\n```\n````\n~~~\n```",
		"only blanks": strings.Repeat(" \n", 1000), "BOM": "\ufeffyes", "CRLF": "No.\r\n\r\nReally.\r\n", "deep JSON": strings.Repeat("[", 10_000), "brackets": strings.Repeat("(", 50_000), "numbers": strings.Repeat("line 5 ", big/7),
		"words": strings.Repeat("word ", big/5), "spans": strings.Repeat("`a.B` ", big/6), "marks": strings.Repeat("`", big), "lines": strings.Repeat("- x\n", big/4), "one line": strings.Repeat("a,", big/2), "labels": strings.Repeat("Answer: ", big/8), "label lines": strings.Repeat("Answer:\n", big/8), "dots": strings.Repeat(".", big), "tables": strings.Repeat("|a", big/2), "paths": strings.Repeat("a/b.go:1 ", big/9),
	} {
		for _, q := range questions {
			r := question.Read(text, q)
			got := question.Judge(q, r)
			if got.Outcome == "" || got.Reason == "" {
				t.Errorf("%s, %s: %+v", name, q.Truth.Shape, got)
			}
			for _, s := range r.Spans {
				if s.Start < 0 || s.End > len(text) || s.Start > s.End {
					t.Errorf("%s, %s: span %v of %d bytes", name, q.Truth.Shape, s, len(text))
				}
			}
		}
	}
}

// TestReadLarge: an answer of 10 MB is read in seconds, and its end is found where it is marked.
func TestReadLarge(t *testing.T) {
	q := yesNo(question.Calls, "a.F", "a.G", true)
	text := strings.Repeat("words and `a.B` and more. ", 10<<20/26) + "\n\nFinal answer: yes\n"
	started := time.Now()
	r := question.Read(text, q)
	if r.Value == nil || !*r.Value.Boolean || r.Spans[0].Start < 10<<20-100 {
		t.Errorf("%+v", r)
	}
	if took := time.Since(started); took > 20*time.Second {
		t.Errorf("10 MB took %v", took)
	}
}
