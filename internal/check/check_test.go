package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/oracle"
)

// judgement is a text and what must be said of it: "refuted symbol x.Y => x.Z",
// "verified location F", "undecided symbol a: external". Every refutation must
// be among them.
type judgement struct {
	text string
	want []string
}

// said is how a verdict is written in a judgement.
func said(v oracle.Verdict) string {
	c := v.Claim
	s := fmt.Sprintf("%s %s", v.Outcome, c.Kind)
	if c.Subject != "" {
		s += " " + c.Subject
	}
	if c.Verb != "" {
		s += " " + c.Verb
	}
	if c.Object != "" {
		s += " " + c.Object
	}
	if c.Subject == "" && c.Place.File != "" {
		s += " " + c.Place.String()
	}
	if v.Near {
		s += " near"
	}
	if v.Suggestion != "" {
		s += " => " + v.Suggestion
	}
	if v.Outcome == oracle.Undecided {
		s += ": " + v.Reason
	}
	return s
}

func run(t *testing.T, c *Checker, name string, list []judgement) {
	t.Helper()
	if len(list) == 0 {
		t.Fatal("no cases")
	}
	for _, j := range list {
		verdicts, err := c.Check(context.Background(), name, j.text)
		if err != nil {
			t.Errorf("%q: %v", j.text, err)
			continue
		}
		wanted := map[string]bool{}
		for _, w := range j.want {
			wanted[w] = false
		}
		var all []string
		for _, v := range verdicts {
			s := said(v)
			all = append(all, s)
			found := false
			for w := range wanted {
				if s == w || strings.HasPrefix(w, "undecided") && strings.HasPrefix(s, w) {
					wanted[w], found = true, true
				}
			}
			if v.Outcome == oracle.Refuted {
				if !found {
					t.Errorf("%q: accused: %s (%s; %q)", j.text, s, v.Reason, v.Witnesses)
				}
				if len(v.Witnesses) < 2 {
					t.Errorf("%q: %d witnesses", j.text, len(v.Witnesses))
				}
			}
			if v.Outcome == oracle.Undecided && oracle.ReasonOf(v.Reason) == "" {
				t.Errorf("%q: the reason %q is not in the list", j.text, v.Reason)
			}
		}
		for w, ok := range wanted {
			if !ok {
				t.Errorf("%q: want %q, got\n\t%s", j.text, w, strings.Join(all, "\n\t"))
			}
		}
	}
}

func TestCitations(t *testing.T) {
	run(t, shop(t), "", []judgement{
		{"See `store/store.go:12`.", []string{"verified citation store/store.go:12"}},
		{"See `store/store.go:9000`.", []string{"refuted citation store/store.go:9000"}},
		{"See `ledger/shop.go:3`, and `shop.go:90`.", []string{"verified citation ledger/shop.go:3", "verified citation shop.go:90"}},
		{"See `docs/two.md:1-2`.", []string{"verified citation docs/two.md:1-2"}},
		{"See `docs/two.md:1-3`.", []string{"verified citation docs/two.md:1-3"}}, // one past the end: a note
		{"See `docs/two.md:1-4`.", []string{"refuted citation docs/two.md:1-4"}},
		{"See `docs/two.md:2-1`.", []string{"undecided citation docs/two.md:2: ambiguous"}},
		{"See `Makefile:2` and `scripts/release:3`.", []string{"verified citation Makefile:2", "verified citation scripts/release:3"}},
		{"See `scripts/release:30`.", []string{"refuted citation scripts/release:30"}},
		{"See `shop/store/store.go:3`.", []string{"verified citation shop/store/store.go:3"}}, // the repository's name before it
		{"See `acme/shop/store/store.go:3`.", []string{"verified citation acme/shop/store/store.go:3"}},
		{"See `example.com/acme/shop/store/store.go:3`.", nil},
		{"See `store/stroe.go:3`.", []string{"refuted citation store/stroe.go:3 => store/store.go"}},
		{"See `shop.go:10` and `ledger.go:3`.", []string{"verified citation shop.go:10", "verified citation ledger.go:3"}},
		{"See `../../../etc/passwd:1` and `/etc/passwd:1`.", []string{"undecided citation /etc/passwd:1: external"}},
		{"See [it](../shop.go#L3).", []string{"verified citation ../shop.go:3"}},
		{"See `net/http/server.go:10`.", []string{"verified citation net/http/server.go:10"}},
		{"See `vendor/x/y.go:10` and `bin/tool.go:3`.", []string{"undecided citation vendor/x/y.go:10: external", "undecided citation bin/tool.go:3: external"}},
		{"See `store/local_store.go:3`.", []string{"undecided citation store/local_store.go:3: external: it is where generated"}},
		{"It is written to `store/made_by_make.go`.", []string{"undecided citation store/made_by_make.go: "}},
		{"There is no `store/nothing.go`.", nil},
		{"There is no `store/store.go`.", []string{"refuted citation store/store.go"}},
		{"`shop.go` contains `sold out`.", []string{"verified contains sold out shop.go"}},
		{"`shop.go` contains `sold entirely`.", []string{"refuted contains sold entirely shop.go"}},
		{"`shop.go` contains the text \"serves   the shop\".", []string{"undecided contains serves   the shop shop.go: ambiguous"}},
		{"`shop.go` does not contain `sold out`.", []string{"refuted contains sold out shop.go"}},
	})
}

