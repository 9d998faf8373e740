package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/pflag"

	"sooth/tool"
	"sooth/tool/mcpreach"
	"sooth/tool/mcptool"
)

// serverFlags say which MCP server is looked at.
type serverFlags struct {
	server      string
	headers     []string
	environment []string
	timeout     time.Duration
	snapshot    string // file that the tools are written to
}

func (f *serverFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.server, "server", "", "look at an MCP server and at nothing else: a `command` (words between blanks, no shell reads it; what stands after -- is added) or the URL of one over HTTP")
	f.addReach(flags)
	flags.DurationVar(&f.timeout, "timeout", 30*time.Second, "of --server: `time` for its start, and for each answer")
	flags.StringVar(&f.snapshot, "snapshot", "", "of --server: write what it offers to this `file`, which the key snapshot of an arm names")
}

// addReach adds the flags that say what a server is given.
func (f *serverFlags) addReach(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.headers, "header", nil, "of a server by URL: `NAME=VALUE` sent with each request, {env.NAME} is a variable of the environment; may be repeated")
	flags.StringSliceVar(&f.environment, "environment", nil, "of a server by command: `names` of variables that it is given beside the harmless ones")
}

// endpoint reads how the server is reached.
func (f *serverFlags) endpoint(rest []string) (mcpreach.Server, error) {
	headers, err := headerFlags(f.headers)
	if err != nil {
		return mcpreach.Server{}, err
	}
	if strings.HasPrefix(f.server, "http://") || strings.HasPrefix(f.server, "https://") {
		if len(rest) > 0 || len(f.environment) > 0 {
			return mcpreach.Server{}, usage(errors.New("a server by URL has no arguments and no environment"))
		}
		return mcpreach.Server{URL: f.server, Headers: headers}, nil
	}
	if len(headers) > 0 {
		return mcpreach.Server{}, usage(errors.New("--header goes with a server by URL"))
	}
	command := append(strings.Fields(f.server), rest...)
	if len(command) == 0 {
		return mcpreach.Server{}, usage(errors.New("no server is named; hint: --server 'my-server --stdio'"))
	}
	return mcpreach.Server{Command: command, Environment: f.environment}, nil
}

// doctorServer starts a server as an arm would, and says what it is like. No
// model is asked and no tool is called.
func (p *program) doctorServer(ctx context.Context, f *serverFlags, rest []string, format string) error {
	reached, err := f.endpoint(rest)
	if err != nil {
		return err
	}
	options, err := p.reach(reached)
	if err != nil {
		return usage(err)
	}
	options.Connect = f.timeout
	list, err := p.examine(ctx, options, f)
	if told := p.findings(list, format); told != nil {
		return told
	}
	if err != nil {
		return &failure{code: exitSurroundings, err: err}
	}
	return nil
}

// examine looks at a server. The findings stand also where there is an error.
func (p *program) examine(ctx context.Context, options mcptool.Options, f *serverFlags) ([]finding, error) {
	began := p.now()
	s, err := mcptool.Start(ctx, options)
	if err != nil {
		return []finding{broken("start", err)}, errors.New("the server cannot be used as it is; see above")
	}
	defer s.Kill()
	about := s.About()
	list := []finding{{Name: "start", State: "ok", Detail: fmt.Sprintf("%q %q, protocol %s, after %s", about.Name, about.Version, about.Protocol, milliseconds(p.now().Sub(began)))}}
	const times = 5
	var took []time.Duration
	var tools []tool.Definition
	for range times {
		bounded, cancel := context.WithTimeout(ctx, f.timeout)
		began := p.now()
		tools, err = s.Tools(bounded)
		cancel()
		if err != nil {
			return append(list, broken("list", err)), errors.New("the server cannot be used as it is; see above")
		}
		took = append(took, p.now().Sub(began))
	}
	list = append(list, p.toolsFinding(tools))
	if f.snapshot != "" {
		text, err := mcptool.WriteSnapshot(tools)
		if err == nil {
			err = os.WriteFile(f.snapshot, text, 0o644)
		}
		if err != nil {
			return append(list, broken("snapshot", err)), errors.New("the snapshot was not written; see above")
		}
		list = append(list, finding{Name: "snapshot", State: "ok", Detail: fmt.Sprintf("wrote %s; an arm of kind mcp with the key snapshot is asked only while the server offers just this", f.snapshot)})
	}
	problems := append(mcptool.Lint(tools), schemaProblems(tools)...)
	for _, problem := range problems {
		list = append(list, finding{Name: "schema", State: "warning", Detail: problem})
	}
	if len(problems) == 0 && len(tools) > 0 {
		list = append(list, finding{Name: "schema", State: "ok", Detail: "names, descriptions and schemas are as providers of models want them"})
	}
	slices.Sort(took)
	list = append(list, finding{Name: "latency", State: "ok", Detail: fmt.Sprintf("tools/list %d times: median %s, longest %s", times, milliseconds(took[times/2]), milliseconds(took[times-1]))})
	return append(list, p.ending(s, options)...), nil
}

// toolsFinding tells what a server offers, and what that costs in each request.
func (p *program) toolsFinding(tools []tool.Definition) finding {
	if len(tools) == 0 {
		return finding{"list", "broken", "the server offers no tools", "an arm of kind mcp is refused with it"}
	}
	bytes := 0
	var names []string
	for _, t := range tools {
		bytes += len(t.Name) + len(t.Description) + len(t.Input)
		names = append(names, fmt.Sprintf("%q", t.Name))
	}
	return finding{Name: "list", State: "ok", Detail: fmt.Sprintf("%d tools, %d bytes of definitions (about %d tokens in each request): %s", len(tools), bytes, bytes/4, strings.Join(names, ", "))}
}

// ending ends the server and tells how that went, and what it said beside its
// messages.
func (p *program) ending(s *mcptool.Session, options mcptool.Options) []finding {
	began := p.now()
	s.Close()
	took := p.now().Sub(began)
	if options.URL != "" {
		return nil
	}
	var list []finding
	if lines, first := s.Noise(); lines > 0 {
		list = append(list, finding{"noise", "warning", fmt.Sprintf("%d lines on standard output are no messages, the first: %q", lines, first), "other clients end the session there; logs belong on standard error"})
	} else {
		list = append(list, finding{Name: "noise", State: "ok", Detail: "nothing but messages on standard output"})
	}
	if text := s.Stderr(); text != "" {
		lines := strings.Split(text, "\n")
		list = append(list, finding{Name: "stderr", State: "ok", Detail: fmt.Sprintf("%d lines, the last: %q", len(lines), lines[len(lines)-1])})
	}
	if s.Forced() {
		return append(list, finding{"end", "warning", fmt.Sprintf("it had to be killed %s after its input was closed", milliseconds(took)), "a server should end when its input ends"})
	}
	return append(list, finding{Name: "end", State: "ok", Detail: fmt.Sprintf("by itself, %s after its input was closed", milliseconds(took))})
}

// schemaProblems says which schemas are no JSON Schemas.
func schemaProblems(tools []tool.Definition) []string {
	var list []string
	for _, t := range tools {
		var schema jsonschema.Schema
		err := json.Unmarshal(t.Input, &schema)
		if err == nil {
			_, err = schema.Resolve(nil) // references to elsewhere are refused
		}
		if err != nil {
			list = append(list, fmt.Sprintf("tool %q: the schema of its arguments is no JSON Schema: %v", t.Name, err))
		}
	}
	return list
}

// broken is the finding of an error.
func broken(name string, err error) finding {
	message, hint, _ := strings.Cut(err.Error(), "; hint: ")
	return finding{name, "broken", message, hint}
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
