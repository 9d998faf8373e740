package check

import "testing"

// vault is a module in which much is nearly true.
func vault(t *testing.T) *Checker {
	t.Helper()
	return shared.checker(t, plant(t, map[string]string{
		"go.mod": "module example.com/vault\n\ngo 1.21\n",
		"vault.go": `// Package vault keeps.
package vault

import (
	"errors"
	"fmt"
	"os"
)

// ErrGone is gone.
var ErrGone = errors.New("gone")

// ErrLost is lost.
var ErrLost = errors.New("lost")

// Vault is a place.
type Vault struct{ file *os.File }

// Open opens.
func Open(path string) (*Vault, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLost, err)
	}
	f.Sync()
	return &Vault{f}, nil
}

// IsGone reports.
func IsGone(err error) bool { return errors.Is(err, ErrGone) }

// Later says what happens later.
func (v *Vault) Later() (func() error, error) {
	if v == nil {
		return nil, errors.New("ErrGone")
	}
	return func() error { return ErrGone }, ErrLost
}

// Pair is two things.
type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

// Swap swaps.
func (p *Pair[K, V]) Swap() *Pair[K, V] { return p }

// Level is how hard it is tried.
const Level = 3

// New makes one.
func New(level int) Pair[string, *Vault] { return Pair[string, *Vault]{} }

// Message is of a protocol: "Vault.didOpen".
const Message = "Vault.didOpen"
`,
	}))
}

// TestNotVerified holds what sounds true and is not: the method of another type, a
// value that is only compared, one that a closure returns, lines that are not there.
func TestNotVerified(t *testing.T) {
	run(t, vault(t), "", []judgement{
		{"`Open` calls `f.Sync`.", []string{"verified structure Open calls f.Sync"}},
		{"`Open` calls `Sync`.", []string{"verified structure Open calls Sync"}},
		{"`Open` calls `Vault.Sync`.", []string{"refuted symbol Vault.Sync", "undecided structure Open calls Vault.Sync: no anchor"}},
		{"`Open` calls `v.Sync`.", []string{"undecided structure Open calls v.Sync: "}},
		{"`Open` returns `ErrLost`.", []string{"verified structure Open returns ErrLost"}},
		{"`Vault.Later` returns `ErrLost`.", []string{"verified structure Vault.Later returns ErrLost"}},
		{"`Vault.Later` returns `ErrGone`.", []string{"undecided structure Vault.Later returns ErrGone: open world"}},
		{"`IsGone` returns `ErrGone`.", []string{"undecided structure IsGone returns ErrGone: open world"}},
		{"`Open` (`vault.go:19-40`) opens.", []string{"verified location Open"}},
		{"`Open` (`vault.go:19-400`) opens.", []string{"refuted citation vault.go:19-400", "undecided location Open: no anchor"}},
	})
}

// TestNotAccused holds what was accused and is true, or cannot be known.
func TestNotAccused(t *testing.T) {
	block := "```go\n"
	run(t, vault(t), "", []judgement{
		{"`Pair.Swap` returns a `*Pair`.", []string{"verified structure Pair.Swap returns *Pair"}},
		{"`New` returns a `*Vault`.", []string{"undecided structure New returns *Vault: open world: it is an argument"}},
		{"Use `New(vault.Level)` for more.", []string{"undecided signature New (vault.Level): ambiguous: a call"}},
		{"Use `New(Open(n))` for more.", []string{"undecided signature New (Open(n)): ambiguous: a call"}},
		{"`Vault.didOpen` is sent, `Vault.didShut` is not.", []string{"undecided symbol Vault.didOpen: ambiguous: Vault.didOpen stands in a string", "refuted symbol Vault.didShut"}},
		{"`IsGone` calls `os.File.Close`.", []string{"refuted structure IsGone calls os.File.Close"}}, // declared for each system
		{"There is no `os.File` to write to.", []string{"undecided symbol os.File: not an assertion: negated"}},
		{"There is no `os.File`.", []string{"undecided symbol os.File: ambiguous"}},
		{"There is no `vault.Open`.", []string{"refuted symbol vault.Open"}},
		{"`Vault` implements `Vault`.", []string{"undecided structure Vault implements Vault: open world"}},
		{block + "package main\n\nfunc main() {\n\tdb := connect()\n\tpostgres.New(db)\n}\n```\n", []string{"undecided code file: no anchor: a fragment"}},
		{block + "package main\n\nfunc main() {\n\tdb := postgres.New()\n\t// ... go on\n}\n```\n", []string{"undecided code file: no anchor: a fragment"}},
		{block + "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(db)\n\t// ...\n}\n```\n", []string{"refuted code file"}},
		{block + "package main\n\nimport \"fmt\"\n\nfunc main() {\n\t// ... connect\n\tfmt.Println(db)\n}\n```\n", []string{"undecided code file: no anchor: a fragment"}},
		{block + "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(db)\n}\n```\n", []string{"refuted code file"}},
	})
	run(t, shared.checker(t, plant(t, map[string]string{"diff/diff.go": "package diff\n\n// Lines counts.\nfunc Lines(s string) int { return 0 }\n"})), "", []judgement{
		{block + "n := diff.Lines(\"a\")\n_ = n\n```\n", []string{"undecided code statements: "}},
	})
}

