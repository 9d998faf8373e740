package behave

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/internal/sandbox"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/score"
)

// double is an item with the tests of doubleTest.
func double(id, code string) Item {
	return Item{
		ID:     id,
		Files:  []lang.File{{Name: "solution.go", Text: "package solution\n\n" + code + "\n"}},
		Module: lang.Module{Files: []lang.File{{Name: "go.mod", Text: "module solution\n\ngo 1.24\n"}}},
		Tests:  []lang.File{{Name: "solution_test.go", Text: doubleTest}},
	}
}

const rightDouble = "func Double(n int) int { return 2 * n }"

// Without a sandbox nothing is built or run, and the reason says what to do.
func TestWithoutSandbox(t *testing.T) {
	o := New(Options{Go: goCommand(t), SandboxReason: "not available: nothing here; hint: install one"})
	r := judge(t, o, []Item{double("a", rightDouble)})["a"]
	if r.Outcome != score.Unknown || r.Reason != "not available: nothing here; hint: install one" {
		t.Errorf("got %+v", r)
	}
	r = judge(t, New(Options{Go: goCommand(t)}), []Item{double("a", rightDouble)})["a"]
	if r.Outcome != score.Unknown || !strings.Contains(r.Reason, "apt-get install bubblewrap") {
		t.Errorf("got %+v", r)
	}
	if c := o.Counts(); c != (Counts{}) {
		t.Errorf("counts %+v, want none", c)
	}
}

func TestNothingToJudge(t *testing.T) {
	o := New(Options{Go: goCommand(t), Sandbox: direct{}})
	untested, empty := double("untested", rightDouble), double("empty", "")
	untested.Tests, empty.Files = nil, nil
	results := judge(t, o, []Item{untested, empty})
	if r := results["untested"]; r.Outcome != score.NotApplicable || r.Reason != "no hidden tests" {
		t.Errorf("got %+v", r)
	}
	if r := results["empty"]; r.Outcome != score.Unknown || r.Reason != "no code" {
		t.Errorf("got %+v", r)
	}
}

// broken is a sandbox that cannot run anything.
type broken struct{ direct }

func (broken) Run(context.Context, sandbox.Command) (sandbox.Result, error) {
	return sandbox.Result{}, errors.New("no more process numbers")
}

// stopping is a sandbox in which everything is cancelled.
type stopping struct {
	direct
	cancel context.CancelFunc
}

func (s stopping) Run(ctx context.Context, _ sandbox.Command) (sandbox.Result, error) {
	s.cancel()
	<-ctx.Done()
	return sandbox.Result{Exit: -1, Killed: "cancelled"}, nil
}

