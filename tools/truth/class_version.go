package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sooth/internal/truth/label"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// since reads when the symbols of the standard library appeared:
// "net/http.Client.Do" to the minor version of Go.
func since(goroot string) (map[string]int, error) {
	out := map[string]int{}
	function := regexp.MustCompile(`^pkg ([\w/]+), (?:func|var|type|const) (\w+)`)
	method := regexp.MustCompile(`^pkg ([\w/]+), method \(\*?(\w+)\) (\w+)\(`)
	for minor := range 60 {
		name := "go1.txt"
		if minor > 0 {
			name = fmt.Sprintf("go1.%d.txt", minor)
		}
		text, err := os.ReadFile(filepath.Join(filepath.Dir(goroot), "api", name))
		if os.IsNotExist(err) {
			continue
		} else if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			key := ""
			if m := method.FindStringSubmatch(line); m != nil {
				key = m[1] + "." + m[2] + "." + m[3]
			} else if m := function.FindStringSubmatch(line); m != nil {
				key = m[1] + "." + m[2]
			}
			if _, ok := out[key]; key != "" && !ok {
				out[key] = minor
			}
		}
	}
	if len(out) < 1000 {
		return nil, fmt.Errorf("%s: no list of the standard library", goroot)
	}
	return out, nil
}

// versions makes M8: another version than that in $GOROOT/api. go doc must know
// the symbol.
func (c *corpus) versions(limit int) ([]candidate, error) {
	if c.module != "std" {
		return nil, nil
	}
	api, err := since(c.dir)
	if err != nil {
		return nil, err
	}
	var out []candidate
	for _, d := range c.shuffled("M8 since", "func", "method", "struct", "type", "interface") {
		minor, ok := api[d.symbol()]
		if !ok || minor < 5 || minor > 24 {
			continue
		}
		if len(out) >= limit {
			break
		}
		wrong := minor + 1 + int(order("M8 v", d.symbol())%2)
		if order("M8 w", d.symbol())%3 == 0 {
			wrong = minor - 1 - int(order("M8 v", d.symbol())%3)
		}
		s := c.statement(label.Since, d)
		s.Object = fmt.Sprintf("1.%d", minor)
		version := fmt.Sprintf("1.%d", wrong)
		out = append(out, c.pair("M8", "another version", "$GOROOT/api, go/parser", d, s, label.Statement{Object: version, Fault: version}, nil))
	}
	return out, nil
}

// deprecated makes M9: the replacement, or a neighbour that is not deprecated,
// for what is.
func (c *corpus) deprecated(limit int) []candidate {
	var out []candidate
	is := func(d *declaration) bool {
		return strings.HasPrefix(d.doctext, "Deprecated:") || strings.Contains(d.doctext, "\nDeprecated:") || strings.Contains(strings.ToLower(d.doctext), "deprecated")
	}
	all := c.shuffled("M9", "func", "method", "struct", "type", "interface", "const", "var", "field")
	for _, d := range all {
		if !strings.HasPrefix(d.doctext, "Deprecated:") && !strings.Contains(d.doctext, "\n\nDeprecated:") || len(out) >= limit || !d.exported() || strings.HasPrefix(d.path, "internal") || strings.Contains(d.path, "/internal") {
			continue
		}
		if !c.documented(d, true) {
			c.drop("M9: go doc and go/parser do not agree")
			continue
		}
		wrong, style := (*declaration)(nil), ""
		for _, o := range all {
			if o.path == d.path && o.exported() && !is(o) && regexp.MustCompile(`\b`+o.name+`\b`).MatchString(d.doctext) && o.name != d.name && len(o.name) > 4 && (o.kind == d.kind) {
				wrong, style = o, "the replacement"
				break
			}
		}
		if wrong == nil {
			for _, o := range all {
				if o.path == d.path && o.exported() && o.kind == d.kind && !is(o) && o.name != d.name {
					wrong, style = o, "a neighbour"
					break
				}
			}
		}
		if wrong == nil || len(c.byName[wrong.name]) > 1 || !c.documented(wrong, false) {
			continue
		}
		m := c.statement(label.Deprecated, wrong)
		m.Fault = wrong.name
		out = append(out, c.pair("M9", style, "go/parser, go doc", d, c.statement(label.Deprecated, d), m, nil))
	}
	return out
}

// documented says whether go doc's text of a symbol says that it is deprecated
// or, where that is not wanted, that it does not.
func (c *corpus) documented(d *declaration, deprecated bool) bool {
	name := d.name
	if d.receiver != "" {
		name = d.receiver + "." + d.name
	}
	text, err := output(c.ctx, c.dir, "go", "doc", d.path, name)
	return err == nil && strings.Contains(string(text), "Deprecated:") == deprecated
}
