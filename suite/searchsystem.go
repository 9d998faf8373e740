package suite

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"sooth/internal/nearest"
	"sooth/search"
)

// readSystems reads the engines in the order of the file.
func (l *searchLoader) readSystems(top mapping) {
	n := top.values["systems"]
	if n == nil {
		return
	}
	count := 0
	if !l.pairs(suiteFile, `"systems"`, n, func(k, v *yaml.Node) {
		count++
		at := top.at(k)
		if !plainName(k.Value) {
			l.problems.add(at, nameHint, "the system's name %q is not a plain name", k.Value)
		}
		l.systems[k.Value] = at
		l.system1(k.Value, v)
	}) {
		return
	}
	if count == 0 {
		l.problems.add(top.at(n), "", "the suite has no systems")
	}
}

// system1 reads one engine.
func (l *searchLoader) system1(name string, n *yaml.Node) {
	what := fmt.Sprintf("system %q", name)
	kindName := ""
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == "kind" {
				kindName = n.Content[i+1].Value
				if !slices.Contains(SearchSystemKinds(), kindName) {
					v := n.Content[i+1]
					l.problems.add(place{suiteFile, v.Line, v.Column}, nearest.Hint(kindName, SearchSystemKinds()), "unknown kind of system %q", kindName)
					return
				}
			}
		}
		if kindName == "" {
			l.problems.add(place{suiteFile, n.Line, n.Column}, "kind: "+strings.Join(SearchSystemKinds(), ", "), `%s lacks the key "kind"`, what)
			return
		}
	}
	m, ok := l.mapping(suiteFile, what, n, systemKeys(kindName))
	if !ok {
		return
	}
	s := SearchSystem{Name: name, Kind: kindName, Timeout: l.duration(m, "timeout", l.search.Timeout), Files: texts(m.list("files"))}
	if w, ok := m.number("warmup", 0, 10_000); ok {
		s.Warmup = int(w)
	}
	s.Rate = l.rate(m)
	s.Digests = l.expected(m)
	s.Environment = texts(m.list("environment"))
	for _, variable := range s.Environment {
		if strings.ContainsAny(variable, "= ") {
			l.problems.add(m.place("environment"), "names alone: a suite holds no secrets", "%q is not the name of a variable", variable)
		}
	}
	switch kindName {
	case "command":
		s.Command = l.command(m, "command")
		for _, e := range m.items("no_hits_exit") {
			code, err := strconv.Atoi(e.Value)
			if err != nil || code < 1 || code > 255 {
				l.problems.add(m.at(e), "exit codes that say that nothing was found: [1]", "%q is no exit code from 1 to 255", e.Value)
				continue
			}
			s.NoHitsExit = append(s.NoHitsExit, code)
		}
	case "tool":
		s.Server, s.URL, s.Headers = l.endpoint(m, what)
		s.Tool, s.Tools = m.text("tool"), texts(m.list("tools"))
		l.placeholders(s.Tool, m.place("tool"), false)
		if m.has("arguments") {
			s.Arguments = l.tree(suiteFile, m.values["arguments"])
			l.treePlaceholders(m.values["arguments"], false)
		} else {
			s.Arguments = map[string]any{"query": "{query}"}
		}
	case "http":
		l.http(&s, m)
	case "file":
		s.Run = m.text("run")
	case "facts":
		s.Repository = m.text("repository")
	case "ripgrep":
		s.Paths, s.Unit, s.Order = texts(m.list("paths")), "file", "count"
		for key, to := range map[string]*string{"unit": &s.Unit, "order": &s.Order} {
			known := map[string][]string{"unit": {"file", "line"}, "order": {"count", "first"}}[key]
			if m.has(key) {
				if *to = m.text(key); *to != "" && !slices.Contains(known, *to) {
					l.problems.add(m.place(key), nearest.Hint(*to, known), "unknown %s %q", key, *to)
				}
			}
		}
	}
	if m.has("hits") {
		s.Hits = l.hits(m.values["hits"])
	}
	l.search.Systems = append(l.search.Systems, s)
}