func TestLinks(t *testing.T) {
	run(t, shop(t), "docs/guide.md", []judgement{
		{"See [it](../shop.go#L3).", []string{"verified citation ../shop.go:3"}},
		{"See [it](two.md#L2).", []string{"verified citation two.md:2"}},
		{"See [it](../shop.go#L300).", []string{"refuted citation ../shop.go:300"}},
		{"See [it](three.md).", []string{"refuted citation three.md"}},
		{"See [it](https://example.com/three.md) and [there](#three).", nil},
		{"See [it](../../three.md) and [it](../bin/three.md).", nil},
	})
}

// TestPacked: a link into a folder that is wholly missing is false in a
// checkout; what was packed for others may lack whole folders.
func TestPacked(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/shop")); err != nil {
		t.Fatal(err)
	}
	said := "![it](../assets/three.png)"
	run(t, shared.checker(t, dir), "docs/guide.md", []judgement{{said, []string{"undecided citation ../assets/three.png: open world"}}})
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, shared.checker(t, dir), "docs/guide.md", []judgement{{said, []string{"refuted citation ../assets/three.png"}}})
}

func TestLocations(t *testing.T) {
	run(t, shop(t), "", []judgement{
		{"`NewServer` (`shop.go:38`) is short.", []string{"verified location NewServer"}},
		{"`NewServer` (`shop.go:37`) is short.", []string{"verified location NewServer"}}, // its comment
		{"`NewServer` (`shop.go:36`) is short.", []string{"refuted location NewServer near => shop.go:38"}},
		{"`NewServer` (`shop.go:48`) is short.", []string{"refuted location NewServer near => shop.go:38"}},
		{"`NewServer` (`shop.go:90`) is short.", []string{"refuted location NewServer => shop.go:38"}},
		{"`Server.find` is declared in `shop.go`.", []string{"verified location Server.find"}},
		{"`Server.find` is declared in `store/store.go`.", []string{"refuted location Server.find => shop.go:57"}},
		{"`Server.find` is not declared in `store/store.go`.", []string{"verified location Server.find"}},
		{"`s.reset` (`shop.go:43`) is called last.", []string{"undecided location s.reset: ambiguous: it is used"}},
		{"`Server.Lookup` (`store/store.go:18`) asks.", []string{"verified location Server.Lookup"}}, // promoted
		{"`Balance` (`shop.go:4`) is short.", []string{"verified location Balance"}},                 // of the other shop.go
		{"`Balance` (`shop.go:90`) is short.", []string{"undecided location Balance: ambiguous"}},
		{"`NewServre` (`shop.go:38`) is short.", []string{"refuted symbol NewServre => NewServer", "undecided location NewServre: no anchor"}},
	})
}

