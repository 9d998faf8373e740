// Package shop sells things.
package shop

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"example.com/acme/shop/store"
)

// ErrSoldOut says that nothing is left.
var ErrSoldOut = errors.New("sold out")

// MaxItems is how many items an order has at most.
const MaxItems = 12

// Option changes a Server.
type Option func(*Server)

// Router finds handlers.
type Router interface {
	http.Handler
	Route(pattern string) Router
}

// Server serves the shop.
type Server struct {
	store.Cache
	Name     string `json:"display_name"`
	handlers map[string]http.Handler
	keeper   store.Keeper
	onClose  func() error
}

// NewServer returns a server that has the options.
func NewServer(name string, options ...Option) *Server {
	s := &Server{Name: name, handlers: map[string]http.Handler{}}
	for _, o := range options {
		o(s)
	}
	s.reset()
	return s
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := s.find(r.URL.Path); h != nil {
		h.ServeHTTP(w, r)
		return
	}
	fmt.Fprintln(w, ErrSoldOut)
}

// find returns the handler of a path.
func (s *Server) find(path string) http.Handler {
	return s.handlers[path]
}

func (s *Server) reset() {
	s.keeper = store.NewMemory()
	go func() {
		s.keeper.Keep("start")
	}()
}

// Close ends the server.
func (s *Server) Close() error {
	if s.onClose != nil {
		return s.onClose()
	}
	return nil
}

// WriteTo writes the names of all handlers.
func (s *Server) WriteTo(w io.Writer) (n int64, err error) {
	for name := range s.handlers {
		k, err := io.WriteString(w, name)
		n += int64(k)
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// Start starts the server.
//
// Deprecated: use Run instead.
func (s *Server) Start() error { return s.Run() }

// Run runs the server until it is closed.
func (s *Server) Run() error { return s.listen(apply) }

func (s *Server) listen(f func(int) int) error {
	_ = f(1)
	return nil
}

func apply(n int) int { return n + 1 }

// Keys returns the keys of a map.
func Keys[K comparable, V any](m map[K]V) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}
