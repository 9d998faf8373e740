// Package llmtest is a server on loopback that speaks the wire formats of
// Anthropic's Messages API, OpenAI's chat completions and Responses API, and the
// Gemini API, and misbehaves on demand. Nothing in it is a model: answers are a function of the
// request, and it counts what it was asked.
package llmtest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"sooth/llm"
)

// Call is a request as the server understood it.
type Call struct {
	Wire      string // "anthropic", "openai", "responses", "gemini"
	Model     string
	System    string
	Prompt    string   // text of the last turn of the user
	Results   []string // of tools, in the last turn
	Turns     int
	Tools     []string // names of the tools that are offered
	MaxTokens int      // 0: none was said
	Schema    bool     // a structured answer is asked for
	Stream    bool
	Hash      [sha256.Size]byte // of path and body: what makes two requests the same
	Try       int               // how often the same request was seen before
	Body      []byte
}

// Options say what the server does.
type Options struct {
	// Behave says how a call is answered, as a function of it; nil: every call
	// gets an answer at once. It is called from many goroutines.
	Behave func(Call) Behaviour
	Key    string   // the only one that is accepted; "": any
	Models []string // that there are; nil: any
	Now    func() time.Time
}

// Server is a running server.
type Server struct {
	o        Options
	listener net.Listener
	http     *http.Server
	closed   chan struct{}
	once     sync.Once

	mutex     sync.Mutex
	counts    Counts
	inFlight  int
	seen      map[[sha256.Size]byte]int
	notBefore map[[sha256.Size]byte]time.Time
}

// Start starts a server on a free port of 127.0.0.1.
func Start(o Options) (*Server, error) {
	if o.Behave == nil {
		o.Behave = func(Call) Behaviour { return Behaviour{} }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		o: o, listener: listener, closed: make(chan struct{}),
		seen: map[[sha256.Size]byte]int{}, notBefore: map[[sha256.Size]byte]time.Time{},
	}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go s.http.Serve(listener)
	return s, nil
}

// Close ends the server and every call that hangs in it.
func (s *Server) Close() error {
	s.once.Do(func() { close(s.closed) })
	return s.http.Close()
}

// URL is the server's address, without a path: the base URL for Anthropic.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() }

// OpenAI is the base URL for chat completions and the Responses API.
func (s *Server) OpenAI() string { return s.URL() + "/v1" }

// Gemini is the base URL for the Gemini API.
func (s *Server) Gemini() string { return s.URL() + "/v1beta" }

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	wire := wireOf(r)
	if wire == nil {
		s.count(http.StatusNotFound)
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Request-Id", "req_test")
	if err := s.authorize(wire, r); err != nil {
		s.fail(w, wire, http.StatusUnauthorized, err.Error())
		return
	}
	if r.Method == http.MethodGet {
		s.describe(w, r, wire)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 64<<20))
	if err != nil {
		return
	}
	call, err := wire.read(r, body)
	if err != nil {
		s.fail(w, wire, http.StatusBadRequest, err.Error())
		return
	}
	call.Wire, call.Body = wire.name(), body
	call.Hash = sha256.Sum256(append([]byte(r.URL.Path+"\x00"), body...))
	if s.o.Models != nil && !slices.Contains(s.o.Models, call.Model) {
		s.fail(w, wire, http.StatusNotFound, "model: "+call.Model)
		return
	}
	s.enter(&call)
	defer s.leave()
	s.answer(w, r, wire, call, s.o.Behave(call))
}

// authorize refuses a request without the key.
func (s *Server) authorize(wire wire, r *http.Request) error {
	key := wire.key(r.Header)
	switch {
	case key == "" && wire.name() != "openai":
		return errors.New("a key is required")
	case s.o.Key != "" && key != s.o.Key:
		// Real servers repeat what they were given; so does this one.
		return fmt.Errorf("incorrect API key provided: %s", key)
	}
	return nil
}

// describe answers a GET of one model or of the list of all.
func (s *Server) describe(w http.ResponseWriter, r *http.Request, wire wire) {
	_, id, _ := strings.Cut(r.URL.Path, "/models")
	id = strings.TrimPrefix(id, "/")
	if id != "" && s.o.Models != nil && !slices.Contains(s.o.Models, id) {
		s.fail(w, wire, http.StatusNotFound, "model: "+id)
		return
	}
	s.count(http.StatusOK)
	writeJSON(w, http.StatusOK, wire.models(id, s.o.Models))
}

// fail writes an error in the provider's form.
func (s *Server) fail(w http.ResponseWriter, wire wire, status int, message string) {
	s.count(status)
	writeJSON(w, status, wire.problem(status, message))
}

// pause waits, unless the client or the server goes first.
func (s *Server) pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
	case <-s.closed:
	}
	return false
}

// wire is one provider's format.
type wire interface {
	name() string
	key(http.Header) string
	read(r *http.Request, body []byte) (Call, error)
	answer(Call, Behaviour, llm.Usage) any
	problem(status int, message string) any
	overloaded() int
	models(id string, all []string) any
}

// wireOf finds the format of a request by its path.
func wireOf(r *http.Request) wire {
	path := r.URL.Path
	switch {
	case path == "/v1/messages", strings.HasPrefix(path, "/v1/models") && r.Header.Get("Anthropic-Version") != "":
		return anthropic{}
	case path == "/v1/chat/completions", strings.HasPrefix(path, "/v1/models"):
		return openai{}
	case path == "/v1/responses":
		return responses{}
	case strings.HasPrefix(path, "/v1beta/models"):
		return gemini{}
	}
	return nil
}
