package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sooth/fact"
)

// Limits bound what is looked at in a tree. What lies beyond them is named, with
// the reason.
type Limits struct {
	Files int   // in all
	Depth int   // of folders below the root
	Size  int64 // of a file whose lines are counted, bytes
}

// defaultLimits are far above what people write by hand.
func defaultLimits() Limits { return Limits{Files: 500_000, Depth: 64, Size: 64 << 20} }

// found is a file of a tree: its stamp without a hash.
type found struct {
	fact.Stamp
	link bool // a symbolic link to a file of the tree; the stamp is of the file
}

// walker walks one tree. No symbolic link is followed out of it, and none into
// a folder.
type walker struct {
	root    *os.Root
	dir     string
	prefix  string // of the tree in its repository
	tracked map[string]bool
	holding map[string]bool // folders with tracked files
	limits  Limits
	files   []found
	open    []fact.Open
	full    bool
}

// skipped are folders that are no part of a tree's content, at any depth.
func skipped(name string) bool {
	switch name {
	case ".git", ".sooth", ".hg", ".svn":
		return true
	}
	return false
}

// walk lists the files of a tree in order of their paths: those that no
// .gitignore names, and those that git keeps all the same.
func walk(ctx context.Context, root *os.Root, dir string, tracked []string, limits Limits) (*walker, error) {
	w := &walker{root: root, dir: dir, limits: limits, tracked: map[string]bool{}, holding: map[string]bool{}}
	for _, name := range tracked {
		w.tracked[name] = true
		for d := path.Dir(name); d != "." && !w.holding[d]; d = path.Dir(d) {
			w.holding[d] = true
		}
	}
	top, prefix, _ := repositoryOf(dir)
	w.prefix = prefix
	if err := w.folder(ctx, "", 0, false, ignoredAbove(top, prefix)); err != nil {
		return nil, err
	}
	slices.SortFunc(w.files, func(a, b found) int { return strings.Compare(a.Path, b.Path) })
	return w, nil
}

func (w *walker) note(name, reason string) {
	w.open = append(w.open, fact.Open{Unit: filePrefix + name, Reason: reason})
}

// folder walks one folder. Inside an ignored one only tracked files count.
func (w *walker) folder(ctx context.Context, name string, depth int, isIgnored bool, g *ignored) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if depth > w.limits.Depth {
		w.note(name, fmt.Sprintf("it lies deeper than %d folders", w.limits.Depth))
		return nil
	}
	entries, err := os.ReadDir(filepath.Join(w.dir, filepath.FromSlash(name)))
	if err != nil {
		if name == "" {
			return err
		}
		if !errors.Is(err, fs.ErrNotExist) { // it went away meanwhile
			w.note(name, "the folder cannot be read: "+cause(err))
		}
		if len(entries) == 0 {
			return nil
		}
	}
	if !isIgnored {
		if text, ok := readSmall(filepath.Join(w.dir, filepath.FromSlash(name), ".gitignore")); ok {
			g = g.with(path.Join(w.prefix, name), text)
		}
	}
	for _, e := range entries {
		if w.full || skipped(e.Name()) {
			continue
		}
		below := path.Join(name, e.Name())
		out := isIgnored || g.match(path.Join(w.prefix, below), e.IsDir())
		switch {
		case e.IsDir():
			if out && !w.holding[below] {
				continue
			}
			if err := w.folder(ctx, below, depth+1, out, g); err != nil {
				return err
			}
		case out && !w.tracked[below]:
		case e.Type().IsRegular():
			info, err := e.Info()
			if err == nil {
				w.add(below, info, false)
			}
		case e.Type()&fs.ModeSymlink != 0:
			// Root refuses what leads out of the tree.
			if info, err := w.root.Stat(filepath.FromSlash(below)); err == nil && info.Mode().IsRegular() {
				w.add(below, info, true)
			}
		}
	}
	return nil
}

func (w *walker) add(name string, info fs.FileInfo, link bool) {
	if len(w.files) == w.limits.Files {
		w.full = true
		w.open = append(w.open, fact.Open{Unit: filePrefix, Reason: fmt.Sprintf("the tree has more than %d files; the rest was not looked at", w.limits.Files)})
		return
	}
	w.files = append(w.files, found{Stamp: fact.Stamp{Path: name, Size: info.Size(), Modified: info.ModTime().UnixNano(), Inode: inode(info)}, link: link})
}

// cause drops the path from an error of the file system: it stands beside it.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
