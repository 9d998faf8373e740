package claim

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"sooth/source"
)

// extensions are those of files that repositories of programs have.
const extensions = " go mod sum work md txt rst adoc yaml yml json jsonl json5 toml proto sh bash zsh fish py pyi ts tsx js jsx mjs cjs rs java kt c h cc cpp cxx hpp " +
	"cs rb php swift m mm scala dart lua pl pm r vue svelte sql html htm css scss less xml svg png jpg gif pdf csv tsv tmpl tpl gotmpl ini cfg conf env lock " +
	"s asm y l mk cmake gradle bat ps1 psm1 ipynb tf hcl bzl bazel cue graphql golden txtar log diff patch service dockerfile "

// members are extensions that are names of methods and fields as well.
const members = " c h m r s l y log mod sum work env lock patch service golden conf cfg diff cue graphql build "

// wellKnown are names of files that have no extension.
const wellKnown = " Makefile GNUmakefile makefile Dockerfile Containerfile LICENSE LICENCE COPYING NOTICE README CHANGELOG AUTHORS CONTRIBUTORS OWNERS CODEOWNERS " +
	"MAINTAINERS VERSION PATENTS Gemfile Rakefile Jenkinsfile Vagrantfile Procfile Brewfile Justfile justfile Taskfile Tiltfile BUILD WORKSPACE DCO TODO " +
	".gitignore .gitattributes .dockerignore .editorconfig .mailmap .golangci.yml "

// folders are those where files without an extension are usual.
const folders = " cmd bin scripts script hack tools tool build contrib internal pkg test tests src lib docs doc etc debian hooks .github .githooks ci deploy "

// listed reports whether a word is in a list of words between blanks, such as
// " a b c ".
func listed(list, s string) bool {
	if s == "" || strings.IndexByte(s, ' ') >= 0 {
		return false
	}
	for {
		i := strings.Index(list, s)
		if i < 0 {
			return false
		}
		if end := i + len(s); i > 0 && list[i-1] == ' ' && end < len(list) && list[end] == ' ' {
			return true
		}
		list = list[i+1:]
	}
}

// parsePath reads a path with or without a place in the file. Files are given
// with slashes; anchored paths have a folder or a line.
func parsePath(s string, inSpan bool) (source.Span, bool) {
	name, place := cutPlace(s)
	name = strings.ReplaceAll(name, `\`, "/")
	if len(name) > 2 && name[1] == ':' && name[2] == '/' { // C:/…
		name = name[2:]
	}
	if len(name) > 1 {
		name = strings.TrimSuffix(name, "/")
	}
	if !pathName(name, place.Line > 0, inSpan) {
		return source.Span{}, false
	}
	place.File = name
	return place, true
}

// pathName reports whether a name is that of a file.
func pathName(name string, hasLine, inSpan bool) bool {
	if name == "" || strings.ContainsAny(name, "*?[]{}<>$|\"'^=~@!%&;,`:()#") || strings.Contains(name, "//") || !sound(name) {
		return false
	}
	if strings.Contains(name, " ") && (!inSpan || !hasLine || strings.Contains(name, " -") || strings.Contains(name, "./")) {
		return false
	}
	parts := strings.Split(strings.TrimPrefix(name, "/"), "/")
	base := parts[len(parts)-1]
	if len(parts) > 1 && (listed(mediaTypes, parts[0]) && !hasLine && !strings.HasSuffix(base, ".go") || host(parts[0])) {
		return false
	}
	if strings.HasPrefix(name, "/") && !hasLine {
		return false // a route, or outside of every repository
	}
	dot := strings.LastIndexByte(base, '.')
	switch {
	case listed(wellKnown, base):
		return inSpan || hasLine || len(parts) > 1 || base == "Makefile" || base == "Dockerfile"
	case dot < 0:
		return hasLine && len(parts) > 1 && listed(folders, parts[0]) && !digits(base)
	case !listed(extensions, strings.ToLower(base[dot+1:])):
		return false
	case base[dot+1:] != strings.ToLower(base[dot+1:]) && base[dot+1:] != strings.ToUpper(base[dot+1:]):
		return false // T.Less is a method
	case dot == 0:
		return len(parts) > 1
	case len(parts) == 1 && !inSpan && !hasLine && unicode.IsUpper(firstRune(base)) && listed(" js ts m r c s l y ", base[dot+1:]):
		return false // Node.js
	case len(parts) == 1 && !hasLine && exported(base) && listed(members, base[dot+1:]):
		return false // T.m is a method rather than a file
	case len(parts) == 1 && !hasLine && strings.Count(base, ".") == 2 && mixedCaps(base[strings.IndexByte(base, '.')+1:dot]) && listed(members, base[dot+1:]):
		return false // pkg.aType.sum is a field
	case len(parts) == 1 && !inSpan && !hasLine && dot >= len(base)-2:
		return false // a.b.c
	case digits(strings.ReplaceAll(base[:dot], ".", "")) && len(parts) == 1 || slices.Contains(parts, "..."):
		return false
	}
	for _, p := range parts[:len(parts)-1] {
		if d := strings.LastIndexByte(p, '.'); d > 0 && listed(extensions, p[d+1:]) {
			return false // x.go/y.go is two files
		}
	}
	return true
}

