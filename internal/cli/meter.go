package cli

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"sooth/internal/runner"
)

// How often a run that goes on says how far it is: in a pipe, whose lines stay,
// and on a terminal, whose line is written over.
const (
	pipePace     = 10 * time.Second
	terminalPace = time.Second
)

// meter tells how far a run is: done of all, by arm, what went wrong, what it
// has cost, how fast it goes and how long it will take.
type meter struct {
	program *program
	budget  float64 // dollars; 0: none
	begun   time.Time
	end     chan struct{}
	ended   sync.WaitGroup

	mutex sync.Mutex
	last  runner.Progress
}

// newMeter begins to tell; close ends it. On a terminal the line is drawn anew
// with the terminal's pace, elsewhere a line is printed with the pipe's.
func (p *program) newMeter(budget float64, pipe, terminal time.Duration) *meter {
	m := &meter{program: p, budget: budget, begun: p.now(), end: make(chan struct{})}
	pace := pipe
	if isTerminal(p.err) {
		pace = terminal
	}
	m.ended.Go(func() {
		ticks := time.NewTicker(pace)
		defer ticks.Stop()
		for {
			select {
			case <-m.end:
				return
			case <-ticks.C:
				m.tick()
			}
		}
	})
	return m
}

// close ends the meter; nothing is told after it.
func (m *meter) close() {
	close(m.end)
	m.ended.Wait()
}

// tell takes in how far the run is.
func (m *meter) tell(r runner.Progress) {
	m.mutex.Lock()
	m.last = r
	m.mutex.Unlock()
	m.program.draw("answered", r.Recorded(), r.Trials, m.line)
}

// tick says again how far the run is, so that a silence is no riddle.
func (m *meter) tick() {
	m.mutex.Lock()
	r := m.last
	m.mutex.Unlock()
	switch {
	case r.Trials == 0 || r.Recorded() == r.Trials:
	case isTerminal(m.program.err):
		m.program.draw("answered", r.Recorded(), r.Trials, m.line)
	default:
		m.program.say("%s", m.line())
	}
}

// line is what is known of the run in one line.
func (m *meter) line() string {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	r := m.last
	parts := []string{fmt.Sprintf("answered %d/%d", r.Recorded(), r.Trials)}
	if len(r.Arms) > 1 && len(r.Arms) <= 6 {
		var arms []string
		for _, a := range r.Arms {
			arms = append(arms, fmt.Sprintf("%s %d/%d", a.Arm, a.Recorded, a.Trials))
		}
		parts[0] += ": " + strings.Join(arms, ", ")
	}
	if r.NoAnswer > 0 {
		parts = append(parts, fmt.Sprintf("%d without answer", r.NoAnswer))
	}
	if r.InfraErrors > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", r.InfraErrors))
	}
	if m.budget > 0 {
		cost := fmt.Sprintf("$%.2f of $%.2f", r.CostUSD, m.budget)
		if r.Unpriced > 0 {
			cost += fmt.Sprintf(" and %d of unknown cost", r.Unpriced)
		}
		parts = append(parts, cost)
	}
	took := m.program.now().Sub(m.begun).Seconds()
	if asked := r.Recorded() - r.Resumed; asked > 0 && took >= 1 {
		rate := float64(asked) / took
		parts = append(parts, fmt.Sprintf("%.1f/s", rate))
		if asked >= 5 {
			left := time.Duration(float64(r.Trials-r.Recorded()) / rate * float64(time.Second))
			parts = append(parts, roughly(left)+" left")
		}
	}
	return strings.Join(parts, "; ")
}

// roughly writes a duration as people say it.
func roughly(d time.Duration) string {
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}
