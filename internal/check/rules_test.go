package check

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReadFaults holds what readers found to be judged wrongly, and was mended.
func TestReadFaults(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/clock\n\ngo 1.22\n",
		"clock.go": `// Package clock measures.
package clock

import (
	"context"
	"go/ast"
	"go/types"
	"net"
	"net/http"
	"os/signal"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"text/template"
	"time"
)

// Timer times.
type Timer struct {
	sync.Mutex
	begin time.Time
}

// ObserveDuration stops nothing.
func (t *Timer) ObserveDuration() time.Duration { return time.Since(t.begin) }

type Base struct{ Name string }

func (Base) Close() error { return nil }

type Top struct {
	*Base
	Count int
	Run   func()
}

type Handler func(string) error

var (
	_ context.Context
	_ ast.Node
	_ types.Type
	_ net.Conn
	_ http.Handler
	_ reflect.Type
	_ testing.TB
	_ = signal.Notify
	_ = runtime.GC
)

type Fault struct{ error }

func Wrap(err error, message string) *Fault { return &Fault{err} }

func Render() *template.Template { return template.New("x") }
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, shared.checker(t, dir), "", []judgement{
		// A type of the tree has the name of another package's, which has the member in one file of very many with that word.
		{"`time.Timer.Stop` is declared as `func (t *Timer) Stop() bool` there.", []string{"verified symbol time.Timer.Stop"}},
		{"- `func (t *Timer) Stop() bool`\n", []string{"undecided symbol (*Timer).Stop: external"}},
		{"`Timer.Stop` is called at the end, `Timer.Stopp` is not.", []string{"undecided symbol Timer.Stop: external", "refuted symbol Timer.Stopp"}},
		{"Call `(*time.Timer).Stop` or `(*net/http.Client).CloseIdleConnections`, never `(*time.Timer).Halt`.",
			[]string{"verified symbol (*time.Timer).Stop", "verified symbol (*net/http.Client).CloseIdleConnections"}},
		{"Call `(*time.Timer).Halt`.", []string{"refuted symbol (*time.Timer).Halt"}},

		// An embedded type of the language is a field, and a type all the same.
		{"- `Wrap(error, string) *Fault`", []string{"verified signature Wrap (error, string) *Fault"}},

		// Packages whose paths look like media types.
		{"`clock.go` imports `text/template`.", []string{"verified structure clock.go imports text/template"}},
		{"`clock.go` imports `text/tabwriter` and `image/png`.", []string{"refuted structure clock.go imports text/tabwriter", "refuted structure clock.go imports image/png"}},
		{"It answers with `text/html` or `image/png`.", nil},

		// A field is declared by its type, and what is promoted by another one.
		{"`Count` is declared in package `clock`.", []string{"undecided structure Count declared in clock: ambiguous"}},
		{"`Name` is declared in `Top`.", []string{"undecided structure Name declared in Top: ambiguous"}},
		{"`Name` is declared in `Base`. `Count` is declared in `Top`.", []string{"verified structure Name declared in Base", "verified structure Count declared in Top"}},

		// What types of other packages embed.
		{"`bufio.ReadWriter` embeds `*bufio.Reader`.", []string{"verified structure bufio.ReadWriter embeds *bufio.Reader"}},
		{"`http.Server` embeds `sync.Mutex`. `io.ReadWriter` embeds `io.Reader`, and `io.Reader` embeds `io.Writer`.",
			[]string{"refuted structure http.Server embeds sync.Mutex", "verified structure io.ReadWriter embeds io.Reader", "refuted structure io.Reader embeds io.Writer"}},

		// What a label above says is no more.
		{"* OLD:\n\n```go\npackage main\n\nimport \"example.org/clock\"\n\nvar _ = clock.Renderer()\n\nfunc main() {}\n```\n\n* NEW:\n\n```go\npackage main\n\nimport \"example.org/clock\"\n\nvar _ = clock.Render()\n\nfunc main() {}\n```\n",
			[]string{"undecided code file: not an assertion: past", "verified code file"}},

		// Kinds of members, numbers of results, kinds of types.
		{"`Count` is a method of `Top`. `Top` has a field `Close`.", []string{"refuted structure Top has method Count => field", "refuted structure Top has field Close => method"}},
		{"`Run` is a method of `Top`.", []string{"undecided structure Top has method Run: ambiguous"}},
		{"`Top` has no method `Count`.", []string{"verified structure Top has method Count"}},
		{"`ObserveDuration` returns `(time.Duration, error)`.", []string{"refuted structure ObserveDuration returns (time.Duration, error) => func (t *Timer) ObserveDuration() time.Duration"}},
		{"`Handler` is an interface. `Handler` is a type.", []string{"refuted structure Handler is interface => type", "verified structure Handler is type"}},
		{"There is no `Top.Run()`, there is no `Top.Close()`.", []string{"undecided symbol Top.Run: ambiguous", "refuted symbol Top.Close"}},
	})
}
