package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"sooth/agent"
	"sooth/score"
)

// maxRow bounds one line of a file of results, in bytes.
const maxRow = 64 << 20

// row is what any of the formats may have.
type row struct {
	ID       string           `json:"id"`
	CustomID string           `json:"custom_id"`
	Answer   *string          `json:"answer"`
	Model    string           `json:"model"`
	Stop     string           `json:"stop_reason"`
	Result   *anthropicResult `json:"result"`
	Response *openaiResponse  `json:"response"`
	Error    *fault           `json:"error"`
}

type fault struct {
	Code    json.RawMessage `json:"code"`
	Type    string          `json:"type"`
	Message string          `json:"message"`
	Error   *fault          `json:"error"` // Anthropic wraps it once more
}

// Read reads results: rows of ours (id, answer), of Anthropic's batches
// (custom_id, result) or of OpenAI's (custom_id, response), in any order and
// mixture. Name stands for the reader in messages; all that is wrong is said at
// once.
func Read(name string, r io.Reader) ([]Result, []error) {
	var list []Result
	var problems []error
	lines := bufio.NewReaderSize(r, 1<<16)
	for n := 1; ; n++ {
		line, err := readLine(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, append(problems, fmt.Errorf("%s:%d: %w", name, n, err))
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if text := bytes.TrimSpace(line); len(text) > 0 {
			result, bad := parse(text)
			result.Line = n
			if bad != nil {
				problems = append(problems, fmt.Errorf("%s:%d: %w", name, n, bad))
			} else {
				list = append(list, result)
			}
		}
		if err != nil {
			break
		}
	}
	if len(list) == 0 && len(problems) == 0 {
		problems = append(problems, fmt.Errorf("%s: there are no results in it; hint: one JSON object a line, with id and answer, or as a provider's batch returns them", name))
	}
	return list, problems
}

// readLine reads one line without its end.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxRow {
			return nil, fmt.Errorf("the line is longer than %d bytes", maxRow)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func parse(text []byte) (Result, error) {
	var v row
	if err := json.Unmarshal(text, &v); err != nil {
		return Result{}, fmt.Errorf("not a row of results: %w; hint: one JSON object a line", err)
	}
	switch {
	case v.CustomID != "" && v.Result != nil:
		return v.Result.result(v.CustomID), nil
	case v.CustomID != "" && (v.Response != nil || v.Error != nil):
		return v.Response.result(v.CustomID, v.Error), nil
	case v.ID != "" && v.Answer != nil:
		r := Result{ID: v.ID, Answer: agent.Answer{Text: *v.Answer, Model: v.Model, StopReason: v.Stop}}
		r.Failure = stopped(v.Stop, "")
		return r, nil
	}
	return Result{}, errors.New(`the row has neither "id" and "answer" nor "custom_id" and "result" or "response"`)
}

// stopped says why an answer that stopped for a reason is none; nil: it is one.
func stopped(reason, refusal string) *agent.Failure {
	no := func(word string) *agent.Failure { return &agent.Failure{State: score.NoAnswer, Reason: word} }
	switch {
	case refusal != "":
		return no("refused: " + refusal)
	case reason == "", reason == "end_turn", reason == "stop_sequence", reason == "stop":
		return nil
	case reason == "max_tokens", reason == "length", reason == "model_context_window_exceeded":
		return no("truncated")
	case reason == "refusal":
		return no("refused")
	case reason == "content_filter":
		return no("safety")
	}
	return no(fmt.Sprintf("stopped for the reason %q", reason))
}

// infra is a result that the provider did not give.
func infra(id, reason string) Result {
	return Result{ID: id, Failure: &agent.Failure{State: score.InfraError, Reason: reason}}
}

// text is a fault in one line.
func (f *fault) text() string {
	if f == nil {
		return "no reason given"
	}
	if f.Error != nil {
		return f.Error.text()
	}
	word := f.Type
	if word == "" {
		word = string(bytes.Trim(f.Code, `"`))
	}
	return fmt.Sprintf("%s: %s", word, f.Message)
}
