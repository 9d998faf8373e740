package rankrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"sooth/fact"
	"sooth/internal/fingerprint"
	"sooth/internal/process"
	"sooth/search"
	"sooth/search/command"
	"sooth/search/factsearch"
	"sooth/search/httpsearch"
	"sooth/search/ripgrep"
	"sooth/search/runfile"
	"sooth/search/toolsearch"
	"sooth/suite"
	"sooth/tool/mcpreach"
)

// Surroundings are what systems are made of beside the suite.
type Surroundings struct {
	Environ []string // of the caller
	Version string   // of sooth, told to MCP servers
	// Look finds a program as the shell would, for a name without a slash.
	Look func(name string) (string, error)
	// Facts opens the index of a repository for reading; nil: this build cannot.
	Facts func(ctx context.Context, dir string) (fact.Snapshot, error)
}

// system is an engine that is ready to be asked.
type system struct {
	suite.SearchSystem
	engine     search.System
	limit      *rate.Limiter // nil: none
	files      []fingerprint.File
	definition string
	said       map[string]string
	noise      func() (int, string) // nil: none is known
	close      func() error         // beside the engine's; nil: nothing
}

// definition is a system as resolved: what belongs to the keys of its trials.
type definition struct {
	suite.SearchSystem
	Program string            `json:"program,omitempty"`
	Said    map[string]string `json:"said,omitempty"` // by the server, of itself
	Digests map[string]string `json:"digests"`
}

// open makes an engine ready: its program is found, its index is there, its
// server answers. Files are hashed first, before anything of the system runs.
func open(ctx context.Context, s *suite.Search, of suite.SearchSystem, around Surroundings) (*system, error) {
	y := &system{SearchSystem: of}
	if of.Rate > 0 {
		y.limit = rate.NewLimiter(rate.Limit(of.Rate), 1)
	}
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return nil, err
	}
	program, paths, err := y.parts(dir, around)
	if err != nil {
		return nil, err
	}
	for _, p := range paths {
		if _, err := os.Stat(fingerprint.Resolve(dir, p)); err != nil {
			return nil, fmt.Errorf("%q is not there; hint: make it, or correct the suite", p)
		}
	}
	if y.files, err = fingerprint.All(ctx, dir, paths); err != nil {
		return nil, err
	}
	if err := expected(of.Digests, y.files, y.word(), program); err != nil {
		return nil, err
	}
	if err := y.start(ctx, dir, program, around); err != nil {
		return nil, err
	}
	d := definition{SearchSystem: of, Program: program, Said: y.said, Digests: map[string]string{}}
	for _, f := range y.files {
		d.Digests[f.Path] = f.SHA256
	}
	d.Name = "" // a system that is renamed is the same system
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // patterns are read by people
	err = e.Encode(d)
	y.definition = strings.TrimSuffix(text.String(), "\n")
	return y, err
}

// FactsFile is the file that holds the index of a folder.
func FactsFile(dir string) string { return filepath.Join(dir, ".sooth", "facts.db") }

// parts finds the program of a system, and the files that belong to it.
func (y *system) parts(dir string, around Surroundings) (program string, paths []string, err error) {
	paths = append(paths, y.Files...)
	switch y.Kind {
	case "command":
		program = y.Command[0]
	case "tool":
		if y.URL != "" {
			return "", paths, nil
		}
		program = y.Server[0]
	case "ripgrep":
		program = "rg"
		paths = append(paths, y.Paths...)
	case "file":
		return "", append(paths, y.Run), nil
	case "facts":
		file := FactsFile(y.Repository)
		if _, err := os.Stat(fingerprint.Resolve(dir, file)); err != nil {
			return "", nil, fmt.Errorf("%q is not there; hint: sooth index %s", file, fingerprint.Resolve(dir, y.Repository))
		}
		return "", append(paths, file), nil
	}
	if program == "" {
		return "", paths, nil
	}
	if strings.ContainsAny(program, "/"+string(filepath.Separator)) {
		full := fingerprint.Resolve(dir, program)
		info, err := os.Stat(full)
		switch {
		case err != nil:
			return "", nil, fmt.Errorf("the program %q is not there; hint: build or install it", program)
		case info.IsDir():
			return "", nil, fmt.Errorf("the program %q is a folder", program)
		}
		return full, append([]string{program}, paths...), nil
	}
	full, err := around.Look(program)
	if err != nil {
		hint := "install it, or write its path"
		if y.Kind == "ripgrep" {
			hint = ripgrep.Hint()
		}
		return "", nil, fmt.Errorf("the program %q was not found; hint: %s", program, hint)
	}
	return full, append([]string{full}, paths...), nil
}

