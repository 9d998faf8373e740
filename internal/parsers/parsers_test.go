package parsers_test

import (
	"os"
	"testing"

	"sooth/internal/parsers"
)

// TestParsers: two texts have the same form if and only if they mean the same.
func TestParsers(t *testing.T) {
	found := parsers.Find(t.Context(), os.Environ())
	for _, c := range []struct {
		language, text string
		same, others   []string
		wrong          string
	}{
		{
			"python", "def f(x):\n    # why\n    return x + 1\n",
			[]string{"def f(x):\n  return x + 1\n", "def f(x):\r\n    return x + 1   \r\n", "# header\n\ndef f(x):\n\n    return x+1"},
			[]string{"def f(x):\n    return x + 2\n", "def f(x):\n    \"\"\"why\"\"\"\n    return x + 1\n", "def f(x):\n    return x\n+1\n"},
			"def f(x:\n",
		},
		{
			"typescript", "/** why */\nfunction f(x: number) {\n\treturn x + `a ${x} b`;\n}\n",
			[]string{"// header\nfunction f(x: number) {\n    return x + `a ${x} b`;   \n\n}\n", "function f(x: number) { return x + `a ${x} b`; }"},
			[]string{"function f(x: string) {\n\treturn x + `a ${x} b`;\n}\n", "function f(x: number) {\n\treturn\nx + `a ${x} b`;\n}\n", "function f(x: number) {\n\treturn x + `a  ${x} b`;\n}\n"},
			"function f(x: {\n",
		},
		{
			"tsx", "// why\nexport const A = () => <a href=\"/\">http://example.com</a>; // end\n",
			[]string{"export const A = () => <a href=\"/\">http://example.com</a>;\n"},
			[]string{"export const A = () => <a href=\"/\">http:</a>;\n", "export const A = () => <a href=\"/\">http://example.com </a>;\n"},
			"export const A = () => <a>;\n",
		},
	} {
		t.Run(c.language, func(t *testing.T) {
			p, ok := found[c.language]
			if !ok {
				t.Skipf("SKIPPED: no parser of %s on this machine", c.language)
			}
			want, err := p.Canon(t.Context(), c.text)
			if err != nil || want == "" {
				t.Fatalf("%q, %v", want, err)
			}
			for _, text := range c.same {
				if got, err := p.Canon(t.Context(), text); err != nil || got != want {
					t.Errorf("%q means something else: %v", text, err)
				}
			}
			for _, text := range c.others {
				if got, err := p.Canon(t.Context(), text); err != nil || got == want {
					t.Errorf("%q means the same: %v", text, err)
				}
			}
			if _, err := p.Canon(t.Context(), c.wrong); err == nil {
				t.Errorf("%q is %s", c.wrong, c.language)
			}
		})
	}
}

// TestNone: a machine without programs has no parsers, and a python3 that is
// none is left out.
func TestNone(t *testing.T) {
	if found := parsers.Find(t.Context(), []string{"PATH="}); len(found) != 0 {
		t.Errorf("found %v", found)
	}
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/python3", []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if found := parsers.Find(t.Context(), []string{"PATH=" + dir}); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}
