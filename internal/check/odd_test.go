package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/fact/factmem"
	"sooth/oracle"
)

// plant writes a tree.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestOddTrees: in trees that cannot be read completely no name is accused, and
// files still have lines.
func TestOddTrees(t *testing.T) {
	const text = "`m.Missing` and `T.Missing` (`a.go:2`) call `Missing()`, see `a.go:1`, `a.go:900` and [it](a.go#L1)."
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"empty":         {nil, nil},
		"without Go":    {map[string]string{"a.go.txt": "x\n", "a.yaml": "x: 1\n"}, nil},
		"no module":     {map[string]string{"a.go": "package m\n\ntype T struct{}\n"}, []string{"verified citation a.go:1", "refuted citation a.go:900"}},
		"broken":        {map[string]string{"go.mod": "module m\n", "a.go": "package m\n\ntype T struct {\n"}, []string{"verified citation a.go:1", "refuted citation a.go:900"}},
		"not compiling": {map[string]string{"go.mod": "module m\n", "a.go": "package m\n\ntype T struct{ Gone }\n"}, []string{"verified citation a.go:1", "refuted citation a.go:900"}},
		"cycle":         {map[string]string{"go.mod": "module m\n", "a.go": "package m\n\nimport _ \"m/n\"\n\ntype T struct{}\n", "n/n.go": "package n\n\nimport _ \"m\"\n"}, []string{"verified citation a.go:1", "refuted citation a.go:900"}},
		"embeds C":      {map[string]string{"go.mod": "module m\n", "a.go": "package m\n\n// struct s { int x; };\nimport \"C\"\n\ntype T struct{ C.struct_s }\n"}, []string{"verified citation a.go:1", "refuted citation a.go:900"}},
		"odd names":     {map[string]string{"go.mod": "module m\n", "a.go": "package m\n\ntype T struct{ other }\n\ntype other = interface{ Gone() }\n", "ü b/c d.go": "package x\n"}, []string{"verified citation a.go:1"}},
	} {
		t.Run(name, func(t *testing.T) {
			checker := (&trees{open: map[string]*Checker{}}).checker(t, plant(t, c.files))
			verdicts, err := checker.Check(context.Background(), "", text)
			if err != nil || len(verdicts) == 0 {
				t.Fatalf("%d verdicts, %v", len(verdicts), err)
			}
			var all []string
			for _, v := range verdicts {
				all = append(all, said(v))
				if name == "embeds C" && v.Claim.Subject == "m.Missing" {
					continue // C gives the package no names
				}
				open := name != "no module" && name != "odd names" && name != "cycle"
				if v.Outcome == oracle.Refuted && v.Claim.Kind != "citation" && open {
					t.Errorf("accused: %s: %s", said(v), v.Reason)
				}
			}
			for _, w := range c.want {
				if !strings.Contains("\n"+strings.Join(all, "\n")+"\n", "\n"+w+"\n") {
					t.Errorf("want %q among\n%s", w, strings.Join(all, "\n"))
				}
			}
		})
	}
}

// TestOddTexts: any bytes are a text.
func TestOddTexts(t *testing.T) {
	c := shop(t)
	for name, text := range map[string]string{
		"empty":       "",
		"not UTF-8":   "`\xff\xfe.\x80` (`shop.go:\xff`) `shop.\xffNewServer`",
		"NUL":         "`shop.New\x00Server` and `shop.go\x00:3`",
		"fences":      "````\n```go\npackage main\n```\n````\n> ```go\n> x := shop.NewSerwer()\n",
		"long name":   "`" + strings.Repeat("a.", 50_000) + "b`",
		"deep":        "`" + strings.Repeat("(", 5000) + strings.Repeat(")", 5000) + "`",
		"long path":   "`" + strings.Repeat("a/", 5000) + "b.go:3`",
		"odd numbers": "`shop.go:0`, `shop.go:99999999999999999999`, `shop.go:-3`, `shop.go:3-`",
	} {
		if _, err := c.Check(context.Background(), "", text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	many := strings.Repeat("`shop.NewServer` (`shop.go:38`) calls `find`, and `NewSerwer()` does not.\n\n", 17_000)
	verdicts, err := c.Check(context.Background(), "", many)
	if err != nil || len(verdicts) < 100_000 {
		t.Errorf("%d verdicts, %v", len(verdicts), err)
	}
	for i := 1; i < len(verdicts); i++ {
		if verdicts[i].Claim.Offset < verdicts[i-1].Claim.Offset {
			t.Fatal("verdicts are out of order")
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Check(ctx, "", many); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestOpenRefuses names what is missing.
func TestOpenRefuses(t *testing.T) {
	for name, o := range map[string]Options{
		"no store":   {Dir: t.TempDir()},
		"no folder":  {Dir: filepath.Join(t.TempDir(), "gone"), Store: factmem.New()},
		"not a tree": {Dir: "odd_test.go", Store: factmem.New()},
	} {
		if _, err := Open(context.Background(), o); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
}

// TestSameBytes: verdicts do not depend on what was asked before.
func TestSameBytes(t *testing.T) {
	text := "`shop.NewSerwer`, `NewSerwer()`, `flush_intervall`, `Server.Lookup`, `storage_path` and `shop.go:3`. `NewServer` calls `find`."
	c := shop(t)
	var first []string
	for range 3 {
		n, err := Open(context.Background(), c.options)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			verdicts, err := n.Check(context.Background(), "", text)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, v := range verdicts {
				all = append(all, said(v)+v.Reason+strings.Join(v.Witnesses, ";"))
			}
			if first == nil {
				first = all
			}
			if strings.Join(first, "\n") != strings.Join(all, "\n") {
				t.Fatalf("got\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(first, "\n"))
			}
		}
	}
}
