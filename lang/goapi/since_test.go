package goapi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSince(t *testing.T) {
	a := load(t)
	for _, c := range []struct{ pkg, symbol, release, evidence string }{
		{"net/http", "Get", "1.0", "api/go1.txt: pkg net/http, func Get("},
		{"net/http", "Client.Do", "1.0", "api/go1.txt: pkg net/http, method (*Client) Do("},
		{"net/http", "Client.Timeout", "1.3", "api/go1.3.txt: pkg net/http, type Client struct, Timeout"},
		{"slices", "Sort", "1.21", "api/go1.21.txt: pkg slices, func Sort["},
		{"slices", "", "1.21", "api/go1.21.txt: pkg slices, "},
		{"embed", "", "1.16", "api/go1.16.txt: pkg embed, "},
		{"errors", "AsType", "1.26", "api/go1.26.txt: pkg errors, func AsType["},
		{"sync/atomic", "Pointer.CompareAndSwap", "1.19", "method (*Pointer[$0]) CompareAndSwap("},
		{"reflect", "Type.Implements", "1.0", "interface"},
		{"reflect", "Type.OverflowInt", "1.23", "api/go1.23.txt"},
		{"testing", "TB", "1.2", "api/go1.2.txt"},
		{"testing", "TB.Context", "1.24", "interface, Context"},
		{"testing", "T.Errorf", "1.0", "api/go1.txt"},
		{"os", "FileInfo", "1.0", "api/go1.txt"},
		{"os", "FileInfo.Name", "1.0", "api/go1.txt"},
		{"io/fs", "FileInfo", "1.16", "api/go1.16.txt: pkg io/fs"},
		{"io/fs", "FileInfo.Name", "1.0", "api/go1.txt: pkg os,"},
		{"os", "DirEntry.Info", "1.16", "api/go1.16.txt: pkg io/fs,"},
		{"bufio", "ReadWriter.AvailableBuffer", "1.18", "api/go1.18.txt"},
		{"text/template/parse", "ActionNode.Pos", "1.1", "embedded Pos"},
		{"crypto/tls", "ConnectionState.TLSUnique", "1.4", "api/go1.4.txt"},
		{"syscall", "Getpagesize", "1.0", "api/go1.txt"},
		{"math", "MaxInt", "1.17", "const MaxInt"},
		{"unsafe", "Add", "1.17", "release notes"},
		{"html/template", "FuncMap", "1.0", "api/go1.txt"},
	} {
		release, evidence, ok := a.Since(c.pkg, c.symbol)
		if !ok || release != c.release || !strings.Contains(evidence, c.evidence) {
			t.Errorf("%s.%s: got %q %q %v, want %q %q", c.pkg, c.symbol, release, evidence, ok, c.release, c.evidence)
		}
	}
	for _, c := range []struct{ pkg, symbol string }{
		{"slices", "Invented"}, {"net/http", "Client.Invented"}, {"example.com/m", "F"}, {"", ""}, {"slices", "."}, {"unsafe", "Invented"}, {"os", "get"},
	} {
		if release, evidence, ok := a.Since(c.pkg, c.symbol); ok {
			t.Errorf("%s.%s: since %q %q", c.pkg, c.symbol, release, evidence)
		}
	}
	if release, evidence, ok := a.Deprecated("archive/tar", "TypeRegA"); !ok || release != "1.16" || !strings.Contains(evidence, "//deprecated") {
		t.Errorf("TypeRegA: got %q %q %v", release, evidence, ok)
	}
	if _, _, ok := a.Deprecated("archive/tar", "TypeReg"); ok {
		t.Error("TypeReg is not deprecated")
	}
}

// Every form of a line, in a folder of our own.
func TestForms(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, "api", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go1.txt", "pkg p, type Old struct\npkg p, type Old struct, F int\r\npkg q (linux-386), const C = 1\n")
	write("go1.9.txt", "# a comment\n\npkg p, method (Old) M()\npkg p, type T[$0 interface{ ~[]$1 }, $1 any] struct, embedded *q.E[int]\npkg p, type L []int #1\n")
	write("go1.10.txt", "pkg p, type A = q.E #12\npkg q, type E struct { }\npkg q, type E struct, X int\npkg p, func G[$0 any]($0) #7")
	write("go1.11.txt", "pkg p, func G //deprecated #9\npkg p, type I interface, unexported methods\npkg p, type J interface { A, B }\npkg p\nnonsense\n")
	write("except.txt", "pkg p, func Excepted()\n")
	write("next/77.txt", "pkg p, func N() #77\n")
	a, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	if a.Latest() != "1.11" {
		t.Errorf("latest %q", a.Latest())
	}
	for symbol, want := range map[string]string{
		"p.Old": "1.0", "p.Old.F": "1.0", "q.C": "1.0", "p.Old.M": "1.9", "p.T": "1.9", "p.T.E": "1.9", "p.T.X": "1.10", "p.L": "1.9",
		"p.A": "1.10", "p.A.X": "1.10", "p.G": "1.10", "p.I": "1.11", "p.J": "1.11", "p.J.B": "1.11", "p.N": "1.12", "p.": "1.0", "p.Excepted": "",
	} {
		pkg, name, _ := strings.Cut(symbol, ".")
		if got, _, _ := a.Since(pkg, name); got != want {
			t.Errorf("%s: since %q, want %q", symbol, got, want)
		}
	}
	if release, _, ok := a.Deprecated("p", "G"); !ok || release != "1.11" {
		t.Errorf("p.G: deprecated %q %v", release, ok)
	}
	if _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "hint:") {
		t.Errorf("a distribution without API files: %v", err)
	}
}