func TestSymbols(t *testing.T) {
	run(t, shop(t), "", []judgement{
		{"Use `shop.NewServer`.", []string{"verified symbol shop.NewServer"}},
		{"Use `shop.NewSerwer`.", []string{"refuted symbol shop.NewSerwer => shop.NewServer"}},
		{"Use `shop.NewMemory`.", []string{"refuted symbol shop.NewMemory => store.NewMemory"}}, // of another package
		{"Use `Server.Keep`.", []string{"refuted symbol Server.Keep => Keeper.Keep"}},           // of another type
		{"Use `(*Server).ServeHttp`.", []string{"refuted symbol (*Server).ServeHttp => (*Server).ServeHTTP"}},
		{"Use `Server.Lookup` and `shop.Server.Lookup`.", []string{"verified symbol Server.Lookup", "verified symbol shop.Server.Lookup"}},
		{"Use `Server.Name`, `s.handlers` and `s.keeper.Keep`.", []string{"verified symbol Server.Name", "verified symbol s.handlers", "verified symbol s.keeper.Keep"}},
		{"Use `Router.ServeHTTP` and `Router.Serve`.", []string{"verified symbol Router.ServeHTTP", "refuted symbol Router.Serve => Router.ServeHTTP"}},
		{"Use `store.OpenWindows` and `Config.DeepCopy`.", []string{"verified symbol store.OpenWindows", "verified symbol Config.DeepCopy"}}, // excluded, generated
		{"Use `http.NewRequest` or `http.NewRequestWithCtx`.", []string{"verified symbol http.NewRequest", "refuted symbol http.NewRequestWithCtx => http.NewRequestWithContext"}},
		{"Use `http.newRequest`.", []string{"undecided symbol http.newRequest: ambiguous"}},
		{"They are http.Handlers that serve, and store.Keepers.", []string{"verified symbol http.Handlers"}},
		{"`TestMain` does not call `os.Exit`.", nil},
		{"Use `http.Handlers`.", []string{"refuted symbol http.Handlers => http.Handler"}},
		{"Call `NewSerwer()` first.", []string{"refuted symbol NewSerwer => NewServer"}},
		{"Call `startEverything()` and `getReleasesFromCluster()` first.", nil},
		{"### `shop.go`\n\n| Name | Purpose |\n|---|---|\n| `ZapEverything` | zaps |\n", []string{"refuted symbol ZapEverything"}},
		{"### Other\n\n| Name | Purpose |\n|---|---|\n| `ZapEverything` | zaps |\n", nil},
		{"### `values.yaml`\n\n| Name | Purpose |\n|---|---|\n| `replicaCount` | of pods |\n", nil},
		{"`NewSerwer` is the piece.", []string{"undecided symbol NewSerwer: no anchor"}},
		{"Both `NewSerwer` and `MaxItems` are there.", []string{"refuted symbol NewSerwer => NewServer"}}, // in company
		{"`Muxer.Handle` and `mcp.DefaultBool`", []string{"undecided symbol Muxer.Handle: external", "undecided symbol mcp.DefaultBool: external"}},
		{"`Keepr.Forget` does it.", []string{"refuted symbol Keepr.Forget => Keeper.Forget"}},
		{"Set `storage_path`, `retention_days` and `display_name`.", []string{"verified symbol storage_path", "verified symbol retention_days", "verified symbol display_name"}},
		{"`Start` and `start()` of `Retention()`", nil},
		{"The `Shop()` function of `global()` is there.", []string{"undecided symbol global: no anchor: only a word"}},
		{"`Config.storage_path` is a folder.", []string{"undecided symbol Config.storage_path: ambiguous"}},
		{"The counter `shop_store_writes_total`, the label `__meta_shop_region`.", []string{"undecided symbol shop_store_writes_total: open world", "undecided symbol __meta_shop_region: open world"}},
		{"There is no `Server.Stop`.", []string{"verified symbol Server.Stop"}},
		{"There is no `Server.Close`.", []string{"refuted symbol Server.Close"}},
	})
}

