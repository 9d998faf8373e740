package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/internal/runner"
	"sooth/trial"
)

// lockedBuffer is what two goroutines may write to.
type lockedBuffer struct {
	mutex sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.Buffer.String()
}

func TestMeterLine(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	now := start
	two := []runner.ArmProgress{{Arm: "none", Trials: 100, Recorded: 20}, {Arm: "context", Trials: 100, Recorded: 10}}
	for _, c := range []struct {
		after  time.Duration
		budget float64
		r      runner.Progress
		want   string
	}{
		{0, 0, runner.Progress{Trials: 10}, "answered 0/10"},
		{10 * time.Second, 5, runner.Progress{Trials: 200, Counts: trial.Counts{Answered: 27, NoAnswer: 1, InfraErrors: 2}, Arms: two, Cost: trial.Cost{CostUSD: 0.456, Unpriced: 1}},
			"answered 30/200: none 20/100, context 10/100; 1 without answer; 2 failed; $0.46 of $5.00 and 1 of unknown cost; 3.0/s; 57 s left"},
		{10 * time.Second, 0, runner.Progress{Trials: 200, Resumed: 28, Counts: trial.Counts{Answered: 30}}, "answered 30/200; 0.2/s"}, // two say little about the rest
		{100 * time.Second, 0, runner.Progress{Trials: 1010, Counts: trial.Counts{Answered: 10}}, "answered 10/1010; 0.1/s; 2.8 h left"},
	} {
		p := &program{err: &bytes.Buffer{}, now: func() time.Time { return now }}
		now = start
		m := p.newMeter(c.budget, time.Hour, time.Hour)
		m.tell(c.r)
		now = start.Add(c.after)
		if got := m.line(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		m.close()
	}
}

// In a pipe a line is printed again and again while nothing comes in, none when
// all is done, and none with --quiet.
func TestMeterTicks(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		var out lockedBuffer
		p := &program{err: &out, now: time.Now, quiet: quiet}
		m := p.newMeter(0, time.Millisecond, time.Hour)
		m.tell(runner.Progress{Trials: 2, Counts: trial.Counts{Answered: 1}})
		for end := time.Now().Add(5 * time.Second); !quiet && strings.Count(out.String(), "answered 1/2") < 2 && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		m.tell(runner.Progress{Trials: 2, Counts: trial.Counts{Answered: 2}})
		m.close()
		if got := out.String(); quiet != (got == "") || !quiet && (strings.Count(got, "answered 1/2\n") < 2 || strings.Count(got, "answered 2/2 (") != 1 || strings.Contains(got, "\x1b")) {
			t.Errorf("quiet %v: %q", quiet, got)
		}
	}
}

// In a pipe a stage that takes long is told every ten seconds, a short one at its
// end alone.
func TestProgressInPipe(t *testing.T) {
	var out bytes.Buffer
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := &program{err: &out, now: func() time.Time { return now }}
	for done := 1; done <= 25; done++ {
		now = now.Add(time.Second)
		p.progress("checked", done, 25)
	}
	p.progress("tested", 1, 2)
	p.progress("tested", 2, 2)
	if want := "checked 11/25\nchecked 21/25\nchecked 25/25 (24.0 s)\ntested 2/2 (0.0 s)\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
