package ctags

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"sooth/fact"
)

// skipped are the languages that are not asked for: Go has a typed reader; the
// others are prose and data, in which a heading or a key is no symbol.
const skipped = "-Go,-Ant,-Asciidoc,-BibTeX,-CSS,-Ctags,-Diff,-Glade,-HTML,-Iniconf,-JavaProperties,-JSON,-Man,-Markdown,-Maven2,-Passwd,-PlistXML,-Pod," +
	"-PythonLoggingConfig,-RelaxNG,-ReStructuredText,-SCSS,-SVG,-SystemdUnit,-Tex,-TeXBeamer,-Txt2tags,-XML,-XSLT,-Yaml,-YumRepo,-AnsiblePlaybook"

// tag is a line of ctags' JSON.
type tag struct {
	Type     string `json:"_type"`
	Name     string
	Path     string
	Language string
	Line     int
	End      int
	Kind     string
	Scope    string
}

// batch asks one process about files. When it fails, halves are asked again,
// until the file is alone that it fails for: its unit is open.
func (r *Reader) batch(ctx context.Context, dir string, names []string, emit func(fact.Unit) error) error {
	var list []byte
	for _, name := range names {
		list = append(list, "./"+name+"\n"...)
	}
	out, err := r.run(ctx, dir, list, "--output-format=json", "--fields=+neKZl-P", "--extras=-{anonymous}", "--languages="+skipped, "--links=no", "--recurse=no", "--sort=no", "-f", "-", "-L", "-")
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && len(names) > 1 {
		half := len(names) / 2
		return errors.Join(r.batch(ctx, dir, names[:half], emit), r.batch(ctx, dir, names[half:], emit))
	}
	tags, damaged := parse(out)
	for _, name := range names {
		u := fact.Unit{Name: unitPrefix + name, Files: []string{name}}
		switch {
		case err != nil:
			u.Open = fmt.Sprintf("ctags failed: %v", err)
		case damaged:
			u.Open = "ctags printed what is no JSON"
		case len(tags[name]) == 0:
			continue
		default:
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				continue // it went away meanwhile
			}
			u.Facts = facts(name, string(text), tags[name])
		}
		if err := emit(u); err != nil {
			return err
		}
	}
	return nil
}

const notThere = "it is not there"

// refuse says why a file is not given to ctags.
func (r *Reader) refuse(dir, name string) string {
	info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
	switch {
	case err != nil || !info.Mode().IsRegular():
		return notThere
	case info.Size() > r.limits.size:
		return fmt.Sprintf("it has %d bytes: definitions are read up to %d", info.Size(), r.limits.size)
	}
	return ""
}

// speaks says whether ctags would read a file, by its name.
func (r *Reader) speaks(ctx context.Context, dir, name string) bool {
	out, err := r.run(ctx, dir, nil, "--languages="+skipped, "--print-language", "./"+name)
	return err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), ": NONE")
}

// parse reads ctags' output. Tags whose name or path are no UTF-8 are left out.
func parse(out []byte) (tags map[string][]tag, damaged bool) {
	tags = map[string][]tag{}
	for line := range bytes.Lines(out) {
		var t tag
		if !utf8.Valid(line) {
			line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
		}
		if err := json.Unmarshal(line, &t); err != nil {
			return nil, true
		}
		if t.Type != "tag" || t.Name == "" || t.Line < 1 || strings.Contains(t.Name, "\uFFFD") {
			continue
		}
		path := strings.TrimPrefix(t.Path, "./")
		tags[path] = append(tags[path], t)
	}
	return tags, false
}

// maxDetail bounds the line that stands for a signature.
const maxDetail = 400

// facts turns the tags of one file into facts.
func facts(name, text string, tags []tag) []fact.Fact {
	lines := strings.Split(text, "\n")
	list := make([]fact.Fact, 0, len(tags))
	for _, t := range tags {
		if t.Line > len(lines) {
			continue // it changed meanwhile
		}
		line := strings.TrimSuffix(lines[t.Line-1], "\r")
		f := fact.Fact{
			Kind: fact.Definition, Language: strings.ToLower(t.Language), Subject: subject(name, t), Symbol: t.Kind,
			Detail: strings.TrimSpace(line), Strength: fact.Syntax,
		}
		if len(f.Detail) > maxDetail {
			f.Detail = strings.ToValidUTF8(f.Detail[:maxDetail], "")
		}
		f.Span.File, f.Span.Line = name, t.Line
		if t.End > t.Line {
			f.Span.EndLine = min(t.End, len(lines))
		}
		f.Name.File, f.Name.Line = name, t.Line
		if at := word(line, t.Name); at >= 0 {
			f.Name.Column, f.Name.EndLine, f.Name.EndColumn = at+1, t.Line, at+1+len(t.Name)
		}
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b fact.Fact) int { return fact.Compare(&a, &b) })
	return slices.CompactFunc(list, func(a, b fact.Fact) bool { return a == b })
}

// subject writes a symbol as path, colon, names: "web/app.py:Class.method".
func subject(path string, t tag) string {
	if t.Scope == "" {
		return path + ":" + t.Name
	}
	return path + ":" + strings.NewReplacer("::", ".", `\`, ".", `""`, ".").Replace(t.Scope) + "." + t.Name
}

// word finds the first place where name stands alone in line; -1: none.
func word(line, name string) int {
	isWord := func(b byte) bool {
		return b == '_' || b >= 0x80 || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
	}
	for from := 0; ; {
		at := strings.Index(line[from:], name)
		if at < 0 {
			return -1
		}
		at += from
		end := at + len(name)
		if (at == 0 || !isWord(line[at-1]) || !isWord(name[0])) && (end == len(line) || !isWord(line[end]) || !isWord(name[len(name)-1])) {
			return at
		}
		from = at + 1
	}
}
