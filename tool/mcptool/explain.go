package mcptool

import (
	"context"
	"errors"
	"io"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"sooth/tool"
)

// unrecorded is the error code of a replayed server that has no recorded answer
// to a call: within the range that JSON-RPC leaves to implementations.
const unrecorded = -32077

// explain makes a *tool.Failure of an error of the session. The end of ctx by
// its caller stays what it is.
func (s *Session) explain(ctx context.Context, err error) error {
	var answer *jsonrpc.Error
	var broken *url.Error // the SDK calls such an exchange an answer as well
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return s.link.describe(tool.TimedOut, "no answer in time")
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &broken):
	case errors.As(err, &answer) && s.Alive():
		word := tool.Protocol
		if answer.Code == unrecorded {
			word = tool.Unrecorded
		}
		reason := clause(err)
		if answer.Message != "" {
			reason = clause(errors.New(answer.Message)) // what the server said, and no more
		}
		f := s.link.describe(word, reason)
		f.Code = answer.Code
		return f
	}
	return s.link.lost(ctx, err)
}

// ended says whether an error is the end of a stream.
func ended(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// clause is the text of an error as one bounded line.
func clause(err error) string { return cut(strings.Join(strings.Fields(err.Error()), " ")) }

func cut(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + " …"
}
