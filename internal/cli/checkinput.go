package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxText bounds a text that is checked, in bytes.
const maxText = 64 << 20

// input is a text to check.
type input struct {
	source string // as the caller named it, slash-separated
	name   string // relative to the tree, slash-separated; empty: it is not in the tree
	file   string // name, or source where there is none
	text   string
}

// called is the name by which a text is known to be a change log or the like:
// outside of the tree, the file's own.
func (i input) called() string {
	if i.name == "" && i.source != "stdin" {
		return path.Base(i.source)
	}
	return i.name
}

// named returns the texts that the caller names: without any, stdin, if
// something can come from there.
func (p *program) named(args []string) ([]string, error) {
	stdin := slices.Index(args, "-")
	switch {
	case len(args) == 0 && isTerminal(p.in):
		return nil, usage(errors.New("sooth check: FILE is missing; hint: sooth check answer.md, or pipe a text in"))
	case len(args) == 0:
		return []string{"-"}, nil
	case stdin >= 0 && slices.Contains(args[stdin+1:], "-"):
		return nil, usage(errors.New(`"-" is named twice; hint: stdin is one text`))
	}
	return args, nil
}

// input reads one text.
func (p *program) input(arg, dir string) (input, error) {
	if arg == "-" {
		text, err := bounded(p.in, "stdin")
		return input{source: "stdin", file: "stdin", text: text}, err
	}
	in := input{source: filepath.ToSlash(filepath.Clean(arg))}
	in.file = in.source
	if name, inside := relative(dir, arg); inside {
		in.name, in.file = name, name
	}
	file, err := os.Open(arg)
	if err != nil {
		var inner *fs.PathError
		if errors.As(err, &inner) {
			err = inner.Err
		}
		hint := ""
		if errors.Is(err, fs.ErrNotExist) {
			hint = `; hint: FILE is a text to check; "-" is stdin`
		}
		return in, usage(fmt.Errorf("cannot read %q: %w%s", arg, err, hint))
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return in, usage(fmt.Errorf("%q is a folder; hint: name its texts: sooth check %s", arg, filepath.ToSlash(filepath.Join(arg, "*.md"))))
	}
	in.text, err = bounded(file, in.source)
	return in, err
}

// bounded reads a text of at most maxText bytes.
func bounded(r io.Reader, name string) (string, error) {
	var b strings.Builder
	n, err := io.Copy(&b, io.LimitReader(r, maxText+1))
	text := b.String()
	switch {
	case err != nil:
		return "", fmt.Errorf("cannot read %s: %w", name, err)
	case n > maxText:
		return "", usage(fmt.Errorf("%s is larger than %d MiB; hint: split it", name, maxText>>20))
	case strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff"):
		return "", usage(fmt.Errorf("%s is UTF-16, which is not read; hint: iconv -f UTF-16 -t UTF-8", name))
	}
	return text, nil
}

// repository is the folder of the code base, absolute and without symbolic
// links: the one that the caller names, or the nearest one above the working
// directory that git or Go takes for a root.
func repository(named string) (string, error) {
	start := named
	if named == "" {
		start = "."
	}
	dir, err := filepath.Abs(start)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", fmt.Errorf("--repo %q: %w; hint: name the folder of the code base", named, err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("--repo %q is no folder; hint: name the folder of the code base", named)
	}
	if named != "" {
		return dir, nil
	}
	for _, mark := range []string{".git", "go.work", "go.mod"} {
		for at := dir; ; at = filepath.Dir(at) {
			if _, err := os.Lstat(filepath.Join(at, mark)); err == nil {
				return at, nil
			}
			if at == filepath.Dir(at) {
				break
			}
		}
	}
	return dir, nil
}
