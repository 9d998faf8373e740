package generate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/oracle/behave"
	"sooth/question"
)

// TestMain lets the test binary be the init of a sandbox.
func TestMain(m *testing.M) {
	if sandbox.Init(os.Args) {
		return
	}
	os.Exit(m.Run())
}

// TestExecute asks what code does that was written for it, in a real sandbox.
func TestExecute(t *testing.T) {
	ctx := context.Background()
	box, err := sandbox.Find(ctx, os.Environ())
	if errors.Is(err, sandbox.ErrNone) {
		t.Skip("SKIPPED: no sandbox: kinds that execute code are not tested: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := toolchain.Find(ctx, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/calc\n\ngo 1.24\n",
		"calc.go": `package calc

import (
	"fmt"
	"math/rand"
	"os"
	"strings"
)

func Double(s string) string { return strings.Repeat(s, 2) }

func Positive(n bool) int {
	if !n {
		panic("not positive")
	}
	return 1
}

func Half(b bool) (bool, error) { return !b, nil }

func Dice() int { return rand.Int() }

func Home() string { return fmt.Sprint(os.Getenv("HOME")) }
`,
		"calc_test.go": `package calc

import "testing"

func TestDoubleTwice(t *testing.T) {
	if Double("a") != "aa" {
		t.Fatal()
	}
}

func TestHalfWrong(t *testing.T) {
	if v, _ := Half(true); v {
		return
	}
	t.Fatal("fails on purpose")
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o := indexed(t, dir)
	o.Kinds = []question.Kind{question.TestPasses, question.FunctionReturns, question.Panics}
	o.Observer = behave.New(behave.Options{Go: g, Sandbox: box, Scratch: t.TempDir()})
	r, err := Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, q := range r.Questions {
		got[string(q.Kind)+" "+q.Subject+" "+q.Object] = told(q)
	}
	for key, truth := range map[string]string{
		"test-passes example.com/calc.TestDoubleTwice ":                  "true",
		"test-passes example.com/calc.TestHalfWrong ":                    "false",
		"panics example.com/calc.Positive calc.Positive(false)":          "true",
		"panics example.com/calc.Positive calc.Positive(true)":           "false",
		"function-returns example.com/calc.Positive calc.Positive(true)": "1",
		"function-returns example.com/calc.Half calc.Half(true)":         "false, nil",
	} {
		if got[key] != truth {
			t.Errorf("%s: %q, by hand %q", key, got[key], truth)
		}
	}
	doubles := 0
	for _, q := range r.Questions {
		switch q.Subject {
		case "example.com/calc.Dice", "example.com/calc.Home":
			t.Errorf("%s is asked: %s", q.Subject, q.Object)
		case "example.com/calc.Double":
			doubles++
			if len(q.Truth.Text) == 0 || len(q.Truth.Text[0]) < 2 || q.Truth.Text[0][0] != '"' {
				t.Errorf("%s is %v", q.Object, q.Truth.Text)
			}
		}
	}
	if doubles < 3 {
		t.Errorf("%d calls of Double", doubles)
	}
	o.Observer = nil
	if r, err := Run(ctx, o); err != ErrNothing || len(r.Report.Absent) != 3 || r.Report.Absent[0].Reason != notExecuted {
		t.Errorf("without a sandbox: %v, %+v", err, r.Report.Absent)
	}
}
