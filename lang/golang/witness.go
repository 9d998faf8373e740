package golang

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// source returns the source of a package, read anew, or says why it cannot be.
func (c *check) source(ctx context.Context, path string) (*freshPackage, string) {
	if f := c.fresh[path]; f != nil {
		return f, f.broken
	}
	r := c.recordOf(ctx, path)
	if r == nil {
		return nil, "the source of package " + path + " is not known"
	}
	if r.Open != "" {
		c.opened[path] = r.Open
		return nil, "package " + path + " was not read completely: " + r.Open
	}
	f := readFresh(c.folder(path), r.Files, func(path string) string {
		if r := c.recordOf(ctx, path); r != nil {
			return r.Name
		}
		return ""
	})
	c.fresh[path] = f
	return f, f.broken
}

// folder returns where the source of a package is.
func (c *check) folder(path string) string {
	if l := c.local; l != nil && l.records[path] != nil {
		return c.module.localDir(path)
	}
	if r, ok := c.module.resolved[path]; ok {
		return r.Dir
	}
	return filepath.Join(c.checker.go_.Root, "src", filepath.FromSlash(path))
}

// recordOf returns what is kept of a package that types mention, or nil.
func (c *check) recordOf(ctx context.Context, path string) *record {
	r, ok := c.records[path]
	if !ok {
		if l := c.local; l != nil {
			r = l.records[path]
		}
		if r == nil {
			r = c.checker.record(ctx, c.module, path)
		}
		c.records[path] = r
	}
	return r
}

// witnessPackage looks for a package-level name in the source of a package.
func (c *check) witnessPackage(ctx context.Context, path, name string) testimony {
	var w testimony
	f, why := c.source(ctx, path)
	if why != "" {
		w.open = why
		return w
	}
	w.say("go/types: package %s, read completely, has no %s", path, name)
	for _, at := range f.declared[name] {
		switch {
		case at.Built && !token.IsExported(name):
			w.hidden = fmt.Sprintf("%s declares it, but does not export it", at)
			return w
		case at.Test:
			w.doubt = fmt.Sprintf("only the tests of the package declare it (%s)", at)
		case at.Built:
			w.doubt = fmt.Sprintf("the two witnesses disagree: %s declares it", at)
		default:
			w.doubt = fmt.Sprintf("only a file that the build leaves out declares it (%s)", at)
		}
	}
	c.said(&w, f, path, name, "a package-level declaration")
	c.askAPI(&w, path, name)
	return w
}