// expected reads which digests files must have.
func (l *searchLoader) expected(m mapping) map[string]string {
	v := m.values["digests"]
	if v == nil {
		return nil
	}
	digests := map[string]string{}
	l.pairs(suiteFile, `"digests"`, v, func(k, v *yaml.Node) {
		text := strings.ToLower(l.text(suiteFile, fmt.Sprintf("the digest of %q", k.Value), v))
		if strings.Trim(text, "0123456789abcdef") != "" || len(text) < 8 || len(text) > 64 {
			l.problems.add(m.at(v), "sooth rank run --check --verbose prints those that are there; put it in quotation marks", "%q is no SHA-256: 8 to 64 hexadecimal digits", text)
			return
		}
		digests[k.Value] = text
	})
	return digests
}

// items returns the nodes of a list; one value stands for a list of one.
func (m mapping) items(name string) []*yaml.Node {
	v := m.values[name]
	switch {
	case v == nil:
		return nil
	case v.Kind == yaml.SequenceNode:
		return v.Content
	}
	return []*yaml.Node{v}
}

// command reads a program with its arguments, in which equal ones may stand.
func (l *loader) command(m mapping, name string) []string {
	v := m.values[name]
	if v == nil {
		return nil
	}
	if v.Kind != yaml.SequenceNode || len(v.Content) == 0 {
		l.problems.add(m.at(v), fmt.Sprintf(`%s: [engine, search, "{query}", "{k}"]; no shell reads it`, name), "%q must be a list of program and arguments, not %s", name, kind(v))
		return nil
	}
	var argv []string
	for _, item := range v.Content {
		if item.Kind != yaml.ScalarNode || item.ShortTag() == "!!null" {
			l.problems.add(m.at(item), "", "an argument must be text, not %s", kind(item))
			continue
		}
		if strings.ContainsRune(item.Value, 0) {
			l.problems.add(m.at(item), "", "an argument has a NUL byte")
		}
		l.placeholders(item.Value, m.at(item), false)
		argv = append(argv, item.Value)
	}
	if len(argv) > 0 && strings.TrimSpace(argv[0]) == "" {
		l.problems.add(m.at(v.Content[0]), "", "the program's name is empty")
	}
	return argv
}

// rate reads a number of queries a second.
func (l *searchLoader) rate(m mapping) float64 {
	v := m.values["rate"]
	if v == nil {
		return 0
	}
	x, err := strconv.ParseFloat(v.Value, 64)
	if v.Kind != yaml.ScalarNode || err != nil || !(x > 0 && x <= 1e6) {
		l.problems.add(m.at(v), "rate: 5 is five queries a second", `"rate" must be a number above 0, not %s`, kind(v))
		return 0
	}
	return x
}