func TestSignatures(t *testing.T) {
	run(t, shop(t), "", []judgement{
		{"- `func NewServer(name string, options ...Option) *Server`", []string{"verified signature NewServer (name string, options ...Option) *Server"}},
		{"- `shop.NewServer(name string, options ...shop.Option) *shop.Server`", []string{"verified signature shop.NewServer (name string, options ...shop.Option) *shop.Server"}},
		{"- `func NewServer(name string) *Server`", []string{"refuted signature NewServer (name string) *Server => func NewServer(name string, options ...Option) *Server"}},
		{"- `func NewServer(name string, options ...Option) (*Server, error)`", []string{"refuted signature NewServer (name string, options ...Option) (*Server, error) => func NewServer(name string, options ...Option) *Server"}},
		{"- `func NewServer(label string, options ...Option) *Server`", []string{"refuted signature NewServer (label string, options ...Option) *Server => func NewServer(name string, options ...Option) *Server"}},
		{"- `func (s Server) Close() error`", []string{"refuted signature Server.Close () error => func (s *Server) Close() error"}},
		{"- `func (s *Server) Close() error`", []string{"verified signature (*Server).Close () error"}},
		{"- `type Option func(*Server)` and `type Config struct`", []string{"verified signature Option type func(*Server)", "verified signature Config type struct"}},
		{"- `type Keeper struct`", []string{"refuted signature Keeper type struct => type Keeper interface"}},
		{"- `func NewServer(name string, ...) *Server`", nil},
		{"- `func Append(e Entry) int`", []string{"refuted signature Append (e Entry) int => func Append(e Entry) error"}},
		{"- `func Append(e Entry) Journal`", []string{"undecided signature Append (e Entry) Journal: external: nothing here is called Journal"}}, // of another module
	})
}