// word is how the suite names the program of a system.
func (y *system) word() string {
	switch y.Kind {
	case "command":
		return y.Command[0]
	case "tool":
		if y.URL == "" {
			return y.Server[0]
		}
	case "ripgrep":
		return "rg"
	}
	return ""
}

// start makes the engine.
func (y *system) start(ctx context.Context, dir, program string, around Surroundings) error {
	hits := y.Hits
	environ := process.Environment(around.Environ, y.Environment)
	for _, name := range y.Environment {
		if _, ok := process.Lookup(around.Environ, name); !ok {
			return fmt.Errorf("the environment has no %s, which the program is to be given; hint: export %s=…", name, name)
		}
	}
	preset, hasPreset := httpsearch.Named(y.Preset)
	if y.Kind == "http" && hasPreset && len(hits.JSON) == 0 && hits.Pattern == "" {
		hits = preset.Hits
	}
	var extractor *search.Extractor
	if y.Kind == "command" || y.Kind == "tool" || y.Kind == "http" {
		var err error
		if extractor, err = hits.Compile(); err != nil {
			return err
		}
	}
	switch y.Kind {
	case "command":
		argv := append([]string{program}, y.Command[1:]...)
		y.engine = command.New(command.Config{Command: argv, Dir: dir, Environ: environ, NoHitsExit: y.NoHitsExit, Hits: extractor})
	case "tool":
		reached := mcpreach.Server{Environment: y.Environment, URL: y.URL, Headers: y.Headers}
		if y.URL == "" {
			reached.Command = append([]string{program}, y.Server[1:]...)
		}
		server, err := reached.Options(around.Environ, around.Version)
		if err != nil {
			return err
		}
		server.Dir, server.Connect, server.Limit = dir, max(y.Timeout, 10*time.Second), 64<<20
		e, err := toolsearch.New(ctx, toolsearch.Config{Server: server, Tool: y.Tool, Arguments: y.Arguments, Tools: y.Tools, Hits: extractor})
		if err != nil {
			return err
		}
		y.engine, y.said, y.noise = e, e.About(), e.Noise
	case "http":
		c := httpsearch.Config{
			Method: y.Method, URL: y.URL, Headers: y.Headers, Body: y.Body, Hits: extractor,
			Lookup: func(name string) (string, bool) { return process.Lookup(around.Environ, name) },
		}
		if hasPreset {
			c = preset.Apply(c)
		}
		e, err := httpsearch.New(c)
		if err != nil {
			return err
		}
		y.engine = e
		return e.Reach(ctx)
	case "file":
		f, err := os.Open(fingerprint.Resolve(dir, y.Run))
		if err != nil {
			return err
		}
		defer f.Close()
		e, err := runfile.Read(f, y.Run)
		if err != nil {
			return err
		}
		y.engine = e
	case "facts":
		if around.Facts == nil {
			return errors.New("this build has no store of facts")
		}
		snapshot, err := around.Facts(ctx, fingerprint.Resolve(dir, y.Repository))
		if err != nil {
			return err
		}
		y.engine, y.close = factsearch.New(snapshot), snapshot.Close
	case "ripgrep":
		y.engine = ripgrep.New(ripgrep.Config{
			Run: command.Run, Program: program, Dir: dir, Environ: environ, Paths: y.Paths, Unit: y.Unit, Order: y.Order,
		})
	default:
		return fmt.Errorf("unknown kind of system %q", y.Kind)
	}
	return nil
}

// ask asks one query within the system's time and rate.
func (y *system) ask(ctx context.Context, q search.Query, depth int) (search.Ranking, error) {
	if y.limit != nil {
		if err := y.limit.Wait(ctx); err != nil {
			return search.Ranking{}, err
		}
	}
	limited, cancel := context.WithTimeout(ctx, y.Timeout)
	defer cancel()
	r, err := y.engine.Search(limited, q.Asked(), depth)
	var failure *search.Failure
	switch {
	case err == nil:
		return r.Distinct(depth), nil
	case ctx.Err() != nil:
		return r, ctx.Err()
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		stderr := ""
		if errors.As(err, &failure) {
			stderr = failure.Stderr
		}
		return r, &search.Failure{Word: search.TimedOut, Stderr: stderr, Reason: fmt.Sprintf("no answer within %v", y.Timeout)}
	case errors.As(err, &failure):
		return r, failure
	}
	return r, search.Failf(search.NotStarted, "%v", err)
}

// shut ends the system.
func (y *system) shut() error {
	err := y.engine.Close()
	if y.close != nil {
		err = errors.Join(err, y.close())
	}
	return err
}