// http reads what a service is asked with.
func (l *searchLoader) http(s *SearchSystem, m mapping) {
	presets := []string{"elasticsearch", "meilisearch", "opensearch", "solr", "typesense"}
	s.Preset, s.Method, s.URL = m.text("preset"), m.text("method"), m.text("url")
	if s.Preset != "" && !slices.Contains(presets, s.Preset) {
		l.problems.add(m.place("preset"), nearest.Hint(s.Preset, presets), "unknown preset %q", s.Preset)
	}
	if s.Preset == "" && !m.has("hits") {
		l.problems.add(m.at(m.node), "hits: {json: [PATH], id: [PATH]}, or a preset", `system %q lacks the key "hits"`, s.Name)
	}
	methods := []string{http.MethodGet, http.MethodPost, http.MethodPut}
	if s.Method != "" && !slices.Contains(methods, s.Method) {
		l.problems.add(m.place("method"), nearest.Hint(s.Method, methods), "unknown method %q", s.Method)
	}
	l.placeholders(s.URL, m.place("url"), true)
	if u, err := url.Parse(s.URL); s.URL != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		l.problems.add(m.place("url"), "http://localhost:9200/index", "%q is no URL of http or https", s.URL)
	} else if s.URL != "" && u.User != nil {
		l.problems.add(m.place("url"), "put it into headers as {env.NAME}", "the URL has a user or password in it")
	}
	if n := m.values["headers"]; n != nil {
		s.Headers = map[string]string{}
		l.pairs(suiteFile, `"headers"`, n, func(k, v *yaml.Node) {
			s.Headers[k.Value] = l.text(suiteFile, fmt.Sprintf("header %q", k.Value), v)
			l.placeholders(v.Value, place{suiteFile, v.Line, v.Column}, true)
			for _, secret := range []string{"authorization", "x-api-key", "x-typesense-api-key", "api-key"} {
				if strings.EqualFold(k.Value, secret) && !strings.Contains(v.Value, "{env.") {
					l.problems.add(place{suiteFile, v.Line, v.Column}, "write {env.NAME} and export NAME", "header %q holds a secret", k.Value)
				}
			}
		})
	}
	if m.has("body") {
		s.Body = l.tree(suiteFile, m.values["body"])
		l.treePlaceholders(m.values["body"], true)
	}
}

// placeholders checks the names in braces of a template.
func (l *loader) placeholders(template string, at place, env bool) {
	known := []string{"query", "k", "id", "class", "tool", "args", "arg.NAME"}
	if env {
		known = append(known, "env.NAME")
	}
	for _, name := range search.Placeholders(template) {
		if !search.KnownPlaceholder(name, env) {
			l.problems.add(at, nearest.Hint(name, known)+"; {{"+name+"}} is the word in braces", "unknown placeholder {%s}", name)
		}
	}
}

func (l *loader) treePlaceholders(n *yaml.Node, env bool) {
	if n.Kind == yaml.ScalarNode {
		l.placeholders(n.Value, place{suiteFile, n.Line, n.Column}, env)
	}
	for _, child := range n.Content {
		l.treePlaceholders(child, env)
	}
}

// tree makes a JSON tree of a YAML node; numbers keep how they are written.
func (l *loader) tree(file string, n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		m := map[string]any{}
		l.pairs(file, "the mapping", n, func(k, v *yaml.Node) { m[k.Value] = l.tree(file, v) })
		return m
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, item := range n.Content {
			list[i] = l.tree(file, item)
		}
		return list
	}
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value)
		}
	}
	return n.Value
}

// hits reads how hits are read out of output.
func (l *searchLoader) hits(n *yaml.Node) search.Extraction {
	m, ok := l.mapping(suiteFile, `"hits"`, n, hitsKeys())
	if !ok {
		return search.Extraction{}
	}
	e := search.Extraction{
		JSON: texts(m.list("json")), ID: texts(m.list("id")), Title: texts(m.list("title")), Score: texts(m.list("score")),
		Pattern: m.text("pattern"), None: m.text("none"), Strip: m.text("strip"), Exclude: texts(m.list("exclude")),
	}
	for _, entry := range m.list("exclude") {
		l.placeholders(entry.text, entry.at, false)
	}
	for _, item := range m.items("rewrite") {
		r, ok := l.mapping(suiteFile, "a rewrite", item, rewriteKeys())
		if !ok {
			continue
		}
		with := ""
		if v := r.values["with"]; v != nil {
			with = v.Value // it may be empty
		}
		e.Rewrite = append(e.Rewrite, search.Rewrite{Pattern: r.text("pattern"), With: with})
	}
	if _, err := e.Compile(); err != nil {
		message, hint, _ := strings.Cut(err.Error(), "; hint: ")
		l.problems.add(m.at(n), hint, "%s: %s", `"hits"`, message)
	}
	return e
}