const mediaTypes = " application text image audio video font multipart message "

// mediaPackages are the packages of the standard library whose paths look like
// media types; those of imagePackages are media types as well.
const (
	mediaPackages = " text/scanner text/tabwriter text/template text/template/parse image/color image/color/palette image/draw "
	imagePackages = " image/gif image/jpeg image/png "
)

// host reports whether the first part of a path is the name of a host, as
// paths of modules begin.
func host(s string) bool {
	dot := strings.LastIndexByte(s, '.')
	return s == "localhost" || dot > 0 && !listed(extensions, s[dot+1:]) && strings.Trim(s, ".") != ""
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// sound reports whether a text has only printable characters.
func sound(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar })
}

// cutPlace cuts :12, :12-20, :12:5, #L12-L20 off a path.
func cutPlace(s string) (string, source.Span) {
	if name, lines, ok := strings.Cut(s, "#"); ok {
		if place, ok := parseLines(strings.ReplaceAll(lines, "lines-", "L")); ok && strings.HasPrefix(lines, "L") || ok && strings.HasPrefix(lines, "lines-") {
			return name, place
		}
		return s, source.Span{}
	}
	i := len(s)
	for colons := 0; colons < 2; colons++ {
		at := strings.LastIndexByte(s[:i], ':')
		if at <= 0 {
			break
		}
		if place, ok := parseLines(s[at+1:]); ok {
			if column := place; colons == 0 && column.EndLine == 0 {
				if before := strings.LastIndexByte(s[:at], ':'); before > 0 && digits(s[before+1:at]) {
					i = at
					continue
				}
			}
			return s[:at], place
		}
		i = at
	}
	return s, source.Span{}
}

// parseLines reads 12, L12, 12-20, L12-L20, 12:5 and 12–20.
func parseLines(s string) (source.Span, bool) {
	first, second := s, ""
	for _, separator := range []string{"-", "–", ":"} {
		if a, b, ok := strings.Cut(s, separator); ok {
			first, second = a, b
			line, ok1 := lineNumber(first)
			other, ok2 := lineNumber(second)
			switch {
			case !ok1 || !ok2:
				return source.Span{}, false
			case separator == ":":
				return source.Span{Line: line, Column: other}, true
			}
			return source.Span{Line: line, EndLine: other}, true
		}
	}
	line, ok := lineNumber(first)
	return source.Span{Line: line}, ok
}

// lineNumber reads a number of at most seven digits that is not 0.
func lineNumber(s string) (int, bool) {
	s = strings.TrimPrefix(s, "L")
	if len(s) == 0 || len(s) > 7 || !digits(s) {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0
}

// folder reads a path of a folder or a package in backquotes: two parts at
// least, no extension.
func folder(s string) (string, bool) {
	name := strings.TrimSuffix(s, "/")
	bare := strings.TrimPrefix(strings.TrimPrefix(name, "../"), "./")
	if bare == name && name == s && !strings.Contains(name, "/") || !importPath(bare) || hash(bare) || strings.HasPrefix(s, "/") {
		return "", false
	}
	parts := strings.Split(bare, "/")
	if host(parts[0]) || listed(mediaTypes, parts[0]) && !listed(mediaPackages, name) || digits(strings.Join(parts, "")) {
		return "", false
	}
	for _, p := range parts { // RunE/Run and reads/writes_mapping are alternatives
		if p != strings.ToLower(p) || strings.Contains(p, "_") && !strings.HasSuffix(s, "/") {
			return "", false
		}
	}
	return name, true
}

// forge reads the URL of a file on a forge: the repository with its revision,
// and the place.
func forge(url string) (repository string, place source.Span, ok bool) {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return "", place, false
	}
	address, fragment, _ := strings.Cut(rest, "#")
	address, _, _ = strings.Cut(address, "?")
	if fragment != "" {
		place, _ = parseLines(strings.ReplaceAll(strings.TrimPrefix(fragment, "lines-"), ":", "-"))
	}
	parts := strings.Split(address, "/")
	for i := 3; i < len(parts)-2; i++ {
		skip := 0
		switch {
		case parts[i] == "blob":
			skip = 1
		case parts[i] == "src" && slices.Contains([]string{"branch", "tag", "commit"}, parts[i+1]):
			skip = 2
		case parts[i] == "src" && i == 3 && strings.HasPrefix(parts[0], "bitbucket"):
			skip = 1
		default:
			continue
		}
		if i+skip+1 >= len(parts) {
			return "", place, false
		}
		name := strings.Join(parts[i+skip+1:], "/")
		if name == "" {
			return "", place, false
		}
		place.File = name
		owner := slices.DeleteFunc(slices.Clone(parts[:i]), func(p string) bool { return p == "-" })
		return strings.Join(owner, "/") + "@" + parts[i+skip], place, true
	}
	return "", place, false
}