func TestStructure(t *testing.T) {
	run(t, shop(t), "", []judgement{
		{"`NewServer` calls `reset`.", []string{"verified structure NewServer calls reset"}},
		{"`NewServer` calls `find`.", []string{"refuted structure NewServer calls find => shop.Server.ServeHTTP calls it"}},
		{"`NewServer` does not call `find`.", []string{"verified structure NewServer calls find"}},
		{"`NewServer` does not call `reset`.", []string{"refuted structure NewServer calls reset"}},
		{"`NewServer` calls `NewMemory`.", []string{"refuted structure NewServer calls NewMemory => shop.Server.reset calls it"}}, // only through reset
		{"`Server.reset` calls `Memory.Keep`.", []string{"undecided structure Server.reset calls Memory.Keep: open world: it calls store.Keeper.Keep through an interface"}},
		{"`Server.reset` calls `Keeper.Keep`.", []string{"verified structure Server.reset calls Keeper.Keep"}},
		{"`Run` calls `apply`.", []string{"undecided structure Run calls apply: open world"}}, // passed as a value
		{"`Server.Close` calls `onClose`.", []string{"verified structure Server.Close calls onClose"}},
		{"`shop.go` imports `net/http` and `os`.", []string{"verified structure shop.go imports net/http", "refuted structure shop.go imports os"}},
		{"`shop` imports `testing`.", []string{"undecided structure shop imports testing: ambiguous: only its tests"}},
		{"`shop` imports `internal/ledger`.", []string{"refuted structure shop imports internal/ledger"}},
		{"`Server` implements `http.Handler`.", []string{"verified structure Server implements http.Handler"}},
		{"`Memory` implements `Router`.", []string{"refuted structure Memory implements Router"}},
		{"`*Memory` implements `Keeper`.", []string{"verified structure *Memory implements Keeper"}},
		{"`Server` embeds `store.Cache`.", []string{"verified structure Server embeds store.Cache"}},
		{"`Router` embeds `http.Handler`.", []string{"verified structure Router embeds http.Handler"}},
		{"`Server` embeds `Memory`.", []string{"refuted structure Server embeds Memory"}},
		{"`NewServer` returns a `*Server`.", []string{"verified structure NewServer returns *Server"}},
		{"`NewServer` returns `error`.", []string{"refuted structure NewServer returns error => func NewServer(name string, options ...Option) *Server"}},
		{"`Server.WriteTo` returns `(int64, error)`.", []string{"verified structure Server.WriteTo returns (int64, error)"}},
		{"`Server.find` returns a `*Server`.", []string{"undecided structure Server.find returns *Server: open world"}}, // an interface may hold it
		{"`NewServer` takes `name` and `...Option`.", []string{"verified structure NewServer takes name", "verified structure NewServer takes ...Option"}},
		{"`NewMemory` takes a `Config`.", []string{"refuted structure NewMemory takes Config => func NewMemory() *Memory"}},
		{"`Server` has a method `Close`.", []string{"verified structure Server has method Close"}},
		{"`Server` has a method `Shut`.", []string{"refuted structure Server has method Shut"}},
		{"`Server` has the fields `Name` and `Title`.", []string{"verified structure Server has field Name", "refuted structure Server has field Title"}},
		{"`Server` has no `Shut` method.", []string{"verified structure Server has method Shut"}},
		{"`Router` is an interface.", []string{"verified structure Router is interface"}},
		{"`MaxItems` is a constant. `ErrSoldOut` is a constant.", []string{"verified structure MaxItems is constant", "refuted structure ErrSoldOut is constant => var"}},
		{"`Server.Start` is deprecated, use `Run` instead.", []string{"verified structure Server.Start is deprecated Run"}},
		{"`Server.Run` is deprecated.", []string{"refuted structure Server.Run is deprecated"}},
		{"`http.NewRequestWithContext` is available since Go 1.13.", []string{"verified structure http.NewRequestWithContext since Go 1.13"}},
		{"`http.NewRequestWithContext` was added in Go 1.21.", []string{"refuted structure http.NewRequestWithContext since Go 1.21 => Go 1.13"}},
		{"`Memory` is declared in package `store`.", []string{"verified structure Memory declared in store"}},
		{"`Memory` is declared in package `ledger`.", []string{"refuted structure Memory declared in ledger => store.Memory"}},
		{"`Server` is quick, `Close` is not.", nil},
	})
}

func TestBlocks(t *testing.T) {
	block := func(code string) string { return "```go\n" + code + "\n```\n" }
	program := func(body string) string {
		return block("package main\n\nimport \"example.com/acme/shop\"\n\nfunc main() {\n" + body + "\n}")
	}
	is := func(outcome, object string) []string { return []string{outcome + " code " + object} }
	run(t, shop(t), "", []judgement{
		{program("\t_ = shop.NewServer(\"a\").Close()"), is("verified", "file")},
		{program("\t_ = shop.NewSerwer(\"a\")"), []string{"refuted code file => shop.NewServer"}},
		{program("\t_ = shop.NewServer(\"a\").Shut()"), is("refuted", "file")},
		{program("\t_ = shop.NewServer(1)"), is("refuted", "file")},
		{program("\t_ = shop.NewServer(name)"), is("refuted", "file")},
		{program("\t_ = shop.NewServer(...)"), nil},
		{block("s := shop.NewServer(\"a\")\ns.Close()"), is("verified", "statements")},
		{block("s := shop.NewSerwer(\"a\")\ns.Close()"), []string{"refuted code statements => shop.NewServer"}},
		{block("s := newThing()\ns.Close()"), nil},
		{block("log.WithFields(nil).Info(\"x\")"), nil}, // of another module
		{block("out, err := doc.GenReST(cmd)"), nil},
		{block("package shop\n\nfunc f() { helper() }"), nil},
	})
}
