package mcptool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sooth/internal/process"
	"sooth/tool"
)

// program is a server that was started by us and speaks over standard input and
// output.
type program struct {
	command *exec.Cmd
	input   *os.File
	filter  *filter
	said    *process.Tail // on standard error
	ended   chan struct{} // closed when the program has ended
	killed  atomic.Bool   // by us
}

// launch starts the program with pipes of our own: those of exec.Cmd are closed
// by Wait, which would take away what the server said last.
func launch(o Options) (*program, error) {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, inRead.Close(), inWrite.Close())
	}
	p := &program{said: &process.Tail{Most: 8 << 10}, ended: make(chan struct{})}
	c := exec.Command(o.Command[0], o.Command[1:]...)
	c.Dir, c.Env = o.Dir, o.Environ
	if c.Env == nil {
		c.Env = []string{} // nil would be all of ours
	}
	c.Stdin, c.Stdout, c.Stderr = inRead, outWrite, p.said
	c.SysProcAttr = process.Group()
	c.WaitDelay = time.Second // a child that keeps standard error open
	err = c.Start()
	inRead.Close()
	outWrite.Close()
	if err != nil {
		inWrite.Close()
		outRead.Close()
		return nil, err
	}
	p.command, p.input, p.filter = c, inWrite, newFilter(outRead, o.Limit)
	go func() {
		c.Wait() // the state is read from ProcessState
		close(p.ended)
	}()
	return p, nil
}

func (p *program) transport() mcp.Transport {
	return &mcp.IOTransport{Reader: p.filter, Writer: p.input, MaxLineLength: int(p.filter.limit) + 1}
}

func (p *program) alive() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// lost explains an error that is not the answer of the server.
func (p *program) lost(_ context.Context, err error) *tool.Failure {
	if p.filter.over.Load() {
		return p.describe(tool.TooLarge, fmt.Sprintf("a message of more than %d MiB", p.filter.limit>>20))
	}
	p.await(time.Second) // its end may be known a moment later than its silence
	switch {
	case !p.alive():
		return p.describe(tool.Disconnected, "the server ended")
	case ended(err):
		return p.describe(tool.Disconnected, "the server closed its output")
	}
	return p.describe(tool.Disconnected, clause(err))
}

// describe adds what is known of the program.
func (p *program) describe(word tool.Word, reason string) *tool.Failure {
	f := &tool.Failure{Word: word, Reason: reason}
	if !p.alive() && !p.killed.Load() { // only then its state may be read
		state := p.command.ProcessState
		if f.Signal = process.Signal(state); f.Signal != "" {
			f.Reason += " by signal " + f.Signal
		} else {
			code := state.ExitCode()
			f.Exit = &code
			f.Reason += fmt.Sprintf(" with exit code %d", code)
		}
	}
	f.Stderr = p.said.String()
	if f.Stderr != "" {
		said := strings.Split(f.Stderr, "\n")
		f.Reason += fmt.Sprintf("; it said last: %q", cut(strings.TrimSpace(said[len(said)-1])))
	}
	return f
}

// refused explains why there is no session.
func (p *program) refused(err error) *tool.Failure {
	if p.filter.over.Load() {
		return p.lost(context.Background(), err)
	}
	if text := clause(err); strings.HasPrefix(text, "unsupported protocol version") { // it answered, and we went away
		return &tool.Failure{Word: tool.NotStarted, Reason: text, Stderr: p.said.String()}
	}
	p.await(time.Second)
	if p.alive() {
		return p.describe(tool.NotStarted, "the server did not answer the first message: "+clause(err))
	}
	return p.describe(tool.NotStarted, "the server ended before it answered the first message")
}

func (p *program) hide(text string) string { return text }

func (p *program) noise() (lines int, first string) {
	if text := p.filter.first.Load(); text != nil {
		first = strings.ToValidUTF8(*text, "\uFFFD")
	}
	return int(p.filter.noise.Load()), first
}

func (p *program) stderr() string { return p.said.String() }

// await waits for the program's end, at most so long.
func (p *program) await(most time.Duration) {
	select {
	case <-p.ended:
	case <-time.After(most):
	}
}

// end ends the program within the time given and gives everything back.
func (p *program) end(grace time.Duration, session *mcp.ClientSession) (byItself bool) {
	p.input.Close()
	if grace > 0 {
		p.await(grace)
	}
	byItself = !p.alive()
	if !byItself {
		p.killed.Store(true)
	}
	process.Kill(p.command.Process) // children that outlived it as well
	<-p.ended
	p.filter.Close()
	if session != nil {
		session.Close()
	}
	return byItself
}
