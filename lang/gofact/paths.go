package gofact

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// headers is what the files of the tree import.
type headers struct {
	imports map[string]map[string]bool // path → names under which it is imported; "" where none is given
	names   map[string]string          // of own packages, by path
	files   []string                   // that were read, absolute
	state   string                     // of files
}

// Paths implements lang.Packages. Packages of the tree, of the standard library
// and those that the tree imports come before others: those of the modules that
// nothing imports are looked at only when there is none of the first. Beside
// the declared name, the last element and the whole path, a name under which a
// file of the tree imports a package counts, and the end of the path of a
// package of the tree ("model/labels").
func (p *Packages) Paths(ctx context.Context, qualifier string) ([]string, error) {
	if qualifier == "" || qualifier == "_" || qualifier == "." {
		return nil, nil
	}
	for _, fresh := range []bool{false, true} {
		l, err := p.laidOut(ctx, fresh)
		if err != nil {
			return nil, err
		}
		found, err := p.near(ctx, l, qualifier, fresh)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 && fresh {
			found, err = p.far(ctx, l, qualifier)
		}
		if len(found) > 0 || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// near finds packages of the tree, of the standard library, and imported ones.
func (p *Packages) near(ctx context.Context, l *layout, qualifier string, fresh bool) ([]string, error) {
	if strings.Contains(qualifier, "/") {
		return p.whole(l, qualifier), nil
	}
	h, err := p.headersOf(ctx, l, fresh)
	if err != nil {
		return nil, err
	}
	var found []string
	for own := range l.byPath {
		if path.Base(own) == qualifier || lastElement(own) == qualifier || h.names[own] == qualifier {
			found = append(found, own)
		}
	}
	for _, s := range p.std() {
		if (lastElement(s) == qualifier || path.Base(s) == qualifier) && !slices.Contains(strings.Split(s, "/"), "internal") && p.built(s) {
			found = append(found, s)
		}
	}
	for i, names := range h.imports {
		if names[qualifier] || path.Base(i) == qualifier || lastElement(i) == qualifier || names[""] && !standard(i) && p.packageName(l, i) == qualifier {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// built reports whether the host builds any file of a package of the standard
// library: some are experiments.
func (p *Packages) built(path string) bool {
	dir := filepath.Join(p.go_.Root, "src", filepath.FromSlash(path))
	names, err := readDirNames(dir)
	if err != nil {
		return false
	}
	for _, base := range names {
		if match, err := p.tags.MatchFile(dir, base); err == nil && match && !strings.HasSuffix(base, "_test.go") {
			return true
		}
	}
	return path == "builtin" || path == "runtime/cgo"
}

// whole finds packages by their whole path, or own ones by the end of it.
func (p *Packages) whole(l *layout, qualifier string) []string {
	at := p.outside(l, qualifier, false)
	switch {
	case l.byPath[qualifier] != nil, at.dirs != nil, at.open != errNoPackage.Error():
		return []string{qualifier}
	case strings.HasSuffix(qualifier, testSuffix) && l.byPath[strings.TrimSuffix(qualifier, testSuffix)] != nil:
		return []string{qualifier}
	}
	var found []string
	for own, folders := range l.byPath {
		if strings.HasSuffix(own, "/"+qualifier) || folders[0].rel == qualifier {
			found = append(found, own)
		}
	}
	slices.Sort(found)
	return found
}

// headersOf reads the package clauses and imports of the tree: once, or with
// fresh when a file changed.
func (p *Packages) headersOf(ctx context.Context, l *layout, fresh bool) (*headers, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if l.headers != nil && (!fresh || now.Sub(l.read) < lookAgain) {
		return l.headers, nil
	}
	if l.headers != nil && stampsOf(l.headers.files) == l.headers.state {
		l.read = now
		return l.headers, nil
	}
	h := &headers{imports: map[string]map[string]bool{}, names: map[string]string{}}
	for _, f := range l.folders {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, base := range f.files {
			dir := filepath.Join(p.dir, filepath.FromSlash(f.rel))
			h.files = append(h.files, filepath.Join(dir, base))
			head := readHeader(dir, base)
			if !head.ignored && !strings.HasSuffix(base, "_test.go") && head.name != "" {
				h.names[f.path] = head.name
			}
			for _, i := range head.imports {
				if l.byPath[i.path] != nil && i.name == "" || i.path == "" || i.path == "C" {
					continue
				}
				if h.imports[i.path] == nil {
					h.imports[i.path] = map[string]bool{}
				}
				h.imports[i.path][i.name] = true
			}
		}
	}
	h.state = stampsOf(h.files)
	l.headers, l.read = h, now
	return h, nil
}
