// Package mcprecord records what an MCP server answers, and answers from such a
// recording: a run needs the server and its keys once, and neither of them afterwards.
//
// The format of a recording is docs/format/toolrecording.md,
// "sooth.toolrecording/1".
package mcprecord

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"sooth/tool"
)

// Schema is the name and version of the format.
const Schema = "sooth.toolrecording/1"

// maxLine bounds one line of a recording, in bytes.
const maxLine = 32 << 20

// Head is the first line of a recording: what the server said of itself and what
// it offers.
type Head struct {
	Schema   string            `json:"schema"`
	Name     string            `json:"name"`
	Version  string            `json:"version"`
	Protocol string            `json:"protocol"` // that was agreed on with the server
	Tools    []tool.Definition `json:"tools"`    // in order of name
}

// Call is any other line: one call and how it ended. One of Result, Error and
// Failure is there.
type Call struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Result    json.RawMessage `json:"result,omitempty"` // as the protocol has it
	Error     *Error          `json:"error,omitempty"`
	Failure   tool.Word       `json:"failure,omitempty"` // there was no answer
	Reason    string          `json:"reason,omitempty"`  // of the failure
	Started   time.Time       `json:"started"`
	LatencyMS float64         `json:"latency_ms"`
}

// Error is an error of the protocol: no such tool, bad arguments.
type Error struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
}

// Recording is a recording as read.
type Recording struct {
	Head   Head
	Calls  []Call
	Digest string // SHA-256 of the file, hex
	Cut    bool   // the last line was not whole and is left out: the recorder was killed
}

// Read reads a recording. Errors say name:line.
func Read(name string, r io.Reader) (*Recording, error) {
	sum := sha256.New()
	lines := bufio.NewReaderSize(io.TeeReader(r, sum), 1<<16)
	out := &Recording{}
	for number := 1; ; number++ {
		line, whole, err := readLine(lines)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if len(line) == 0 && !whole {
			break
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if number == 1 {
			if err := strict(line, &out.Head); err != nil {
				return nil, fmt.Errorf("%s:1: %w; hint: the first line is the head of a recording, as sooth tool record writes it", name, err)
			}
			if out.Head.Schema != Schema {
				return nil, fmt.Errorf("%s:1: schema %q, want %q", name, out.Head.Schema, Schema)
			}
			continue
		}
		var c Call
		if err := strict(line, &c); err != nil {
			if !whole {
				out.Cut = true
				break
			}
			return nil, fmt.Errorf("%s:%d: %w; hint: take the line out", name, number, err)
		}
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		out.Calls = append(out.Calls, c)
	}
	if out.Head.Schema == "" {
		return nil, fmt.Errorf("%s: the file is empty; hint: sooth tool record %s -- SERVER makes a recording", name, name)
	}
	out.Digest = hex.EncodeToString(sum.Sum(nil))
	return out, nil
}

// check says what is wrong with a call.
func (c *Call) check() error {
	ends := 0
	for _, there := range []bool{c.Result != nil, c.Error != nil, c.Failure != ""} {
		if there {
			ends++
		}
	}
	words := []tool.Word{tool.TimedOut, tool.Disconnected, tool.TooLarge}
	switch {
	case c.Tool == "":
		return errors.New("the call names no tool")
	case ends != 1:
		return fmt.Errorf("the call of %q has %d of result, error and failure, want one", c.Tool, ends)
	case c.Failure != "" && !slices.Contains(words, c.Failure):
		return fmt.Errorf("unknown failure %q; hint: known are %q", c.Failure, words)
	case c.Result != nil && c.Result[0] != '{':
		return fmt.Errorf("the result of %q is no JSON object", c.Tool)
	}
	_, err := canonical(c.Arguments)
	return err
}

// strict reads JSON and refuses fields that it does not know.
func strict(line []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return err
	}
	if d.More() {
		return errors.New("more than one JSON value on the line")
	}
	return nil
}

// readLine reads a line without its end; whole says that it had one.
func readLine(r *bufio.Reader) (line []byte, whole bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxLine:
			return nil, false, fmt.Errorf("a line of more than %d MiB", maxLine>>20)
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return line, false, nil
		case err != nil:
			return nil, false, err
		default:
			return line[:len(line)-1], true, nil
		}
	}
}

// canonical puts arguments into one form: names sorted, no blanks, numbers as
// they were written. No arguments are an empty object.
func canonical(arguments json.RawMessage) (string, error) {
	if text := bytes.TrimSpace(arguments); len(text) == 0 || string(text) == "null" {
		return "{}", nil
	}
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	var tree map[string]any
	if err := d.Decode(&tree); err != nil {
		return "", fmt.Errorf("arguments: %w", err)
	}
	text, err := json.Marshal(tree)
	return string(text), err
}
