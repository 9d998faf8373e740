// Package toolsearch searches with a tool of an MCP server, in one session for
// all queries.
package toolsearch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"sooth/internal/nearest"
	"sooth/search"
	"sooth/tool"
	"sooth/tool/mcptool"
)

// Config says which server and which tool answer.
type Config struct {
	Server    mcptool.Options
	Tool      string            // with placeholders
	Arguments any               // JSON tree with placeholders
	Tools     []string          // that the server must offer
	Hits      *search.Extractor // reads the structured answer where it can, else the text
}

// maxRestarts bounds how often a server that ended is started again: each end
// costs the query that was asked, none is asked again.
const maxRestarts = 5

// Engine is a [search.System]. Calls are made one after another: a server's
// own order would make latencies depend on what else was asked.
type Engine struct {
	config Config
	about  mcptool.About

	mutex    sync.Mutex
	session  *mcptool.Session
	restarts int
	noise    int    // lines of sessions that ended
	first    string // the first of them
}

// New starts the server and checks that it offers what is needed; names in
// Tools and a Tool without placeholders must be among its tools.
func New(ctx context.Context, c Config) (*Engine, error) {
	e := &Engine{config: c}
	var err error
	if e.session, err = mcptool.Start(ctx, c.Server); err != nil {
		return nil, err
	}
	e.about = e.session.About()
	if err := e.check(ctx); err != nil {
		e.session.Kill()
		return nil, err
	}
	return e, nil
}

// check holds the server's tools against what is needed of them.
func (e *Engine) check(ctx context.Context) error {
	offered, err := e.session.Tools(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, t := range offered {
		names = append(names, t.Name)
	}
	wanted := slices.Clone(e.config.Tools)
	if len(search.Placeholders(e.config.Tool)) == 0 {
		wanted = append(wanted, e.config.Tool)
	}
	for _, w := range wanted {
		if !slices.Contains(names, w) {
			return fmt.Errorf("the server %s %s does not offer the tool %q; hint: %s", e.about.Name, e.about.Version, w, nearest.Hint(w, names))
		}
	}
	return nil
}

// About returns what the server says of itself.
func (e *Engine) About() map[string]string {
	return map[string]string{"name": e.about.Name, "version": e.about.Version, "protocol": e.about.Protocol}
}

// Noise returns how many lines the server printed that were no messages, and
// the first of them.
func (e *Engine) Noise() (int, string) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	n, first := e.noise, e.first
	if e.session != nil {
		more, line := e.session.Noise()
		n += more
		if first == "" {
			first = line
		}
	}
	return n, first
}

// Search calls the tool once.
func (e *Engine) Search(ctx context.Context, q search.Query, k int) (search.Ranking, error) {
	v := search.Values{Query: q, K: k}
	name, err := v.Expand(e.config.Tool, nil)
	if err != nil {
		return search.Ranking{}, err
	}
	arguments, err := v.ExpandJSON(e.config.Arguments)
	if err != nil {
		return search.Ranking{}, err
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if err := e.running(ctx); err != nil {
		return search.Ranking{}, failed(err)
	}
	before, _ := e.session.Noise()
	began := time.Now()
	answer, err := e.session.Call(ctx, name, arguments)
	latency := time.Since(began)
	if err != nil {
		var f *tool.Failure
		if !errors.As(err, &f) || f.Word != tool.Protocol && f.Word != tool.Unrecorded {
			e.drop() // a server that is silent or gone answers no further query
		}
		return search.Ranking{Latency: latency}, failed(err)
	}
	after, _ := e.session.Noise()
	r, err := e.read(answer, v, latency)
	r.Noise += after - before
	return r, err
}

// read reads the hits out of an answer.
func (e *Engine) read(answer tool.Result, v search.Values, latency time.Duration) (search.Ranking, error) {
	text := []byte(answer.Text)
	r := search.Ranked(nil, 0, text, latency)
	hits, noise, err := e.config.Hits.Hits(text, v)
	if err != nil && answer.Structured != nil {
		r = search.Ranked(nil, 0, answer.Structured, latency)
		var second error
		if hits, noise, second = e.config.Hits.Hits(answer.Structured, v); second == nil {
			err = nil
		}
	}
	switch {
	case answer.IsError && (err != nil || len(hits) > 0 || !e.config.Hits.None(text)):
		said := strings.Join(strings.Fields(answer.Text), " ")
		return r, search.Failf(search.Refused, "the tool says that it failed: %q", strings.ToValidUTF8(said[:min(len(said), 200)], ""))
	case err != nil:
		return r, err
	}
	r.Hits, r.Noise = hits, noise
	return r, nil
}

// running starts the server again where it has ended.
func (e *Engine) running(ctx context.Context) error {
	if e.session != nil && e.session.Alive() {
		return nil
	}
	if e.session != nil {
		e.drop()
	}
	if e.restarts == maxRestarts {
		return &tool.Failure{Word: tool.NotStarted, Reason: fmt.Sprintf("the server has ended %d times and is not started again", maxRestarts+1)}
	}
	e.restarts++
	var err error
	e.session, err = mcptool.Start(ctx, e.config.Server)
	return err
}

// drop ends the session and keeps what it said beside its messages.
func (e *Engine) drop() {
	n, first := e.session.Noise()
	e.noise += n
	if e.first == "" {
		e.first = first
	}
	e.session.Kill()
	e.session = nil
}

// failed puts a failure of a tool into the words of searches.
func failed(err error) error {
	var f *tool.Failure
	if !errors.As(err, &f) {
		return err
	}
	word := map[tool.Word]search.Word{
		tool.NotStarted: search.NotStarted, tool.TimedOut: search.TimedOut,
		tool.Disconnected: search.Disconnects, tool.Protocol: search.Refused, tool.TooLarge: search.TooLarge, tool.Unrecorded: search.Refused,
	}[f.Word]
	return &search.Failure{Word: word, Reason: f.Reason, Exit: f.Exit, Stderr: f.Stderr}
}

// Close ends the server.
func (e *Engine) Close() error {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.session == nil {
		return nil
	}
	return e.session.Close()
}
