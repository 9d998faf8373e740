package truth_test

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// feature is one line of the API files of the Go distribution, which a tool of
// the Go project writes and people review: a second witness of what exists.
type feature struct {
	pkg, name       string // "net/http", "Client.Do"
	params, results []string
	method          bool // of a type or interface
	abstract        bool // an interface, or a method of one
}

// apiFeatures reads $GOROOT/api/go1*.txt; lines of other platforms than
// linux/amd64 are left out.
func apiFeatures(t *testing.T, goroot string) map[string]feature {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(goroot, "api", "go1*.txt"))
	if err != nil || len(names) == 0 {
		t.Skipf("SKIPPED: this toolchain has no API files: %v", err)
	}
	slices.Sort(names)
	line := regexp.MustCompile(`^pkg (\S+)(?: \((\S+)\))?, (.*)$`)
	found := map[string]feature{}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<20)
		for s.Scan() {
			text, _, _ := strings.Cut(s.Text(), " #")
			text = strings.TrimSuffix(text, " //deprecated")
			m := line.FindStringSubmatch(text)
			if m == nil || m[2] != "" && m[2] != "linux-amd64" && m[2] != "linux-amd64-cgo" {
				continue
			}
			found[m[1]] = feature{pkg: m[1]}
			if one := read(m[3]); one.name != "" {
				one.pkg = m[1]
				found[m[1]+"."+one.name] = one
			}
		}
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return found
}

// read takes a feature apart: "func F(A) B", "method (*T[$0]) M(A) (B, C)",
// "type T struct, F A", "type T interface, M(A) B", "const C = 1", "var V T".
func read(text string) feature {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "const", "var":
		name, _, _ := strings.Cut(rest, " ")
		return feature{name: name}
	case "func":
		return signature("", rest)
	case "method":
		receiver, method, _ := strings.Cut(rest, ") ")
		receiver, _, _ = strings.Cut(strings.Trim(receiver, "(*"), "[")
		f := signature(receiver+".", method)
		f.method = true
		return f
	case "type":
		name := rest[:strings.IndexAny(rest+" ", " [")]
		if _, member, ok := strings.Cut(rest, " struct, "); ok {
			member = strings.TrimPrefix(member, "embedded *")
			member = strings.TrimPrefix(member, "embedded ")
			field, _, _ := strings.Cut(member, " ")
			return feature{name: name + "." + field[strings.LastIndex(field, ".")+1:]}
		}
		if strings.HasSuffix(rest, ", unexported methods") {
			return feature{name: name, abstract: true}
		}
		if _, member, ok := strings.Cut(rest, " interface, "); ok {
			f := signature(name+".", member)
			f.method, f.abstract = true, true
			return f
		}
		return feature{name: name, abstract: strings.Contains(rest, " interface ")}
	}
	return feature{}
}

func signature(prefix, text string) feature {
	end := strings.IndexAny(text, "([")
	if end < 0 {
		return feature{name: prefix + text}
	}
	f := feature{name: prefix + text[:end]}
	rest := text[end:]
	if rest[0] == '[' {
		rest = rest[closing(rest):]
	}
	n := closing(rest)
	f.params = parts(rest[1 : n-1])
	results := strings.TrimSpace(rest[n:])
	if strings.HasPrefix(results, "(") {
		results = results[1 : len(results)-1]
	}
	f.results = parts(results)
	return f
}

// closing returns the index behind the bracket that closes text[0].
func closing(text string) int {
	depth := 0
	for i, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// parts splits at the commas outside brackets.
func parts(text string) []string {
	var list []string
	depth, start := 0, 0
	for i, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	if strings.TrimSpace(text[start:]) != "" {
		list = append(list, strings.TrimSpace(text[start:]))
	}
	return list
}
