// Package mcpfiles finds the MCP servers that the files of editors and agents
// name. It starts none of them, and no secret leaves it: of environment variables
// and headers it keeps the names, never the values.
package mcpfiles

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Server is a server as a file names it.
type Server struct {
	Name        string
	File        string   // that names it, below the folder that was searched
	Command     []string // program and arguments; nil: it is reached over HTTP
	URL         string
	Environment []string          // names of the variables that it is given
	Headers     map[string]string // whose value is a variable of the environment: "Bearer {env.TOKEN}"
	Unsaid      []string          // headers whose values are written out in the file, and left out here
}

// file is where an editor or agent names servers.
type file struct {
	name string
	keys []string // that lead to the map of servers
}

// ofProjects are the files of a project, in the order in which they are looked at.
func ofProjects() []file {
	return []file{
		{".mcp.json", []string{"mcpServers"}},
		{".cursor/mcp.json", []string{"mcpServers"}},
		{".vscode/mcp.json", []string{"servers"}},
		{".gemini/settings.json", []string{"mcpServers"}},
		{".zed/settings.json", []string{"context_servers"}},
		{".roo/mcp.json", []string{"mcpServers"}},
		{"opencode.json", []string{"mcp"}},
		{".codex/config.toml", []string{"mcp_servers"}},
	}
}

// ofHomes are the files in a person's home.
func ofHomes() []file {
	return []file{
		{".claude.json", []string{"mcpServers"}},
		{".cursor/mcp.json", []string{"mcpServers"}},
		{".codeium/windsurf/mcp_config.json", []string{"mcpServers"}},
		{".gemini/settings.json", []string{"mcpServers"}},
		{".codex/config.toml", []string{"mcp_servers"}},
		{".config/Claude/claude_desktop_config.json", []string{"mcpServers"}},
		{"Library/Application Support/Claude/claude_desktop_config.json", []string{"mcpServers"}},
	}
}

// OfProject returns the servers that the files of a project name, those of one
// file by name. A server that several files name is told once. A file that
// cannot be read is among the errors, and hides no other.
func OfProject(root fs.FS) ([]Server, error) { return find(root, ofProjects()) }

// OfHome is OfProject for a person's home folder.
func OfHome(root fs.FS) ([]Server, error) { return find(root, ofHomes()) }

// maxFile bounds a file in bytes: agents keep their history in some of them.
const maxFile = 64 << 20

func find(root fs.FS, files []file) ([]Server, error) {
	var list []Server
	var faults []error
	for _, f := range files {
		info, err := fs.Stat(root, f.name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && (!info.Mode().IsRegular() || info.Size() > maxFile) {
			err = errors.New("not a file, or too large")
		}
		var found []Server
		if err == nil {
			found, err = read(root, f)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", f.name, err))
			continue
		}
		for _, s := range found {
			if !slices.ContainsFunc(list, s.same) {
				list = append(list, s)
			}
		}
	}
	return list, errors.Join(faults...)
}

// same reports whether two files mean one server.
func (s Server) same(other Server) bool {
	return s.Name == other.Name && slices.Equal(s.Command, other.Command) && s.URL == other.URL
}

// read reads the servers of one file.
func read(root fs.FS, f file) ([]Server, error) {
	text, err := fs.ReadFile(root, f.name)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	if path.Ext(f.name) == ".toml" {
		err = toml.Unmarshal(text, &all)
	} else if err = json.Unmarshal(text, &all); err != nil {
		err = json.Unmarshal(plain(text), &all) // some editors bear comments
	}
	if err != nil {
		return nil, err
	}
	for _, k := range f.keys {
		all, _ = all[k].(map[string]any)
	}
	var list []Server
	for _, name := range slices.Sorted(maps.Keys(all)) {
		entry, ok := all[name].(map[string]any)
		if !ok || entry["disabled"] == true || entry["enabled"] == false {
			continue
		}
		if s := server(entry); len(s.Command) > 0 || s.URL != "" {
			s.Name, s.File = name, f.name
			list = append(list, s)
		}
	}
	return list, nil
}

// server reads what one entry says, in any of the spellings that are about.
func server(entry map[string]any) Server {
	s := Server{Headers: map[string]string{}}
	switch c := entry["command"].(type) {
	case string:
		s.Command = append([]string{c}, texts(entry["args"])...)
	case []any:
		s.Command = texts(c)
	case map[string]any: // with its arguments below it
		if program, ok := c["path"].(string); ok {
			s.Command = append([]string{program}, texts(c["args"])...)
		}
		entry = map[string]any{"env": c["env"]}
	}
	if len(s.Command) == 0 {
		for _, key := range []string{"url", "httpUrl", "serverUrl"} {
			if u, ok := entry[key].(string); ok && s.URL == "" {
				s.URL = u
			}
		}
	}
	for _, key := range []string{"env", "environment"} {
		if env, ok := entry[key].(map[string]any); ok {
			s.Environment = append(s.Environment, slices.Sorted(maps.Keys(env))...)
		}
	}
	headers, _ := entry["headers"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		if value, ok := secret(headers[name]); ok {
			s.Headers[name] = value
		} else {
			s.Unsaid = append(s.Unsaid, name)
		}
	}
	return s
}

// secret turns a header's value that stands for a variable of the environment
// into ours; a value that is written out is not kept.
func secret(value any) (string, bool) {
	text, _ := value.(string)
	m := regexp.MustCompile(`^((?:[A-Za-z]+ )?)\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}$`).FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	return m[1] + "{env." + m[2] + "}", true
}

func texts(v any) []string {
	items, _ := v.([]any)
	var list []string
	for _, x := range items {
		if s, ok := x.(string); ok {
			list = append(list, s)
		}
	}
	return list
}

// plain takes comments and commas before closing brackets out of JSON.
func plain(text []byte) []byte {
	var b strings.Builder
	whole := string(text)
	for i := 0; i < len(whole); {
		rest := whole[i:]
		switch c := rest[0]; {
		case c == '"':
			end := 1
			for end < len(rest) && rest[end] != '"' {
				if rest[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(rest))
			b.WriteString(rest[:end])
			i += end
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			i += len(line)
		case strings.HasPrefix(rest, "/*"):
			_, after, _ := strings.Cut(rest[2:], "*/")
			i = len(whole) - len(after)
		case c == ',' && closes(rest[1:]):
			i++
		default:
			b.WriteByte(c)
			i++
		}
	}
	return []byte(b.String())
}

// closes reports whether the next thing, comments passed over, closes a list or
// an object.
func closes(rest string) bool {
	for {
		rest = strings.TrimLeft(rest, " \t\r\n")
		switch {
		case strings.HasPrefix(rest, "//"):
			_, rest, _ = strings.Cut(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			_, rest, _ = strings.Cut(rest[2:], "*/")
		default:
			return rest != "" && (rest[0] == '}' || rest[0] == ']')
		}
	}
}
