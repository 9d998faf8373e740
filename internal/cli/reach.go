package cli

import (
	"fmt"
	"strings"

	"sooth/tool/mcpreach"
	"sooth/tool/mcptool"
)

// reach resolves how a server is reached from here.
func (p *program) reach(s mcpreach.Server) (mcptool.Options, error) {
	return s.Options(p.environ, Version())
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