// said adds what the textual look found; what says what was looked for.
func (c *check) said(w *testimony, f *freshPackage, path, name, what string) {
	in := fmt.Sprintf("in the source of %s (%s)", path, count(f.files, "file"))
	if n := f.words(name); n == 0 {
		w.say("%s the word %s does not occur", in, name)
	} else {
		w.say("%s the word %s occurs %s, never as %s", in, name, count(n, "time"), what)
	}
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// askAPI asks the API files about a name of the standard library: one that
// exists on another platform is not invented.
func (c *check) askAPI(w *testimony, path, symbol string) {
	if !c.checker.std.paths[path] || c.module.resolved[path].Dir != "" {
		return
	}
	api, err := c.checker.api()
	if err != nil {
		return // a distribution without API files: the two witnesses stand
	}
	if _, evidence, ok := api.Since(path, symbol); ok {
		w.doubt = "the API files know it: " + evidence
		return
	}
	w.say("api/go1.*.txt do not know it")
}

// witnessMember looks for a field or method of a type in the source of the
// packages that declare the type and what it embeds.
func (c *check) witnessMember(ctx context.Context, p *part, base types.Type, name string) testimony {
	var w testimony
	n := namedOf(base)
	if n == nil || n.Obj().Pkg() == nil {
		c.witnessUnnamed(base, name, &w)
		return w
	}
	w.say("go/types: type %s has no field or method %s, promoted ones included", c.typeName(p, base), name)
	s := search{check: c, name: name, w: &w, seen: map[string]bool{}}
	s.visit(ctx, n.Obj().Pkg().Path(), n.Obj().Name())
	if w.open == "" && w.doubt == "" && w.hidden == "" {
		c.askAPI(&w, n.Obj().Pkg().Path(), n.Obj().Name()+"."+name)
	}
	return w
}

// witnessUnnamed judges a member of a type without a declaration. Types such
// as string, []byte and func() have no members by the language specification;
// a struct or interface without a name is not looked for.
func (c *check) witnessUnnamed(base types.Type, name string, w *testimony) {
	switch t := types.Unalias(base).(type) {
	case *types.Struct:
		w.doubt = "the struct type has no name to look for"
	case *types.Interface:
		if t.NumMethods() > 0 {
			w.doubt = "the interface type has no name to look for"
		} else {
			w.say("the type has an empty method set by the language specification")
		}
	case *types.Named: // error, comparable
		w.say("go/types: the predeclared type %s has no method %s", t, name)
		w.say("the language specification declares all its methods")
	default:
		w.say("go/types: type %s has no field or method %s", t, name)
		w.say("types of this form have neither fields nor methods by the language specification")
	}
}

// search looks for a member in the source of a type and all that it embeds.
type search struct {
	check *check
	name  string
	w     *testimony
	seen  map[string]bool
}

// visit looks into one type. Whatever it cannot follow makes it doubt.
func (s *search) visit(ctx context.Context, path, owner string) {
	if s.seen[path+"."+owner] || s.w.doubt != "" || s.w.open != "" || s.w.hidden != "" {
		return
	}
	s.seen[path+"."+owner] = true
	if s.check.own(path) != nil {
		s.visitOwn(ctx, path, owner)
		return
	}
	f, why := s.check.source(ctx, path)
	if why != "" {
		s.w.open = why
		return
	}
	if len(f.declared[owner]) == 0 {
		s.w.doubt = "the source does not declare type " + owner + " under that name"
		return
	}
	s.look(ctx, f, path, owner)
	if s.w.doubt == "" && s.w.open == "" && s.w.hidden == "" && !s.seen[path] {
		s.seen[path] = true
		s.check.said(s.w, f, path, s.name, "a field or method of this type or of one that it embeds")
	}
}

// look judges what the source of a package says of one of its types.
func (s *search) look(ctx context.Context, f *freshPackage, path, owner string) {
	for _, at := range f.members[s.name] {
		switch {
		case at.Owner != owner && at.Owner != "?":
			continue
		case !token.IsExported(s.name) && at.Built:
			s.w.hidden = fmt.Sprintf("%s declares it, but does not export it", at)
		case at.Built:
			s.w.doubt = fmt.Sprintf("the two witnesses disagree: %s declares it", at)
		case at.Test:
			s.w.doubt = fmt.Sprintf("only the tests of the package declare it (%s)", at)
		default:
			s.w.doubt = fmt.Sprintf("only a file that the build leaves out declares it (%s)", at)
		}
	}
	for _, e := range f.embeds[owner] {
		s.follow(ctx, f, path, e)
	}
}

// follow goes on with a type that another one embeds.
func (s *search) follow(ctx context.Context, f *freshPackage, path, embedded string) {
	if embedded == "?" {
		s.w.doubt = "it embeds a type whose source was not found"
		return
	}
	if i := strings.LastIndexByte(embedded, '.'); i >= 0 {
		s.visit(ctx, embedded[:i], embedded[i+1:])
		return
	}
	if len(f.declared[embedded]) == 0 && types.Universe.Lookup(embedded) != nil {
		return // a predeclared type has no members but Error
	}
	s.visit(ctx, path, embedded)
}

// visitOwn looks into a type of the program.
func (s *search) visitOwn(ctx context.Context, path, owner string) {
	own := s.check.own(path)
	f := s.check.fresh[path]
	if f == nil {
		f = &freshPackage{declared: map[string][]place{}, members: map[string][]place{}, embeds: map[string][]string{}}
		for _, file := range own.files {
			f.add(file.Name, []byte(file.Text), true)
		}
		s.check.fresh[path] = f
	}
	switch {
	case len(own.left) > 0:
		s.w.doubt = "the build leaves out files of the program's package"
	case len(f.declared[owner]) == 0:
		s.w.doubt = "the type is declared inside a function"
	default:
		s.w.say("the program itself declares the type")
		s.look(ctx, f, path, owner)
	}
}
