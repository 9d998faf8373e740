package llmtest_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"sooth/agent"
	"sooth/agent/chat"
	"sooth/llm"
	"sooth/llm/exchange"
	"sooth/llm/llmtest"
	"sooth/llm/openai"
)

func openaiDriver(t testing.TB, key, base string) llm.Driver {
	t.Helper()
	d, err := openai.New(exchange.Options{Key: key, BaseURL: base, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestBurst: with a third of the calls turned away for a second, overloads,
// dropped connections and half bodies, every trial gets its answer, and no
// request comes before its Retry-After by the server's clock.
func TestBurst(t *testing.T) {
	const n = 40
	burst := llmtest.Burst{
		Seed: 7, RateLimits: 0.25, Overloads: 0.05, Drops: 0.04, HalfBodies: 0.03,
		WaitFrom: time.Second, WaitTo: time.Second, Tries: 2,
	}
	for _, wire := range wires {
		t.Run(wire, func(t *testing.T) {
			t.Parallel()
			s := start(t, llmtest.Options{Behave: burst.Behave})
			policy := llm.ForAgents(rand.New(rand.NewPCG(1, 1)).Float64)
			var mutex sync.Mutex
			draw := policy.Jitter
			policy.Jitter = func() float64 { mutex.Lock(); defer mutex.Unlock(); return draw() }
			a, err := chat.New(chat.Options{Models: map[string]chat.Model{"m": {Driver: driver(t, wire, s, 10*timeout), ID: "m-1"}}, Policy: policy})
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]bool{}
			attempts := 0
			var workers sync.WaitGroup
			for i := range n {
				workers.Go(func() {
					answer, err := a.Answer(t.Context(), agent.Request{Model: "m", Prompt: fmt.Sprint("question ", i), Parameters: map[string]string{"max_tokens": "50"}})
					mutex.Lock()
					defer mutex.Unlock()
					if err != nil {
						t.Errorf("question %d: %v", i, err)
					}
					texts[answer.Text] = true
					attempts += answer.Attempts
				})
			}
			workers.Wait()
			c := s.Counts()
			if len(texts) != n || c.Distinct != n || c.Early != 0 || c.Requests <= n || c.ByStatus[429] == 0 {
				t.Errorf("%d answers, counts %+v", len(texts), c)
			}
			if deferred := c.ByStatus[429]; attempts != c.Requests-deferred {
				t.Errorf("%d attempts are told of, the server counted %d and %d turned away", attempts, c.Requests, deferred)
			}
		})
	}
}

// TestServerCounts: the server sees a client that does not wait, that asks twice
// and how many calls are in flight.
func TestServerCounts(t *testing.T) {
	s := start(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		if c.Prompt == "wait" && c.Try == 0 {
			return llmtest.Behaviour{Fault: llmtest.RateLimit, RetryAfter: time.Minute}
		}
		return llmtest.Behaviour{Latency: 100 * time.Millisecond}
	}})
	d := driver(t, "openai", s, timeout)
	for range 2 {
		d.Complete(t.Context(), ask("wait"))
	}
	var workers sync.WaitGroup
	for i := range 8 {
		workers.Go(func() { d.Complete(t.Context(), ask(fmt.Sprint(i))) })
	}
	workers.Wait()
	c := s.Counts()
	if c.Early != 1 || c.Requests != 10 || c.Distinct != 9 || c.MostSeen != 2 || c.Highest < 2 || c.Highest > 8 || c.ByStatus[429] != 1 || c.ByStatus[200] != 9 {
		t.Errorf("%+v", c)
	}
}

// TestPure: the same request gets the same answer, byte for byte, from any
// server.
func TestPure(t *testing.T) {
	for _, wire := range wires {
		var bodies []string
		for range 2 {
			s := start(t, llmtest.Options{})
			r, err := driver(t, wire, s, timeout).Complete(t.Context(), ask("q"))
			if err != nil {
				t.Fatal(err)
			}
			bodies = append(bodies, string(r.Received))
		}
		s := start(t, llmtest.Options{})
		other, err := driver(t, wire, s, timeout).Complete(t.Context(), ask("p"))
		if err != nil || bodies[0] != bodies[1] || bodies[0] == string(other.Received) {
			t.Errorf("%s: %v\n%s\n%s\n%s", wire, err, bodies[0], bodies[1], other.Received)
		}
	}
}

// TestStrict: the server refuses what the providers refuse.
func TestStrict(t *testing.T) {
	s := start(t, llmtest.Options{})
	for _, wire := range wires {
		r := ask("q")
		r.Parameters = map[string]string{"temprature": "0"}
		_, err := driver(t, wire, s, timeout).Complete(t.Context(), r)
		if e, ok := err.(*llm.Error); !ok || e.Kind != llm.BadRequest || e.Message != "temprature: Extra inputs are not permitted" {
			t.Errorf("%s: %v", wire, err)
		}
	}
}

// BenchmarkComplete is what one completion costs beside its latency.
func BenchmarkComplete(b *testing.B) {
	for _, wire := range wires {
		b.Run(wire, func(b *testing.B) {
			s := start(b, llmtest.Options{})
			d := driver(b, wire, s, time.Minute)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := d.Complete(b.Context(), ask("q")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
