package gofact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// layout is a workspace with the modules that it may import from.
type layout struct {
	*workspace
	looked   time.Time // when it was last known to be right
	walked   []string  // folders that were looked into
	state    string    // of walked
	modState string
	byPath   map[string][]*folder
	modules  []*dependency       // longest path first
	headers  *headers            // what own files import; nil: not read yet
	read     time.Time           // when headers were last known to be right
	others   map[string][]string // packages that nothing imports, by last element; nil: not listed yet
}

// laidOut returns the layout of the tree: with fresh as it is now, else as it
// was when no module file of it differed. A look for changes costs a look at
// every folder, so that it is only done before something is said to be absent.
func (p *Packages) laidOut(ctx context.Context, fresh bool) (*layout, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if l := p.layout; l != nil && (now.Sub(l.looked) < lookAgain || l.moduleState() == l.modState && (!fresh || stampsOf(l.walked) == l.state)) {
		if fresh && now.Sub(l.looked) >= lookAgain {
			l.looked = now
		}
		return l, nil
	}
	names, walked, err := goFiles(p.dir)
	if err != nil {
		return nil, fmt.Errorf("cannot read the tree %q: %w", p.dir, err)
	}
	l := &layout{workspace: layOut(p.dir, names), looked: now, walked: walked, byPath: map[string][]*folder{}}
	l.state, l.modState = stampsOf(walked), l.moduleState()
	for _, f := range l.folders {
		l.byPath[f.path] = append(l.byPath[f.path], f)
	}
	l.modules = p.buildList(ctx, l.workspace)
	p.layout = l
	return l, ctx.Err()
}

// moduleState describes the module files of the tree.
func (l *layout) moduleState() string {
	var names []string
	for _, m := range l.workspace.modules {
		names = append(names, filepath.Join(m.dir, "go.mod"))
		if m.work != "" {
			names = append(names, m.work)
		}
	}
	return stampsOf(names)
}

// stampsOf describes files or folders by their times: a file that comes or goes
// changes the time of its folder.
func stampsOf(names []string) string {
	var b []byte
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			b = strconv.AppendInt(b, info.ModTime().UnixNano(), 36)
		}
		b = append(b, ' ')
	}
	return string(b)
}

// folderState describes the Go files of a package of the tree.
func folderState(at location) string {
	var b strings.Builder
	for _, place := range at.dirs {
		names, _ := readDirNames(place.dir)
		for _, name := range names {
			info, err := os.Stat(filepath.Join(place.dir, name))
			if err == nil {
				fmt.Fprintln(&b, name, info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return b.String()
}

// standardPaths returns the import paths of the standard library that have Go
// files, sorted; those of commands are left out.
func standardPaths(goroot string) []string {
	root := filepath.Join(goroot, "src")
	var paths []string
	_ = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		rel, _ := filepath.Rel(root, file)
		if d.IsDir() {
			if file != root && (notOwn(d.Name()) || rel == "cmd") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			dir := filepath.ToSlash(filepath.Dir(rel))
			if n := len(paths); dir != "." && (n == 0 || paths[n-1] != dir) {
				paths = append(paths, dir)
			}
		}
		return nil
	})
	slices.Sort(paths)
	return slices.Compact(paths)
}

// digest returns the hash of parts, each with its length, so that no two lists
// of parts share a hash.
func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:", len(p))
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}