// TestBlocksOfModules: a block of code is judged in the context of the module
// whose packages it imports, wherever in the tree that lies.
func TestBlocksOfModules(t *testing.T) {
	program := func(call string) string {
		return "```go\npackage main\n\nimport \"example.com/m/b/inner\"\n\nfunc main() { " + call + " }\n```\n"
	}
	run(t, shared.checker(t, plant(t, map[string]string{
		"go.work":          "go 1.21\n\nuse (\n\t./a\n\t./b\n)\n",
		"a/go.mod":         "module example.com/m/a\n\ngo 1.21\n",
		"a/a.go":           "package a\n\n// Run runs.\nfunc Run() {}\n",
		"b/go.mod":         "module example.com/m/b\n\ngo 1.21\n",
		"b/inner/inner.go": "package inner\n\n// Do does.\nfunc Do() {}\n",
	})), "docs/guide.md", []judgement{
		{program("inner.Do()"), []string{"verified code file"}},
		{program("inner.Dont()"), []string{"refuted code file"}},
		{"```go\na.Run()\n```\n", []string{"verified code statements"}},
		{"```go\na.Walk()\na.Run()\n```\n", []string{"refuted code statements"}},
	})
}

// TestTextIsNoWitness: what a text says is not true because the text, or another
// one for people, lies in the tree.
func TestTextIsNoWitness(t *testing.T) {
	const text = "Use `well.Drew` and `pumpe()`.\n"
	want := []judgement{{text, []string{"refuted symbol well.Drew => well.Draw", "refuted symbol pumpe => pump"}}}
	files := map[string]string{
		"go.mod": "module example.com/well\n\ngo 1.21\n", "well.go": "package well\n\n// Draw draws.\nfunc Draw() { pump() }\n\nfunc pump() {}\n",
	}
	for _, name := range []string{"answer.md", "answer.txt", "answer"} {
		files[name] = text
		run(t, shared.checker(t, plant(t, files)), name, want)
		delete(files, name)
	}
	files["other.txt"] = "Somebody else speaks of pumpe, and of Drew.\n"
	run(t, shared.checker(t, plant(t, files)), "", []judgement{{text, []string{"refuted symbol well.Drew => well.Draw", "undecided symbol pumpe: ambiguous: only in prose at other.txt:1"}}})
}

// TestNamesOfTests: names of tests are known by their package, that of an external
// test too; what an embedded type of another package keeps to itself is not missing.
func TestNamesOfTests(t *testing.T) {
	run(t, shared.checker(t, plant(t, map[string]string{
		"go.mod":          "module example.com/kiln\n\ngo 1.21\n",
		"kiln.go":         "package kiln\n\nimport \"example.com/kiln/core\"\n\n// Kiln is hot.\ntype Kiln struct{ core.Core }\n\n// Light lights.\nfunc Light() {}\n",
		"core/core.go":    "package core\n\n// Core is within.\ntype Core struct {\n\tinnerHeat int\n\tdeep\n}\n\ntype deep struct{ oldFlame int }\n",
		"kiln_test.go":    "package kiln\n\nfunc within() {}\n",
		"example_test.go": "package kiln_test\n\nimport \"example.com/kiln\"\n\ntype probe struct{ Depth int }\n\nfunc ExampleLight() { kiln.Light() }\n",
	})), "", []judgement{
		{"See `kiln_test.ExampleLight` and `kiln_test.probe.Depth`.", []string{"verified symbol kiln_test.ExampleLight", "verified symbol kiln_test.probe.Depth"}},
		{"`kiln_test.ExampleLight` calls `kiln.Light`.", []string{"verified structure kiln_test.ExampleLight calls kiln.Light"}},
		{"See `kiln.within` and `kiln_test.ExampleDark`.", []string{"verified symbol kiln.within", "refuted symbol kiln_test.ExampleDark => kiln_test.ExampleLight"}},
		{"See `Kiln.innerHeat`, `kiln.Kiln.oldFlame` and `Kiln.newFlame`.", []string{
			"undecided symbol Kiln.innerHeat: ambiguous: core.Core, which it embeds", "undecided symbol kiln.Kiln.oldFlame: ambiguous: core.deep", "refuted symbol Kiln.newFlame => deep.oldFlame",
		}},
	})
}

