package securityclaims

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"sooth/internal/perturb"
	"sooth/suite"
)

// text is an original or a variant of it.
type text struct {
	of, kind, content string
	original          int // its index
}

// reread reads texts by another parser than the one that found them to mean the
// same; the answer is equal for texts that do, and empty for what it does not
// take. An error says why there is no such parser here.
type reread func(t *testing.T, list []text) ([]string, error)

// TestVariantsReread makes every variant of every fixture, checked by what is built
// in, and has independent parsers read it again: Go's syntax tree printed, Python's
// ast, TypeScript's compiler, rustfmt, PyYAML, and the instructions of a Dockerfile.
func TestVariantsReread(t *testing.T) {
	languages := map[string]reread{"go": rereadGo, "python": rereadPython, "typescript": rereadTypeScript, "rust": rereadRust, "yaml": rereadYAML, "dockerfile": rereadDockerfile}
	texts := map[string][]text{}
	type count struct{ fixtures, covered, variants, unchanged, notMade int }
	counts := map[string]*count{}
	for _, f := range corpus(t).Fixtures {
		c := counts[f.Language]
		if c == nil {
			c = &count{}
			counts[f.Language] = c
		}
		c.fixtures++
		list := texts[f.Language]
		original := len(list)
		list = append(list, text{f.ID, "original", f.Content, original})
		variants, err := perturb.Variants(t.Context(), suite.FileName(f.Language), f.Content, perturb.Kinds(), nil)
		if err != nil {
			t.Fatal(err)
		}
		before := c.variants
		for _, v := range variants {
			switch {
			case v.Skipped != "":
				c.notMade++
				t.Logf("%s, %s: not made: %s", f.ID, v.Kind, v.Skipped)
			case v.Same:
				c.unchanged++
			default:
				c.variants++
				list = append(list, text{f.ID, string(v.Kind), v.Text, original})
			}
		}
		if c.variants > before {
			c.covered++
		}
		texts[f.Language] = list
	}
	fixtures, covered := 0, 0
	for _, language := range slices.Sorted(maps.Keys(languages)) {
		c := counts[language]
		if c == nil {
			t.Fatalf("there is no fixture in %s", language)
		}
		fixtures, covered = fixtures+c.fixtures, covered+c.covered
		t.Run(language, func(t *testing.T) {
			list := texts[language]
			trees, err := languages[language](t, list)
			if err != nil {
				t.Skipf("SKIPPED: %v", err)
			}
			equal := 0
			for i, x := range list {
				switch {
				case x.original == i && trees[i] == "":
					t.Errorf("%s itself is not read", x.of)
				case x.original == i:
				case trees[i] == trees[x.original]:
					equal++
				default:
					t.Errorf("%s, %s means something else:\n%s\n%s", x.of, x.kind, trees[x.original], trees[i])
				}
			}
			t.Logf("%d fixtures, %d with a variant, %d variants, %d equivalent when read again, %d with nothing to change, %d not made", c.fixtures, c.covered, c.variants, equal, c.unchanged, c.notMade)
		})
	}
	if covered*10 < fixtures*9 {
		t.Errorf("%d of %d fixtures have a variant that was checked", covered, fixtures)
	}
}

func rereadGo(t *testing.T, list []text) ([]string, error) {
	var out []string
	for _, x := range list {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, "", x.content, parser.SkipObjectResolution)
		var b bytes.Buffer
		if err == nil {
			ast.SortImports(set, f)
			err = (&printer.Config{Mode: printer.RawFormat}).Fprint(&b, token.NewFileSet(), f)
		}
		if err != nil {
			t.Errorf("%s, %s: %v", x.of, x.kind, err)
		}
		out = append(out, b.String())
	}
	return out, nil
}

