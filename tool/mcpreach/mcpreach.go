// Package mcpreach resolves how an MCP server is reached: what its program is
// given of the environment, or what is sent to its address with every request.
package mcpreach

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

// Server is a server as a suite or a command line names it: by Command, or by URL.
type Server struct {
	Command     []string
	Environment []string          // names of variables that the program is given beside the harmless ones
	URL         string            // in place of Command
	Headers     map[string]string // of each request to it; {env.NAME} is a variable
}

// Options resolves a server with an environment, "NAME=value", for the version of
// sooth that asks it. Nothing is started; a variable that is not set, or a header
// that is not the caller's to give, is an error.
func (s Server) Options(environ []string, version string) (mcptool.Options, error) {
	o := mcptool.Options{Version: version}
	if s.URL == "" {
		o.Command, o.Environ = s.Command, process.Environment(environ, s.Environment)
		for _, name := range s.Environment {
			if _, ok := process.Lookup(environ, name); !ok {
				return o, fmt.Errorf("the environment has no %s, which the server is to be given; hint: export %s=…", name, name)
			}
		}
		return o, nil
	}
	o.URL, o.Header, o.Secrets = s.URL, http.Header{}, map[string]string{}
	if err := mcptool.CheckURL(s.URL); err != nil {
		return o, err
	}
	values := search.Values{Env: func(name string) string { return o.Secrets[name] }}
	for _, name := range slices.Sorted(maps.Keys(s.Headers)) {
		if err := mcptool.CheckHeader(name); err != nil {
			return o, err
		}
		for _, placeholder := range search.Placeholders(s.Headers[name]) {
			variable, ok := strings.CutPrefix(placeholder, "env.")
			if !ok || variable == "" {
				return o, fmt.Errorf("header %q has the unknown placeholder {%s}; hint: {env.NAME} is the variable NAME of the environment", name, placeholder)
			}
			secret, ok := process.Lookup(environ, variable)
			if !ok || secret == "" {
				return o, fmt.Errorf("the environment has no %s, which the header %q needs; hint: export %s=…", variable, name, variable)
			}
			o.Secrets[variable] = secret
		}
		value, err := values.Expand(s.Headers[name], nil)
		if err != nil {
			return o, err
		}
		o.Header[http.CanonicalHeaderKey(name)] = []string{value}
	}
	return o, nil
}
