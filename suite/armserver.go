package suite

import (
	"fmt"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"sooth/search"
	"sooth/tool/mcptool"
)

// serverKeys are the keys of an arm that only the kind mcp has.
func serverKeys() []string {
	return []string{"server", "url", "headers", "environment", "timeout", "files", "snapshot"}
}

// endpoint reads how an MCP server is reached: by its program, or by its URL and
// the headers of each request. what names who asks it: `arm "new"`.
func (l *loader) endpoint(m mapping, what string) (server []string, address string, headers map[string]string) {
	switch {
	case !m.has("server") && !m.has("url"):
		l.problems.add(m.at(m.node), "name its program and arguments: server: [my-server, --stdio]; or its URL: url: https://host/mcp", "%s lacks the key %q", what, "server")
	case m.has("server") && m.has("url"):
		l.problems.add(m.place("url"), "take one of them out", "%s has a server and a URL", what)
	}
	for _, name := range []string{"headers", "environment"} {
		other := map[string]string{"headers": "url", "environment": "server"}[name]
		if m.has(name) && !m.has(other) && (m.has("server") || m.has("url")) {
			l.problems.add(m.place(name), "", "%s has the key %q, which goes with %q", what, name, other)
		}
	}
	if address = m.text("url"); address != "" {
		if err := mcptool.CheckURL(address); err != nil {
			message, hint, _ := strings.Cut(err.Error(), "; hint: ")
			l.problems.add(m.place("url"), hint, "%s", message)
		}
	}
	return l.command(m, "server"), address, l.headers(m)
}

// headers reads the headers of each request to an MCP server.
func (l *loader) headers(m mapping) map[string]string {
	n := m.values["headers"]
	if n == nil {
		return nil
	}
	headers := map[string]string{}
	l.pairs(suiteFile, `"headers"`, n, func(k, v *yaml.Node) {
		if err := mcptool.CheckHeader(k.Value); err != nil {
			l.problems.add(m.at(k), "", "%s", err)
		}
		value := l.text(suiteFile, fmt.Sprintf("header %q", k.Value), v)
		headers[k.Value] = value
		secret := false
		for _, name := range search.Placeholders(value) {
			variable, ok := strings.CutPrefix(name, "env.")
			if secret = ok && variable != ""; !secret {
				l.problems.add(m.at(v), "{env.NAME} is the variable NAME of the environment; {{"+name+"}} is the word in braces", "unknown placeholder {%s}", name)
			}
		}
		for _, word := range []string{"authorization", "key", "token", "secret", "cookie"} {
			if strings.Contains(strings.ToLower(k.Value), word) && !secret && value != "" {
				l.problems.add(m.at(v), "write {env.NAME} and export NAME", "header %q holds a secret", k.Value)
				break
			}
		}
	})
	return headers
}

// readSnapshot reads which tools the server of an arm must offer.
func (l *loader) readSnapshot(arm *Arm, m mapping) {
	if !m.has("snapshot") {
		return
	}
	at := m.place("snapshot")
	name, ok := l.name(m.text("snapshot"), at)
	if !ok {
		return
	}
	text, ok := l.read(name, at, maxText, true)
	if !ok {
		return
	}
	list, err := mcptool.ReadSnapshot(text)
	if err != nil {
		l.problems.add(at, "sooth doctor --server writes one with --snapshot FILE", "%q is %s", name, err)
	}
	arm.Snapshot, arm.Expected = name, list
}

// span returns the value of a key that must be a time from least to most; 0
// where the key is absent or wrong.
func (l *loader) span(m mapping, name string, least, most time.Duration) time.Duration {
	text := m.text(name)
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < least || d > most {
		l.problems.add(m.place(name), "write a number and a unit: 30s, 2m", "%q must be a time from %v to %v, not %q", name, least, most, text)
		return 0
	}
	return d
}
