package golang

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"sooth/lang"
	"sooth/oracle/code"
	"sooth/score"
)

var update = flag.Bool("update", false, "write what cases are found to be into them, and the table into docs/format/code.md; look at every line of the difference")

// sharedCache lets the tests of the package read a module once.
var sharedCache = NewMemoryCache(memoryCacheSize)

// classified is one case: a program and what is to be found in it.
type classified struct {
	name    string
	archive *txtar.Archive
	program lang.Program
	want    string
}

// cases reads testdata/cases: the comment says what the case shows, "target:" in
// its last line the target; the file "want" holds the expectation.
func cases(t testing.TB) []classified {
	t.Helper()
	names, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(names) < 40 {
		t.Fatalf("%d cases: %v; the table promises at least 40", len(names), err)
	}
	var list []classified
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		k := classified{name: strings.TrimSuffix(filepath.Base(name), ".txtar"), archive: a}
		k.program.Target = lang.Target{Language: "go", Version: "1.26"}
		if _, v, ok := strings.Cut(string(a.Comment), "target: "); ok {
			k.program.Target.Version = strings.TrimSpace(v)
		}
		for _, f := range a.Files {
			switch f.Name {
			case "want":
				k.want = string(f.Data)
			case "go.mod", "go.sum":
				k.program.Module.Files = append(k.program.Module.Files, lang.File{Name: f.Name, Text: string(f.Data)})
			default:
				k.program.Files = append(k.program.Files, lang.File{Name: f.Name, Text: string(f.Data)})
			}
		}
		list = append(list, k)
	}
	return list
}

// describe writes what was found, one line each.
func describe(r lang.Report, criteria map[string]score.Result, target string) string {
	var b strings.Builder
	for _, c := range []string{score.Compiles, score.Exists, score.Available, score.Current} {
		fmt.Fprintf(&b, "%s: %s\n", c, criteria[c].Outcome)
	}
	for _, p := range r.Problems {
		message, _, _ := strings.Cut(p.Message, "\n")
		fmt.Fprintf(&b, "%s: %s: %s\n", p.Span, p.Kind, message)
		line := func(name, value string) {
			if value != "" {
				fmt.Fprintf(&b, "\t%s: %s\n", name, value)
			}
		}
		line("symbol", p.Symbol)
		if p.Accuses {
			line("accused", counts.ReplaceAllString(strings.ReplaceAll(p.Evidence, r.Toolchain, "GO"), "N ${1}s"))
		}
		line("unsure", p.Unsure)
		line("suggestion", p.Suggestion)
	}
	for _, f := range r.References {
		if f.Deprecated != "" {
			fmt.Fprintf(&b, "%s: deprecated: %s: use %s (known: %v, since %s)\n", f.Span, strings.TrimSuffix(f.Package+"."+f.Symbol, "."), f.Replacement, f.ReplacementKnown, f.ReplacementSince)
		}
		if f.Since != "" && version.Compare("go"+f.Since, "go"+target) > 0 {
			fmt.Fprintf(&b, "%s: too new: %s since %s\n", f.Span, strings.TrimSuffix(f.Package+"."+f.Symbol, "."), f.Since)
		}
	}
	for _, f := range r.Open {
		fmt.Fprintf(&b, "open: %s: %s\n", f.Package, f.Reason)
	}
	return b.String()
}

// counts are what differs between releases of the standard library.
var counts = regexp.MustCompile(`\b\d+ (file|time|package)s?\b`)

// TestCases holds every case against what it says is to be found.
func TestCases(t *testing.T) {
	c := newChecker(t, sharedCache)
	list := cases(t)
	var modules []lang.Module
	for _, k := range list {
		modules = append(modules, k.program.Module)
	}
	var missing *MissingError
	if err := Download(context.Background(), goTool(t), modules); errors.As(err, &missing) && missing.Err != nil {
		t.Skipf("the modules of the cases cannot be had: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, k := range list {
		t.Run(k.name, func(t *testing.T) {
			r, err := c.Check(context.Background(), k.program)
			if err != nil {
				t.Fatal(err)
			}
			judged, err := code.New(c).Judge(context.Background(), k.program)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(r, judged.Criteria, k.program.Target.Version)
			if *update {
				k.archive.Files = slices.DeleteFunc(k.archive.Files, func(f txtar.File) bool { return f.Name == "want" })
				k.archive.Files = append(k.archive.Files, txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile("testdata/cases/"+k.name+".txtar", txtar.Format(k.archive), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != k.want {
				t.Errorf("got:\n%swant:\n%s", got, k.want)
			}
		})
	}
	t.Run("table", func(t *testing.T) { table(t, cases(t)) })
}

// Marks in docs/format/code.md between which the table stands.
const (
	tableBegin = "<!-- table of cases: written by go test ./lang/golang -run TestCases -update -->\n"
	tableEnd   = "<!-- end of the table of cases -->\n"
	tableFile  = "../../docs/format/code.md"
)

// table holds the table in the documentation against the cases.
func table(t *testing.T, list []classified) {
	var b bytes.Buffer
	b.WriteString("| case | what the program does | kind | symbol | compiles | exists | available | current |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, k := range list {
		comment, _, _ := strings.Cut(strings.TrimSpace(string(k.archive.Comment)), "\ntarget:")
		row := []string{"`" + k.name + "`", strings.Join(strings.Fields(comment), " "), "–", "–", "", "", "", ""}
		for line := range strings.Lines(k.want) {
			line = strings.TrimSuffix(line, "\n")
			for i, c := range []string{score.Compiles, score.Exists, score.Available, score.Current} {
				if v, ok := strings.CutPrefix(line, c+": "); ok {
					row[4+i] = v
				}
			}
			if parts := strings.SplitN(line, ": ", 3); row[2] == "–" && strings.Contains(parts[0], ".go") && len(parts) == 3 {
				row[2] = parts[1]
				if row[2] == "too new" {
					row[2] = string(score.TooNew)
				}
				if parts[1] == "too new" || parts[1] == "deprecated" {
					symbol, _, _ := strings.Cut(parts[2], ":")
					symbol, _, _ = strings.Cut(symbol, " since")
					row[3] = "`" + symbol + "`"
				}
			}
			if v, ok := strings.CutPrefix(line, "\tsymbol: "); ok && row[3] == "–" {
				row[3] = "`" + v + "`"
			}
		}
		fmt.Fprintf(&b, "| %s |\n", strings.ReplaceAll(strings.Join(row, " | "), "\n", " "))
	}
	text, err := os.ReadFile(tableFile)
	if err != nil && !(*update && os.IsNotExist(err)) {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), tableBegin)
	old, after, ok2 := strings.Cut(rest, tableEnd)
	if *update {
		if !ok || !ok2 {
			t.Fatalf("%s has no marks for the table", tableFile)
		}
		if err := os.WriteFile(tableFile, []byte(before+tableBegin+b.String()+tableEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != b.String() {
		t.Errorf("the table in %s does not say what the cases say; run go test ./lang/golang -run TestCases -update", tableFile)
	}
}
