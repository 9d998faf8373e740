// Package ctags reads definitions of the languages that have no typed reader,
// by universal-ctags where it is installed: a separate process that parses and
// runs nothing of a tree. What it says has the strength syntax.
package ctags

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sooth/fact"
	"sooth/lang"
)

// ErrNotFound says that there is no universal-ctags.
var ErrNotFound = errors.New("no universal-ctags found: names in languages other than Go are undecided; hint: install universal-ctags (apt install universal-ctags, brew install universal-ctags)")

// Reader is a [lang.Reader] of every language that ctags knows, but for Go and
// for data and prose, whose keys and headings are no symbols.
type Reader struct {
	command string // absolute path
	version string
	env     []string
	limits  limits
}

var _ lang.Reader = (*Reader)(nil)

// limits bound the work.
type limits struct {
	batch   int           // files for one process
	size    int64         // of a file, bytes
	timeout time.Duration // of one process
}

// Find finds ctags on the PATH of environ; relative folders there are passed
// over. ErrNotFound: there is none, or another ctags.
func Find(ctx context.Context, environ []string) (*Reader, error) {
	r := &Reader{limits: limits{batch: 512, size: 4 << 20, timeout: time.Minute}}
	for _, name := range []string{"universal-ctags", "ctags-universal", "ctags"} {
		for _, command := range onPath(name, environ) {
			r.command, r.env = command, []string{"HOME=" + os.DevNull, "LC_ALL=C", "PATH=" + filepath.Dir(command)}
			out, err := r.run(ctx, os.TempDir(), nil, "--version")
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			version, universal := strings.CutPrefix(string(out), "Universal Ctags ")
			if err == nil && universal && bytes.Contains(out, []byte("+json")) {
				version, _, _ = strings.Cut(version, ",")
				r.version = strings.TrimSpace(version)
				return r, nil
			}
		}
	}
	return nil, ErrNotFound
}

func onPath(name string, environ []string) (list []string) {
	for i := len(environ) - 1; i >= 0; i-- {
		dirs, ok := strings.CutPrefix(environ[i], "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(dirs) {
			file := filepath.Join(dir, name)
			if info, err := os.Stat(file); filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				list = append(list, file)
			}
		}
		return list
	}
	return nil
}

// Language implements [lang.Reader]: it stands for all that ctags knows. Facts
// name their own.
func (r *Reader) Language() string { return "ctags" }

// revision grows when the same tags become other facts.
const revision = "1"

// Version implements [lang.Reader].
func (r *Reader) Version() string { return "ctags/" + revision + "/" + r.version }

// unitPrefix begins the names of units, one for each file.
const unitPrefix = "ctags:"

// Read implements [lang.Reader].
func (r *Reader) Read(ctx context.Context, t lang.Tree, emit func(fact.Unit) error) ([]string, error) {
	changed := map[string]bool{}
	for _, name := range t.Changed {
		changed[name] = true
	}
	known := map[string]bool{}
	for _, u := range t.Known {
		known[strings.TrimPrefix(u.Name, unitPrefix)] = true
	}
	all := t.Known == nil && t.Changed == nil
	var units, names []string
	for _, f := range t.Files {
		switch {
		case (all || changed[f.Name]) && wanted(f.Name):
			switch reason := r.refuse(t.Dir, f.Name); reason {
			case "":
				names = append(names, f.Name)
			case notThere:
			default:
				if !r.speaks(ctx, t.Dir, f.Name) {
					continue
				}
				units = append(units, unitPrefix+f.Name)
				if err := emit(fact.Unit{Name: unitPrefix + f.Name, Files: []string{f.Name}, Version: r.Version(), Open: reason}); err != nil {
					return nil, err
				}
			}
		case all || changed[f.Name]:
		case known[f.Name]:
			units = append(units, unitPrefix+f.Name)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for len(names) > 0 {
		n := min(len(names), r.limits.batch)
		err := r.batch(ctx, t.Dir, names[:n], func(u fact.Unit) error {
			u.Version = r.Version()
			units = append(units, u.Name)
			return emit(u)
		})
		if err != nil {
			return nil, err
		}
		names = names[n:]
	}
	return units, nil
}

// wanted says whether a file can be named to ctags: it reads names line by
// line and takes spaces off their ends. Files of Go have a reader of their own.
func wanted(name string) bool {
	return !strings.HasSuffix(name, ".go") && !strings.ContainsAny(name, "\n\r\x00") && strings.TrimSpace(name) == name
}

// run starts ctags, which reads no options but ours. The result is what it
// printed, also when it failed.
func (r *Reader) run(ctx context.Context, dir string, in []byte, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limits.timeout)
	defer cancel()
	c := exec.CommandContext(ctx, r.command, append([]string{"--options=NONE"}, args...)...)
	c.Dir, c.Env, c.Stdin = dir, r.env, bytes.NewReader(in)
	c.WaitDelay = 2 * time.Second
	var out bytes.Buffer
	c.Stdout = &out
	err := c.Run()
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("ctags took longer than %v", r.limits.timeout)
	}
	return out.Bytes(), err
}
