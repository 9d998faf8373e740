package check

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/oracle"
)

func lines[T any](t *testing.T, file string) []T {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []T
	for s := bufio.NewScanner(f); s.Scan(); {
		var v T
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		t.Fatalf("%s is empty", file)
	}
	return list
}

// TestMentions: 60 mentions of five repositories' documentation that nothing in
// a tree resolves and that are right all the same are not accused, in sentences
// that say nothing of why.
func TestMentions(t *testing.T) {
	type mention struct{ Mention, Reason, File string }
	accused := 0
	for _, m := range lines[mention](t, "testdata/mentions.jsonl") {
		if strings.HasPrefix(m.Reason, "WRONG") {
			continue
		}
		accused++
		for _, text := range []string{"`%s` does it.", "- `%s`: what it says", "Use `%s` with `NewServer` and `shop.MaxItems`.", "| Name | What |\n|---|---|\n| `%s` | nothing |\n", "[`%s`](shop.go)"} {
			text = fmt.Sprintf(text, m.Mention)
			for _, name := range []string{"", m.File} {
				verdicts, err := shop(t).Check(context.Background(), name, text)
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range verdicts {
					if v.Outcome == oracle.Refuted {
						t.Errorf("%q (%s) is accused: %s: %s", text, m.Reason, v.Claim.Subject, v.Reason)
					}
				}
			}
		}
	}
	if accused != 60 {
		t.Errorf("%d mentions, want 60", accused)
	}
}

// TestTraps: what only looks like a claim about this tree is not accused.
func TestTraps(t *testing.T) {
	for class, texts := range map[string][]string{
		"composed at run time": {"The metric `shop_store_writes_total` and the label `__meta_shop_zone`.", "Set `SHOP_FLUSH_INTERVAL` to 3."},
		"history":              {"## v1.2.0\n\n- `shop.NewSerwer` is fixed", "`Server.Shut` was removed.", "Formerly it was called `shop.NewSerwer`."},
		"external":             {"It uses `github.com/acme/widgets/v2` and `widgets.NewThing()`.", "`viper.ReadInConfig()` reads it."},
		"example value":        {"For example, `cmd/root.go:12` calls `shop.NewSerwer`.", "Create `store/my_file.go` and call `myHandler()`."},
		"route":                {"Ask `/api/v1/shop:12` or `/-/reload`."},
		"other repository":     {"See `other-repo/internal/x.go:12` and https://github.com/a/b/blob/main/shop.go#L900."},
		"planned":              {"`shop.NewSerwer` will come.", "`shop.NewSerwer` is not implemented yet.", "We should call `Server.Shut()`."},
		"absolute path":        {"It lies in `/var/lib/shop/store.go:12`."},
		"hash":                 {"Fixed in `e7ff3ba` and `cb45666`."},
		"generated":            {"`bin/shop.go:3` and `coverage.html` are made, as is `store/made_by_make.go`."},
		"alternation":          {"`reads/writes_mapping`, `Server.Close/Shut` and `shop.go/shup.go`"},
		"glob":                 {"All of `store/*_gone.go` and `internal/*/x.go:3`."},
		"template":             {"`$ROOT/store/gone.go:3`, `<dir>/gone.go:3` and `{name}.go:3`"},
		"negated":              {"There is no `Server.Shut`.", "It does not use `shop.NewSerwer`.", "`Server` has no `Shut` method.", "`NewServer` never calls `shut()`."},
		"operator":             {"`>/`, `=~`, `a + b`, `/*...*/`"},
		"media type":           {"`application/json` and `text/x-shop.go`"},
		"label":                {"`layer4`, `area/store`, `kind/bug`"},
		"another language":     {"In Python, `shop.new_server()`.", "`time.sleep(3)` waits.", "```python\nshop.NewSerwer()\n```\n"},
		"the text's own":       {"```go\nfunc helper() {}\n```\n\nHere `helper()` does it.", "```go\nx := startAll(1)\n```\n\n`startAll()` is yours."},
		"question":             {"Is there `shop.NewSerwer`?"},
		"hedged":               {"Perhaps `shop.NewSerwer` does it."},
		"conditional":          {"If `shop.NewSerwer` existed, it would do."},
		"words":                {"The `status` is `thanos`.", "`name` and `value`"},
	} {
		for _, text := range texts {
			verdicts, err := shop(t).Check(context.Background(), "", text)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range verdicts {
				if v.Outcome == oracle.Refuted {
					t.Errorf("%s: %q: accused: %s %s %s: %s", class, text, v.Claim.Kind, v.Claim.Subject, v.Claim.Place, v.Reason)
				}
			}
		}
	}
}

// TestFixes: of one-word mends in real documentation, the right word is never
// accused in a tree that has it, and the wrong one is where something ties it to
// the tree.
func TestFixes(t *testing.T) {
	type fix struct{ Wrong, Right, Line, File string }
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list := lines[fix](t, "testdata/fixes.jsonl")
	var b strings.Builder
	b.WriteString("package fixed\n\ntype Command struct {\n\tRun, PreRun, PostRun, PersistentPreRun, PersistentPostRun func()\n}\n\nvar words = []string{\n")
	for _, f := range list {
		fmt.Fprintf(&b, "\t%q,\n", strings.Trim(f.Right, "*()"))
	}
	b.WriteString("}\n")
	write("go.mod", "module example.com/fixed\n\ngo 1.24\n")
	write("fixed.go", b.String())
	c := shared.checker(t, dir)
	found := 0
	for _, f := range list {
		for _, right := range []bool{false, true} {
			text := f.Line
			if right {
				text = strings.ReplaceAll(text, f.Wrong, f.Right)
			}
			verdicts, err := c.Check(context.Background(), f.File, text)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range verdicts {
				switch {
				case v.Outcome != oracle.Refuted:
				case right || !strings.Contains(f.Wrong, v.Claim.Subject):
					t.Errorf("%q: accused: %s: %s", text, v.Claim.Text, v.Reason)
				default:
					found++
					if v.Suggestion != strings.Trim(f.Right, "()") {
						t.Errorf("%s: did you mean %q, want %q", f.Wrong, v.Suggestion, f.Right)
					}
				}
			}
		}
	}
	if found == 0 {
		t.Error("none of the wrong words was found")
	}
	t.Logf("%d of %d wrong words refuted", found, len(list))
}
