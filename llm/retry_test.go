package llm_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sooth/llm"
)

// script answers one call after the other; a nil error is an answer.
type script struct {
	errs  []error
	times []time.Time
}

func (s *script) ask(context.Context) (llm.Response, error) {
	s.times = append(s.times, time.Now())
	if len(s.times) > len(s.errs) {
		return llm.Response{Text: "late"}, nil
	}
	if err := s.errs[len(s.times)-1]; err != nil {
		return llm.Response{}, err
	}
	return llm.Response{Text: "ok"}, nil
}

// pauses returns the pauses between calls.
func (s *script) pauses() []time.Duration {
	var list []time.Duration
	for i := 1; i < len(s.times); i++ {
		list = append(list, s.times[i].Sub(s.times[i-1]))
	}
	return list
}

func fault(k llm.Kind) error { return &llm.Error{Kind: k, Provider: "p"} }

func turnedAway(d time.Duration) error {
	return &llm.Error{Kind: llm.RateLimited, Provider: "p", Wait: d}
}

func equal(a []time.Duration, b ...time.Duration) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestPresets: how often the presets ask, and the bounds of their pauses.
func TestPresets(t *testing.T) {
	ms := time.Millisecond
	for name, c := range map[string]struct {
		policy llm.Policy
		want   []time.Duration
	}{
		"agents":     {llm.ForAgents(nil), []time.Duration{500 * ms, 1000 * ms}},
		"extraction": {llm.ForExtraction(nil), []time.Duration{500 * ms, 1000 * ms, 2000 * ms, 4000 * ms}},
		"long": {llm.Policy{Attempts: 5, Pause: time.Second, Longest: 3 * time.Second}, []time.Duration{
			1000 * ms, 2000 * ms, 3000 * ms, 3000 * ms,
		}},
		"once": {llm.Policy{}, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{errs: make([]error, 20)}
			for i := range s.errs {
				s.errs[i] = fault(llm.Overloaded)
			}
			_, effort, err := c.policy.Do(t.Context(), s.ask)
			var e *llm.Error
			if !errors.As(err, &e) || !equal(s.pauses(), c.want...) || effort.Attempts != len(c.want)+1 || effort.Deferred != 0 {
				t.Errorf("%s: %v, %v, %+v; want pauses %v", name, err, s.pauses(), effort, c.want)
			}
		})
	}
}

// TestJitter: pauses are spread over the whole range from zero to the bound.
func TestJitter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(1, 2))
		const n = 2000
		quarter := [4]int{}
		for range n {
			s := &script{errs: []error{fault(llm.Connection)}}
			if _, _, err := llm.ForAgents(random.Float64).Do(t.Context(), s.ask); err != nil {
				t.Fatal(err)
			}
			p := s.pauses()[0]
			if p < 0 || p >= 500*time.Millisecond {
				t.Fatalf("a pause of %v", p)
			}
			quarter[p/(125*time.Millisecond)]++
		}
		for i, x := range quarter { // 500 expected, standard deviation 19
			if x < 400 || x > 600 {
				t.Errorf("%d of %d pauses are in quarter %d: %v", x, n, i, quarter)
			}
		}
	})
}

// TestKinds: only what may pass is asked again.
func TestKinds(t *testing.T) {
	for kind, again := range map[llm.Kind]bool{
		llm.RateLimited: true, llm.Overloaded: true, llm.ServerError: true, llm.Connection: true, llm.Timeout: true,
		llm.Truncated: true, llm.NotJSON: true, llm.ErrorBody: true, llm.Shape: true,
		llm.BadRequest: false, llm.Auth: false, llm.NotFound: false, llm.Quota: false, llm.TLS: false, llm.Page: false,
		llm.Redirect: false, llm.TooLarge: false,
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{errs: []error{fault(kind), nil}}
			r, effort, err := llm.ForAgents(nil).Do(t.Context(), s.ask)
			if again != (err == nil && r.Text == "ok" && effort.Attempts == 2) || len(s.times) != map[bool]int{true: 2, false: 1}[again] {
				t.Errorf("%s: %d calls, %v", kind, len(s.times), err)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		s := &script{errs: []error{&llm.Error{Kind: llm.ServerError, Final: true}, nil}}
		if _, _, err := llm.ForAgents(nil).Do(t.Context(), s.ask); err == nil || len(s.times) != 1 {
			t.Errorf("an error that the provider calls final was asked again")
		}
	})
}

// TestRetryAfter: the wait is kept exactly and is no attempt; jitter does not
// touch it.
func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{}
		for range 10 {
			s.errs = append(s.errs, turnedAway(1500*time.Millisecond))
		}
		s.errs = append(s.errs, fault(llm.ServerError), nil)
		var heard []llm.Pause
		p := llm.ForAgents(func() float64 { return 0.5 })
		p.Observe = func(x llm.Pause) { heard = append(heard, x) }
		r, effort, err := p.Do(t.Context(), s.ask)
		want := []time.Duration{}
		for range 10 {
			want = append(want, 1500*time.Millisecond)
		}
		want = append(want, 250*time.Millisecond)
		if err != nil || r.Text != "ok" || !equal(s.pauses(), want...) {
			t.Errorf("%v, pauses %v", err, s.pauses())
		}
		if effort.Attempts != 2 || effort.Deferred != 10 || effort.Waited != 15250*time.Millisecond {
			t.Errorf("effort %+v", effort)
		}
		if len(heard) != 11 || !heard[0].Asked || heard[0].Attempt != 1 || heard[10].Asked || heard[10].Attempt != 1 || heard[10].Attempts != 3 {
			t.Errorf("heard %+v", heard)
		}
	})
}

// TestDeadline: no wait is begun that would outlast the deadline, and what is
// said names both.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		s := &script{errs: []error{turnedAway(4 * time.Second), turnedAway(4 * time.Second), turnedAway(4 * time.Second)}}
		begun := time.Now()
		_, effort, err := llm.ForAgents(nil).Do(ctx, s.ask)
		var e *llm.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), "asked to wait 4s, which is beyond the deadline") || time.Since(begun) != 8*time.Second || effort.Deferred != 2 || effort.Attempts != 1 {
			t.Errorf("%v after %v, %+v", err, time.Since(begun), effort)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 1200*time.Millisecond)
		defer cancel()
		s := &script{errs: []error{fault(llm.Overloaded), fault(llm.Overloaded), fault(llm.Overloaded)}}
		if _, effort, err := llm.ForAgents(nil).Do(ctx, s.ask); err == nil || effort.Attempts != 2 || !strings.Contains(err.Error(), "the deadline comes before the next attempt") {
			t.Errorf("%v, %+v", err, effort)
		}
	})
	synctest.Test(t, func(t *testing.T) { // without a deadline patience ends
		s := &script{}
		for range 100 {
			s.errs = append(s.errs, turnedAway(time.Minute))
		}
		p := llm.ForAgents(nil)
		p.Patience = 3 * time.Minute
		if _, effort, err := p.Do(t.Context(), s.ask); err == nil || effort.Deferred != 3 || !strings.Contains(err.Error(), "beyond the 3m0s") {
			t.Errorf("%v, %+v", err, effort)
		}
	})
}

// TestCancel: the end of the context ends a pause, and is the error.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(700*time.Millisecond, cancel)
		s := &script{errs: []error{turnedAway(time.Hour / 4), nil}}
		begun := time.Now()
		_, _, err := llm.ForAgents(nil).Do(ctx, s.ask)
		if !errors.Is(err, context.Canceled) || time.Since(begun) != 700*time.Millisecond || len(s.times) != 1 {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}
