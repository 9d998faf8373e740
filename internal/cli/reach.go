package cli

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"sooth/internal/process"
	"sooth/search"
	"sooth/tool/mcptool"
)

// endpoint is a server as a suite or a command line names it.
type endpoint struct {
	command     []string
	environment []string          // names of variables that the program is given
	url         string            // in place of command
	headers     map[string]string // with {env.NAME}
}

// reach resolves how a server is reached: what it is given of the environment,
// and the secrets in its headers.
func (p *program) reach(e endpoint) (mcptool.Options, error) {
	o := mcptool.Options{Version: Version()}
	if e.url == "" {
		o.Command, o.Environ = e.command, process.Environment(p.environ, e.environment)
		for _, name := range e.environment {
			if _, ok := process.Lookup(p.environ, name); !ok {
				return o, fmt.Errorf("the environment has no %s, which the server is to be given; hint: export %s=…", name, name)
			}
		}
		return o, nil
	}
	o.URL, o.Header, o.Secrets = e.url, http.Header{}, map[string]string{}
	if err := mcptool.CheckURL(e.url); err != nil {
		return o, err
	}
	values := search.Values{Env: func(name string) string { return o.Secrets[name] }}
	for _, name := range slices.Sorted(maps.Keys(e.headers)) {
		if err := mcptool.CheckHeader(name); err != nil {
			return o, err
		}
		for _, placeholder := range search.Placeholders(e.headers[name]) {
			variable, ok := strings.CutPrefix(placeholder, "env.")
			if !ok || variable == "" {
				return o, fmt.Errorf("header %q has the unknown placeholder {%s}; hint: {env.NAME} is the variable NAME of the environment", name, placeholder)
			}
			secret, ok := process.Lookup(p.environ, variable)
			if !ok || secret == "" {
				return o, fmt.Errorf("the environment has no %s, which the header %q needs; hint: export %s=…", variable, name, variable)
			}
			o.Secrets[variable] = secret
		}
		value, err := values.Expand(e.headers[name], nil)
		if err != nil {
			return o, err
		}
		o.Header[http.CanonicalHeaderKey(name)] = []string{value}
	}
	return o, nil
}

// headerFlags reads headers of the command line, NAME=VALUE.
func headerFlags(list []string) (map[string]string, error) {
	headers := map[string]string{}
	for _, given := range list {
		name, value, ok := strings.Cut(given, "=")
		if !ok || name == "" {
			return nil, usage(fmt.Errorf("--header %q is not NAME=VALUE; hint: --header 'Authorization=Bearer {env.TOKEN}'", given))
		}
		headers[name] = value
	}
	return headers, nil
}