// TestOpenTypes: what embeds something unknown leaves its package closed, and what is
// a constraint has no members that are not known.
func TestOpenTypes(t *testing.T) {
	run(t, shared.checker(t, plant(t, map[string]string{
		"go.mod":         "module example.com/mill\n\ngo 1.21\n",
		"mill.go":        "package mill\n\n// Pointer is of T.\ntype Pointer[T any] interface {\n\t*T\n\tGrind()\n}\n\n// Mill grinds.\ntype Mill struct{}\n",
		"wheel/wheel.go": "package wheel\n\n// struct s { int x; };\nimport \"C\"\n\n// Wheel turns.\ntype Wheel struct{ C.struct_s }\n\n// Axle holds one.\ntype Axle struct{ *Wheel }\n\n// Spoke is apart.\ntype Spoke struct{}\n",
	})), "", []judgement{
		{"Use `mill.Grain`, `Mill.Grain` and `Pointer.Grain`.", []string{"refuted symbol mill.Grain => Pointer.Grind", "refuted symbol Mill.Grain => Pointer.Grind", "refuted symbol Pointer.Grain => Pointer.Grind"}},
		{"Use `wheel.Rim`, `Spoke.Rim`, `Wheel.Rim` and `Axle.Rim`.", []string{
			"refuted symbol wheel.Rim", "refuted symbol Spoke.Rim", "undecided symbol Wheel.Rim: open world", "undecided symbol Axle.Rim: open world",
		}},
		{"Use `net.DialTimeoutt`, `runtime.Versoin` and `net.IP.Equall`.", []string{
			"refuted symbol net.DialTimeoutt => net.DialTimeout", "refuted symbol runtime.Versoin => runtime.Version", "refuted symbol net.IP.Equall => net.IP.Equal",
		}},
	})
}

// TestForeignTypes: a type of another package that has the same name is another type.
func TestForeignTypes(t *testing.T) {
	run(t, shared.checker(t, plant(t, map[string]string{
		"go.mod":           "module example.com/go-dye\n\ngo 1.21\n",
		"dye.go":           "package dye\n\nimport \"reflect\"\n\n// Kind is ours.\ntype Kind int\n\n// Mix mixes.\nfunc Mix(a Kind) Kind { return a }\n\nvar _ reflect.Kind\n",
		"vat/yarn.v2/y.go": "package yarn\n\n// Skein is wound.\ntype Skein struct{}\n\n// Wind winds.\nfunc Wind() *Skein { return nil }\n",
	})), "", []judgement{
		{"`Mix` returns `Kind`, and `Mix` returns `dye.Kind`.", []string{"verified structure Mix returns Kind", "verified structure Mix returns dye.Kind"}},
		{"`Mix` returns `reflect.Kind`.", []string{"undecided structure Mix returns reflect.Kind: ambiguous"}},
		{"`Mix` takes a `reflect.Kind`.", []string{"undecided structure Mix takes reflect.Kind: ambiguous"}},
		{"`Wind` returns `*yarn.Skein`.", []string{"verified structure Wind returns *yarn.Skein"}},
		{"- `func Mix(a dye.Kind) dye.Kind`", []string{"verified signature Mix (a dye.Kind) dye.Kind"}},
		{"- `func Mix(a reflect.Kind) reflect.Kind`", []string{"undecided signature Mix (a reflect.Kind) reflect.Kind: ambiguous"}},
	})
}

// TestMigration: a guide to a migration names what was.
func TestMigration(t *testing.T) {
	for name, outcome := range map[string]string{
		"docs/MIGRATION.md": "undecided symbol vault.Begin: not an assertion", "migrationguide.md": "undecided symbol vault.Begin: not an assertion", "docs/migrations.md": "refuted symbol vault.Begin", "UPGRADING.md": "undecided symbol vault.Begin: not an assertion",
		"docs/decisions/7.md": "undecided symbol vault.Begin: not an assertion", "notes/2026-10-03-vault.md": "undecided symbol vault.Begin: not an assertion", "docs/guide.md": "refuted symbol vault.Begin",
	} {
		run(t, vault(t), name, []judgement{{"Call `vault.Begin` first.", []string{outcome}}})
	}
}
