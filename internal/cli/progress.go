package cli

import (
	"fmt"
	"io"
	"os"
	"time"
)

// say prints one line for people to stderr.
func (p *program) say(format string, a ...any) {
	if p.quiet {
		return
	}
	p.clear()
	fmt.Fprintf(p.err, format+"\n", a...)
}

// progress shows how far a stage is: a line that is written over on a
// terminal; in a pipe a line every ten seconds, and one at its end.
func (p *program) progress(stage string, done, total int) {
	p.draw(stage, done, total, nil)
}

// draw is progress with a line of its own for terminals; nil: the stage and its
// numbers.
func (p *program) draw(stage string, done, total int, line func() string) {
	if p.quiet {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now, terminal := p.now(), isTerminal(p.err)
	if p.stage != stage {
		p.stage, p.since = stage, now
		if !terminal {
			p.drawn = now // what is soon done needs no line between
		}
	}
	if terminal {
		if done == total || now.Sub(p.drawn) > 100*time.Millisecond {
			p.drawn = now
			if line != nil {
				fmt.Fprint(p.err, "\r\x1b[K"+line())
			} else if total > 0 {
				fmt.Fprintf(p.err, "\r\x1b[K%s %d/%d", stage, done, total)
			} else {
				fmt.Fprintf(p.err, "\r\x1b[K%s …", stage)
			}
			p.dirty = true
		}
	} else if line == nil && done < total && now.Sub(p.drawn) >= pipePace {
		p.drawn = now
		fmt.Fprintf(p.err, "%s %d/%d\n", stage, done, total)
	}
	if total > 0 && done == total {
		if p.dirty {
			fmt.Fprint(p.err, "\r\x1b[K")
			p.dirty = false
		}
		fmt.Fprintf(p.err, "%s %d/%d (%.1f s)\n", stage, done, total, p.now().Sub(p.since).Seconds())
	}
}

// clear removes an unfinished progress line.
func (p *program) clear() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.dirty {
		fmt.Fprint(p.err, "\r\x1b[K")
		p.dirty = false
	}
}

// isTerminal reports whether w is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && info.Mode()&os.ModeDevice != 0 && info.Name() != "null"
}

// colours reports whether w wants colours, as NO_COLOR and TERM=dumb say.
func (p *program) colours(w io.Writer) bool {
	return isTerminal(w) && p.getenv("NO_COLOR", "") == "" && p.getenv("TERM", "") != "dumb"
}
