package mcptool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"sooth/internal/process"
	"sooth/tool"
)

// explain makes a *tool.Failure of an error of the session. The end of ctx by
// its caller stays what it is.
func (s *Session) explain(ctx context.Context, err error) error {
	var answer *jsonrpc.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return s.failure(tool.TimedOut, "no answer in time")
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &answer) && s.Alive():
		return s.failure(tool.Protocol, clause(err))
	}
	s.await(time.Second) // its end may be known a moment later than its silence
	if !s.Alive() {
		return s.failure(tool.Disconnected, "the server ended")
	}
	if errors.Is(err, io.EOF) {
		return s.failure(tool.Disconnected, "the server closed its output")
	}
	return s.failure(tool.Disconnected, clause(err))
}

// failure adds what is known of the program.
func (s *Session) failure(word tool.Word, reason string) *tool.Failure {
	f := &tool.Failure{Word: word, Reason: reason}
	if !s.Alive() && !s.killed.Load() { // only then its state may be read
		state := s.command.ProcessState
		if f.Signal = process.Signal(state); f.Signal != "" {
			f.Reason += " by signal " + f.Signal
		} else {
			code := state.ExitCode()
			f.Exit = &code
			f.Reason += fmt.Sprintf(" with exit code %d", code)
		}
	}
	f.Stderr = s.stderr.String()
	if f.Stderr != "" {
		said := strings.Split(f.Stderr, "\n")
		f.Reason += fmt.Sprintf("; it said last: %q", cut(strings.TrimSpace(said[len(said)-1])))
	}
	return f
}

// clause is the text of an error as one bounded line.
func clause(err error) string { return cut(strings.Join(strings.Fields(err.Error()), " ")) }

func cut(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + " …"
}