// program gives the texts to a program as a list in JSON, which it answers with
// a list.
func program(list []text, name string, args ...string) ([]string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, err
	}
	var contents, out []string
	for _, x := range list {
		contents = append(contents, x.content)
	}
	in, err := json.Marshal(contents)
	if err != nil {
		return nil, err
	}
	var stderr bytes.Buffer
	c := exec.Command(path, args...)
	c.Stdin, c.Stderr = bytes.NewReader(in), &stderr
	b, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", name, err, stderr.String())
	}
	if err := json.Unmarshal(b, &out); err != nil || len(out) != len(list) {
		return nil, errors.Join(err, fmt.Errorf("%s: %d answers to %d texts", name, len(out), len(list)))
	}
	return out, nil
}

func rereadPython(_ *testing.T, list []text) ([]string, error) {
	return program(list, "python3", "-I", "-c", `import ast, json, sys
def tree(text):
    try:
        return ast.dump(ast.parse(text.encode()))
    except SyntaxError:
        return ""
json.dump([tree(text) for text in json.load(sys.stdin)], sys.stdout)`)
}

func rereadYAML(_ *testing.T, list []text) ([]string, error) {
	return program(list, "python3", "-c", `import json, sys, yaml
def tree(text):
    try:
        return repr(list(yaml.safe_load_all(text)))
    except yaml.YAMLError:
        return ""
json.dump([tree(text) for text in json.load(sys.stdin)], sys.stdout)`)
}

func rereadTypeScript(_ *testing.T, list []text) ([]string, error) {
	const compiler = "scratch/eslint/node_modules/typescript"
	if _, err := os.Stat(compiler); err != nil {
		return nil, errors.New("TypeScript is not there: examples/security-claims/setup installs it")
	}
	return program(list, "node", "-e", `
const ts = require("./`+compiler+`");
const tree = (text) => {
  const file = ts.createSourceFile("input.ts", text, ts.ScriptTarget.Latest, true);
  if (file.parseDiagnostics.length) return "";
  const print = (node) => {
    const children = [];
    ts.forEachChild(node, (child) => { children.push(print(child)); });
    return node.kind + (children.length ? "(" + children.join(" ") + ")" : JSON.stringify(node.getText(file)));
  };
  return print(file);
};
process.stdout.write(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map(tree)));`)
}

// rereadRust compares what rustfmt makes of the code. Comments that stand alone in
// their lines and empty lines are left out of it.
func rereadRust(t *testing.T, list []text) ([]string, error) {
	rustfmt, err := exec.LookPath("rustfmt")
	if err != nil {
		return nil, err
	}
	if out, err := exec.Command(rustfmt, "--version").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("rustfmt does not run here: %w: %s", err, out) // rustup's stand-in without a toolchain
	}
	var trees []string
	for _, x := range list {
		c := exec.CommandContext(t.Context(), rustfmt, "--edition", "2021", "--emit", "stdout", "--config", "newline_style=Unix")
		c.Stdin = strings.NewReader(x.content)
		out, err := c.Output()
		if err != nil {
			t.Errorf("%s, %s: %v", x.of, x.kind, err)
		}
		var b strings.Builder
		for line := range strings.Lines(string(out)) {
			if bare := strings.TrimSpace(line); bare != "" && !strings.HasPrefix(bare, "// ") {
				b.WriteString(line)
			}
		}
		trees = append(trees, b.String())
	}
	return trees, nil
}

// rereadDockerfile lists the instructions: lines that go on are joined, comments
// and empty lines between them left out
// (https://docs.docker.com/reference/dockerfile/#format).
func rereadDockerfile(_ *testing.T, list []text) ([]string, error) {
	var out []string
	for _, x := range list {
		var b strings.Builder
		for line := range strings.Lines(x.content) {
			bare := strings.TrimSpace(line)
			if bare == "" || strings.HasPrefix(bare, "#") {
				continue
			}
			if text, more := strings.CutSuffix(bare, `\`); more {
				b.WriteString(strings.Join(strings.Fields(text), " ") + " ")
			} else {
				b.WriteString(strings.Join(strings.Fields(bare), " ") + "\n")
			}
		}
		out = append(out, b.String())
	}
	return out, nil
}
