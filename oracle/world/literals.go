package world

import (
	"context"
	"go/scanner"
	"go/token"
	"path"
	"strconv"
	"strings"

	"sooth/fact"
)

// literals returns the hashes of all strings of the tree's Go, and of their
// pieces between what fmt fills in, and of the names of fields and constants,
// which are strings to whoever reflects on them.
func (w *World) literals(ctx context.Context) (map[uint64]struct{}, error) {
	l, err := w.listed(ctx)
	if err != nil {
		return nil, err
	}
	c := &corpus{}
	for _, name := range l.files {
		if path.Ext(name) == ".go" {
			c.names = append(c.names, path.Join(w.dir, name))
		}
	}
	sets := make([]map[uint64]struct{}, len(c.names))
	err = c.each(ctx, func(i int, data []byte) {
		set := map[uint64]struct{}{}
		file := token.NewFileSet().AddFile("", -1, len(data))
		var s scanner.Scanner
		s.Init(file, data, func(token.Position, string) {}, 0)
		for {
			_, tok, text := s.Scan()
			if tok == token.EOF {
				break
			}
			if tok != token.STRING || len(text) > 200 {
				continue
			}
			value, err := strconv.Unquote(text)
			if err != nil {
				continue
			}
			for _, piece := range pieces(value) {
				set[hashWord(plain(piece))] = struct{}{}
			}
		}
		sets[i] = set
	})
	if err != nil {
		return nil, err
	}
	all := map[uint64]struct{}{}
	for _, set := range sets {
		for h := range set {
			all[h] = struct{}{}
		}
	}
	for f, err := range w.facts.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Definition}}) {
		if err != nil {
			return nil, err
		}
		if f.Symbol == "field" {
			all[hashWord(plain(fact.LastName(&f)))] = struct{}{}
		}
	}
	return all, nil
}

// pieces returns a string and what stands in it between verbs of fmt, blanks,
// and the marks of templates.
func pieces(s string) []string {
	list := []string{s}
	if strings.ContainsAny(s, "%{$ /:.") {
		list = append(list, strings.FieldsFunc(verbless(s), func(r rune) bool { return strings.ContainsRune("{}$ /:.,=\x00", r) })...)
	}
	return list
}

// verbless puts a NUL in the place of each verb of fmt.
func verbless(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		i++
		for i < len(s) && strings.IndexByte("+-# 0123456789.[]*", s[i]) >= 0 {
			i++
		}
		b.WriteByte(0)
	}
	return b.String()
}
