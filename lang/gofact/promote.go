package gofact

import (
	"context"
	"go/token"
	"strings"

	"sooth/fact"
)

// maxEmbedding bounds how deep embedding is followed.
const maxEmbedding = 50

// promotions returns what the types of a package embed and what they have by
// promotion, or by being made of another type, and of the types that may have more
// why. It looks at the packages that they embed types of; changing says that one of
// those is of the tree.
func (p *Packages) promotions(ctx context.Context, l *looked) (facts []fact.Fact, open map[string]string, changing bool, err error) {
	for _, subject := range l.order {
		for i := range l.types[subject].variants {
			v := &l.types[subject].variants[i]
			if len(v.embeds) == 0 && v.underlying == nil {
				continue
			}
			s := &selection{ctx: ctx, packages: p, subject: subject, all: v.isInterface, object: map[string]string{}, excluded: map[string]bool{}, blocked: map[string]bool{}}
			s.run(l, v)
			if s.err != nil {
				return nil, nil, false, s.err
			}
			changing = changing || s.changing
			if test := strings.HasSuffix(v.place.File, "_test.go"); s.open != "" && open[subject] == "" && (!test || l.version == "") { // a module's tests need modules that we do not
				if open == nil {
					open = map[string]string{}
				}
				open[subject] = v.place.File + ": " + subject + " " + s.open
			}
			for k := range v.embeds {
				if e, ok := s.resolve(l, &v.embeds[k]); ok {
					facts = append(facts, fact.Fact{Kind: fact.Embeds, Language: language, Subject: subject, Object: e.subject, Span: v.place, Excluded: v.excluded, Strength: fact.Syntax})
				}
			}
			for _, name := range s.order {
				if object := s.object[name]; !s.blocked[name] && object != "" && !strings.HasPrefix(object, subject+".") {
					facts = append(facts, fact.Fact{Kind: fact.Promotes, Language: language, Subject: subject, Object: object, Span: v.place, Excluded: v.excluded || s.excluded[name], Strength: fact.Syntax})
				}
			}
		}
	}
	return facts, open, changing, nil
}

// selection finds all names that a type has, shallowest first, by the rules of
// the Go specification for selectors.
type selection struct {
	ctx      context.Context
	packages *Packages
	subject  string
	all      bool              // an interface: depth does not matter
	object   map[string]string // by name
	excluded map[string]bool   // of object: only files that the host leaves out have it
	order    []string
	blocked  map[string]bool // two of one depth
	open     string
	changing bool // a package of the tree was looked at
	err      error
}

// content is what a type has at one depth.
type content struct {
	names  []methodSyntax // of members and methods
	owner  string         // subject that declares them
	embeds []resolvedType
}

func (s *selection) run(l *looked, v *variant) {
	at := s.variant(l, s.subject, v, true, 0)
	seen := map[string]bool{s.subject: true}
	for range maxEmbedding {
		if s.err != nil || len(at) == 0 {
			return
		}
		level := map[string]string{}
		var names []string
		var next []content
		count := map[string]int{}
		for _, c := range at {
			for _, e := range c.embeds {
				count[e.subject]++
			}
		}
		for _, c := range at {
			for _, m := range c.names {
				id, ok := s.id(c.owner, m.name)
				if !ok || s.object[id] != "" || s.blocked[id] {
					continue
				}
				object := c.owner + "." + m.name
				if before, twice := level[id]; twice && before != object && !s.all {
					s.blocked[id] = true
				}
				if _, twice := level[id]; !twice {
					names = append(names, id)
					s.excluded[id] = true
				}
				level[id] = object
				s.excluded[id] = s.excluded[id] && m.excluded
			}
			for _, e := range c.embeds {
				if seen[e.subject] {
					continue
				}
				seen[e.subject] = true
				below := s.typ(e, true, 0)
				if count[e.subject] > 1 && !s.all { // embedded twice at one depth: each of its names is ambiguous
					for _, b := range below {
						for _, m := range b.names {
							if id, ok := s.id(b.owner, m.name); ok && s.object[id] == "" && level[id] == "" {
								s.blocked[id] = true
							}
						}
					}
				}
				next = append(next, below...)
			}
		}
		for _, id := range names {
			s.object[id] = level[id]
			s.order = append(s.order, id)
		}
		at = next
	}
}

// id returns what tells a name of a package from others, and whether the type
// can have it.
func (s *selection) id(owner, name string) (string, bool) {
	return name, name != "_" && (token.IsExported(name) || packageOf(owner) == packageOf(s.subject))
}

// packageOf returns the import path of "path.Name".
func packageOf(subject string) string {
	return subject[:max(strings.LastIndexByte(subject, '.'), 0)]
}

// typ returns the contents of all declarations of a type.
func (s *selection) typ(t resolvedType, methods bool, depth int) []content {
	if t.in == nil { // predeclared
		if t.subject == "error" {
			return []content{{names: []methodSyntax{{name: "Error"}}, owner: "error"}}
		}
		return nil
	}
	var all []content
	for i := range t.in.types[t.subject].variants {
		all = append(all, s.variant(t.in, t.subject, &t.in.types[t.subject].variants[i], methods, depth)...)
	}
	return all
}

// variant returns the contents of one declaration of a type. A type made of
// another one has its fields, and its methods too if that is an interface or if
// it is an alias.
func (s *selection) variant(l *looked, subject string, v *variant, methods bool, depth int) []content {
	own := content{owner: subject}
	if methods || v.isInterface {
		own.names = append(own.names, l.types[subject].methods...)
	}
	for _, name := range v.members {
		own.names = append(own.names, methodSyntax{name, v.excluded})
	}
	for i := range v.embeds {
		if t, ok := s.resolve(l, &v.embeds[i]); ok {
			own.embeds = append(own.embeds, t)
		}
	}
	all := []content{own}
	if v.underlying != nil && depth < maxEmbedding {
		if t, ok := s.resolve(l, v.underlying); ok {
			all = append(all, s.typ(t, v.isAlias && methods, depth+1)...)
		}
	}
	return all
}
