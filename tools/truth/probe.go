package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// probe is one line of Go that the compiler takes or refuses.
type probe struct {
	file    *sourceFile // whose package and imports it is compiled with
	code    string      // one line, a declaration
	asked   bool
	message string // the compiler's first message about the line; empty: it compiles
}

func (p *probe) ok() bool { return p.asked && p.message == "" }

// fails says whether the compiler refused the line with a message that
// contains one of the words.
func (p *probe) fails(words ...string) bool {
	return p.asked && p.message != "" && (len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(p.message, w) }))
}

// probe asks for a line to be compiled in the package of a declaration.
func (c *corpus) probe(d *declaration, format string, args ...any) *probe {
	p := &probe{file: c.files[d.file], code: fmt.Sprintf(format, args...)}
	c.probes = append(c.probes, p)
	return p
}

// compile answers all probes: one file for each source file, laid over the
// module, one run of the compiler for each package.
func (c *corpus) compile() error {
	work, err := os.MkdirTemp("", "truth")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	byFolder := map[string]map[*sourceFile][]*probe{}
	for _, p := range c.probes {
		if p.asked {
			continue
		}
		folder := path.Dir(p.file.file)
		if byFolder[folder] == nil {
			byFolder[folder] = map[*sourceFile][]*probe{}
		}
		byFolder[folder][p.file] = append(byFolder[folder][p.file], p)
	}
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		if err := c.compileFolder(work, folder, byFolder[folder]); err != nil {
			return err
		}
	}
	return nil
}

func (c *corpus) compileFolder(work, folder string, probes map[*sourceFile][]*probe) error {
	overlay := map[string]string{}
	at := map[string]*probe{} // "name:line"
	files := slices.SortedFunc(maps.Keys(probes), func(a, b *sourceFile) int { return strings.Compare(a.file, b.file) })
	for i, f := range files {
		var b strings.Builder
		fmt.Fprintf(&b, "package %s\n", f.pkg)
		for _, p := range slices.Sorted(maps.Keys(f.imports)) {
			if f.imports[p] != "_" {
				fmt.Fprintf(&b, "import %s %q\n", f.imports[p], p)
			}
		}
		name := fmt.Sprintf("zz_probe_%d.go", i)
		line := strings.Count(b.String(), "\n")
		for _, p := range probes[f] {
			line++
			fmt.Fprintln(&b, strings.ReplaceAll(p.code, "\n", " "))
			at[name+":"+strconv.Itoa(line)] = p
			p.asked = true
		}
		real := filepath.Join(work, strings.ReplaceAll(folder, "/", "_")+name)
		if err := os.WriteFile(real, []byte(b.String()), 0o644); err != nil {
			return err
		}
		overlay[filepath.Join(c.dir, folder, name)] = real
	}
	text, _ := json.Marshal(map[string]any{"Replace": overlay})
	list := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(list, text, 0o644); err != nil {
		return err
	}
	cmd := exec.CommandContext(c.ctx, "go", "build", "-gcflags=-e", "-overlay", list, "-o", os.DevNull, "./"+folder)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly")
	messages, _ := cmd.CombinedOutput() // a build that fails is what most probes are for
	found := regexp.MustCompile(`(?m)^\S*?(zz_probe_\d+\.go):(\d+):\d+: (.*(?:\n\t.*)*)`).FindAllStringSubmatch(string(messages), -1)
	for _, m := range found {
		if p := at[m[1]+":"+m[2]]; p != nil && p.message == "" {
			p.message = m[3]
		}
	}
	if strings.Contains(string(messages), "syntax error") || len(messages) > 0 && len(found) == 0 {
		return fmt.Errorf("%s: %s: %.2000s", c.module, folder, messages)
	}
	return nil
}