// When the surroundings fail there is an error for each item and no result.
func TestSurroundingsFail(t *testing.T) {
	g := goCommand(t)
	missing := *g
	missing.Command = filepath.Join(t.TempDir(), "go")
	offline, err := toolchain.Find(t.Context(), append(os.Environ(), "GOPROXY=off", "GOMODCACHE="+t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	far := double("a", "import \"github.com/go-chi/chi/v5\"\n\nvar _ chi.Router\n\n"+rightDouble)
	far.Module.Files[0].Text += "\nrequire github.com/go-chi/chi/v5 v5.5.0\n"
	far.Module.Files = append(far.Module.Files, lang.File{Name: "go.sum", Text: "github.com/go-chi/chi/v5 v5.5.0 h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\ngithub.com/go-chi/chi/v5 v5.5.0/go.mod h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"})
	for _, c := range []struct {
		name    string
		options Options
		item    Item
		want    string
	}{
		{"no go command", Options{Go: &missing, Sandbox: direct{}}, double("a", rightDouble), "not found"},
		{"sandbox", Options{Go: g, Sandbox: broken{}}, double("a", rightDouble), "no more process numbers"},
		{"scratch", Options{Go: g, Sandbox: direct{}, Scratch: filepath.Join(t.TempDir(), "none")}, double("a", rightDouble), "no such file"},
		{"modules", Options{Go: offline, Sandbox: direct{}}, far, "hint: the modules of the task are needed once"},
		{"cancelled", Options{Go: g, Sandbox: stopping{cancel: cancel}}, double("a", rightDouble), "context canceled"},
	} {
		err := New(c.options).Judge(ctx, []Item{c.item}, func(id string, r score.Result) {
			t.Errorf("%s: %s: a result %+v", c.name, id, r)
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
		var item *ItemError
		if c.name != "scratch" && (!errors.As(err, &item) || item.ID != "a") {
			t.Errorf("%s: got %v, want an *ItemError of a", c.name, err)
		}
	}
}

// scripted is a sandbox in which the runs that it names fail after the fact.
type scripted struct {
	direct
	mutex sync.Mutex
	fails map[int]bool
	run   int
}

func (s *scripted) Run(ctx context.Context, c sandbox.Command) (sandbox.Result, error) {
	r, err := s.direct.Run(ctx, c)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.run++
	if s.fails[s.run] {
		r.Exit = 1
	}
	return r, err
}

// A failure is one when it can be repeated.
func TestFlaky(t *testing.T) {
	for _, c := range []struct {
		fails []int
		want  string
	}{
		{nil, "pass 2 hidden tests passed"},
		{[]int{1}, "unknown flaky: passed 1 of 2 runs"},
		{[]int{1, 2}, "fail exit code 1 after all tests had ended"},
	} {
		s := &scripted{fails: map[int]bool{}}
		for _, n := range c.fails {
			s.fails[n] = true
		}
		r := judge(t, New(Options{Go: goCommand(t), Sandbox: s}), []Item{double("a", rightDouble)})["a"]
		if got := string(r.Outcome) + " " + r.Reason; got != c.want {
			t.Errorf("runs %v fail: got %q, want %q", c.fails, got, c.want)
		}
	}
	good, bad := attempt{passed: 1}, attempt{failure: "TestX: no"}
	for _, c := range []struct {
		runs []attempt
		want string
	}{
		{[]attempt{good, good}, "pass 1 hidden test passed; it failed in a binary shared by 3 programs and passed 2 of 2 runs alone"},
		{[]attempt{good, bad}, "unknown flaky: passed 1 of 3 runs"},
		{[]attempt{bad, good}, "unknown flaky: passed 1 of 3 runs"},
		{[]attempt{bad, bad}, "fail TestX: no"},
	} {
		r := verdict(&bad, 3, c.runs)
		if got := string(r.Outcome) + " " + r.Reason; got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// memory is a cache.
type memory struct {
	mutex sync.Mutex
	m     map[string][]byte
}

func (c *memory) Get(_ context.Context, key string) ([]byte, bool, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	value, ok := c.m[key]
	return value, ok, nil
}

func (c *memory) Put(_ context.Context, key string, value []byte) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.m[key] = value
	return nil
}

// Decided results are found again, and nothing else; whatever could change a
// result changes its key. Equal items are judged once.
func TestCacheAndEqualItems(t *testing.T) {
	cache := &memory{m: map[string][]byte{}}
	options := Options{Go: goCommand(t), Sandbox: direct{}, Cache: cache}
	items := []Item{
		double("right", rightDouble), double("again", rightDouble),
		double("wrong", "func Double(n int) int { return n }"), double("broken", "func Double(n int) int {"),
	}
	first := New(options)
	results := judge(t, first, items)
	if results["right"].Outcome != score.Pass || results["again"].Outcome != score.Pass || results["wrong"].Outcome != score.Fail {
		t.Errorf("got %+v", results)
	}
	if c := first.Counts(); c.Runs != 4 { // right and wrong together, wrong twice more
		t.Errorf("counts %+v, want 4 runs", c)
	}
	if len(cache.m) != 2 {
		t.Errorf("%d results kept, want 2", len(cache.m))
	}
	second := New(options)
	if again := judge(t, second, items); fmt.Sprint(again) != fmt.Sprint(results) {
		t.Errorf("from the cache %v, want %v", again, results)
	}
	if c := second.Counts(); c != (Counts{Cached: 3}) {
		t.Errorf("counts %+v, want 3 from the cache and nothing else", c)
	}

	base := first.key(items[0])
	keys := map[string]bool{base: true}
	vary := func(change func(o *Options, item *Item)) {
		o, item := options, double("right", rightDouble)
		change(&o, &item)
		keys[New(o).key(item)] = true
	}
	vary(func(o *Options, _ *Item) { g := *o.Go; g.Version = "go1.99"; o.Go = &g })
	vary(func(o *Options, _ *Item) { g := *o.Go; g.Arch = "other"; o.Go = &g })
	vary(func(o *Options, _ *Item) { o.Limits.Memory = 2 << 30 })
	vary(func(o *Options, _ *Item) { o.Limits.Wall = time.Hour })
	vary(func(o *Options, _ *Item) { o.Sandbox = &named{} })
	vary(func(_ *Options, item *Item) { item.Control = true })
	vary(func(_ *Options, item *Item) { item.Files[0].Text += "\n" })
	vary(func(_ *Options, item *Item) { item.Files[0].Name = "other.go" })
	vary(func(_ *Options, item *Item) { item.Tests[0].Text += "\n" })
	vary(func(_ *Options, item *Item) { item.Module.Files[0].Text += "\n" })
	vary(func(_ *Options, item *Item) {
		item.Module.Files = append(item.Module.Files, lang.File{Name: "go.sum", Text: "x"})
	})
	if len(keys) != 12 {
		t.Errorf("%d different keys, want 12", len(keys))
	}
	if same := New(Options{Go: options.Go, Sandbox: direct{}, Jobs: 7}).key(double("another id", rightDouble)); same != base {
		t.Error("the id or the number of jobs changes the key")
	}
}

type named struct{ direct }

func (named) Name() string { return "another" }

// Programs with one module share a binary; one that spoils it costs the others
// nothing but time.
func TestSharedBinary(t *testing.T) {
	var items []Item
	for n := range 5 {
		items = append(items, double(fmt.Sprint("right", n), fmt.Sprintf("%s\n\nconst _ = %d", rightDouble, n)))
	}
	o := New(Options{Go: goCommand(t), Sandbox: direct{}})
	for id, r := range judge(t, o, items) {
		if r.Outcome != score.Pass || strings.Contains(r.Reason, "shared") {
			t.Errorf("%s: %+v", id, r)
		}
	}
	if c := o.Counts(); c.Links != 1 || c.Runs != 5 {
		t.Errorf("counts %+v, want 1 link and 5 runs", c)
	}
	spoiler := double("spoiler", "var list []int\n\nvar first = list[len(list)]\n\n"+rightDouble)
	o = New(Options{Go: goCommand(t), Sandbox: direct{}})
	for id, r := range judge(t, o, append(items[:2:2], spoiler, double("broken", "func Double() {"))) {
		switch {
		case id == "spoiler" && r.Outcome == score.Fail:
		case id == "broken" && r.Outcome == score.Unknown:
		case r.Outcome == score.Pass && strings.HasSuffix(r.Reason, "; it failed in a binary shared by 3 programs and passed 2 of 2 runs alone"):
		default:
			t.Errorf("%s: %+v", id, r)
		}
	}
}

// A program that makes the compiler compute for ever is stopped, and harms no
// other.
func TestCompilerBomb(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: the compiler computes for 6 s, twice")
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no /bin/sh to set limits with")
	}
	var bomb strings.Builder
	bomb.WriteString("type t0 struct{ a, b int }\n")
	for n := range 40 {
		fmt.Fprintf(&bomb, "type t%d struct{ a, b, c, d t%d }\n", n+1, n)
	}
	o := New(Options{Go: goCommand(t), Sandbox: direct{}})
	o.compileCPU = 6 * time.Second // a package of the standard library may have to be compiled too
	results := judge(t, o, []Item{
		double("bomb", bomb.String()+"var x t40\n\n"+rightDouble),
		double("right", rightDouble),
		double("right too", rightDouble+"\n"),
	})
	if r := results["bomb"]; r.Outcome != score.Unknown || !strings.HasPrefix(r.Reason, "not compiled: ") {
		t.Errorf("got %+v", r)
	}
	if results["right"].Outcome != score.Pass || results["right too"].Outcome != score.Pass {
		t.Errorf("got %+v", results)
	}
}
