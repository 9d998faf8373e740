package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"sooth/llm"
)

// Answer says how the output of a program is read.
type Answer struct {
	// Format is "text" (all of standard output is the answer), "json" (one object)
	// or "lines" (one object a line, the last that fits counts). Empty: text.
	Format string
	// Where an object has what, as names between dots, * for the only name there is; counts may be
	// sums, with + between paths; "": it does not have it. Text is the
	// answer, Stop why it ended, Failed is true where the program failed, Message says why,
	// Models is an object whose one name is the model that answered.
	Text, Stop, Failed, Message, Models, CostUSD string
	Input, Output, CacheRead, CacheWrite         string // counts of tokens
	CachedWithin                                 bool   // Input includes what was read from the cache or written to it
	// Only, of lines: a path and what must stand there for Text to be read.
	Only [2]string
}

// unable is what a program says of its failure.
type unable struct{ text string }

func (u *unable) Error() string { return u.text }

// read reads an output, which is UTF-8.
func (a Answer) read(out []byte) (llm.Response, error) {
	if a.Format == "" || a.Format == "text" {
		return finished(llm.Response{Text: strings.TrimRight(string(out), "\r\n")}), nil
	}
	objects, err := a.objects(out)
	if err != nil {
		return llm.Response{}, err
	}
	r, found := llm.Response{}, false
	for _, o := range objects {
		if failed, _ := at(o, a.Failed).(bool); failed {
			return r, &unable{message(o, a.Message)}
		}
		if a.Message != "" && a.Message != a.Text {
			if text, ok := at(o, a.Message).(string); ok {
				return r, &unable{head([]byte(text))}
			}
		}
		if text, ok := at(o, a.Text).(string); ok && (a.Only[0] == "" || at(o, a.Only[0]) == any(a.Only[1])) {
			r.Text, found = text, true
		}
		a.count(o, &r)
	}
	if !found {
		return r, fmt.Errorf("the output has no text at %q", a.Text)
	}
	return finished(r), nil
}

// count reads what an object says beside the answer.
func (a Answer) count(o map[string]any, r *llm.Response) {
	if reason, ok := at(o, a.Stop).(string); ok {
		r.Reason = reason
	}
	if models, ok := at(o, a.Models).(map[string]any); ok && len(models) == 1 {
		for name := range models {
			r.Model = name
		}
	}
	if cost, ok := number(at(o, a.CostUSD)); ok && cost >= 0 {
		r.CostUSD = &cost
	}
	for path, to := range map[string]**int{a.Input: &r.Usage.Input, a.Output: &r.Usage.Output, a.CacheRead: &r.Usage.CacheRead, a.CacheWrite: &r.Usage.CacheWrite} {
		sum, all := 0.0, path != ""
		for one := range strings.SplitSeq(path, "+") {
			n, ok := number(at(o, one))
			sum += n
			all = all && ok && n >= 0 && n < 1e12
		}
		if all {
			whole := int(sum)
			*to = &whole
		}
	}
	if a.CachedWithin && at(o, a.Input) != nil {
		r.Usage.Input = llm.Uncached(r.Usage.Input, r.Usage.CacheRead, r.Usage.CacheWrite)
	}
}

// finished says how an answer ended, in the words of package llm.
func finished(r llm.Response) llm.Response {
	r.Stop = llm.End
	switch {
	case r.Reason == "max_tokens" || r.Reason == "length" || r.Reason == "MAX_TOKENS":
		r.Stop = llm.Length
	case r.Reason == "refusal":
		r.Stop = llm.Refusal
	case strings.TrimSpace(r.Text) == "":
		r.Stop = llm.Empty
	}
	return r
}

// objects reads the objects of an output.
func (a Answer) objects(out []byte) ([]map[string]any, error) {
	if a.Format == "lines" {
		var list []map[string]any
		for _, line := range bytes.Split(out, []byte("\n")) {
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			var o map[string]any
			if err := decode(line, &o); err != nil {
				return nil, fmt.Errorf("a line of the output is no JSON object (%v)", err)
			}
			list = append(list, o)
		}
		if len(list) == 0 {
			return nil, errors.New("the output is empty")
		}
		return list, nil
	}
	if len(bytes.TrimSpace(out)) == 0 {
		return nil, errors.New("the output is empty")
	}
	var o map[string]any
	if err := decode(out, &o); err != nil {
		return nil, fmt.Errorf("the output is no JSON object (%v)", err)
	}
	return []map[string]any{o}, nil
}

func decode(text []byte, to *map[string]any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(to); err != nil {
		return err
	}
	if *to == nil {
		return errors.New("null")
	}
	if d.More() {
		return errors.New("something follows it")
	}
	return nil
}

// at is what stands at a path; nil: nothing.
func at(o map[string]any, path string) any {
	if path == "" {
		return nil
	}
	var value any = o
	for name := range strings.SplitSeq(path, ".") {
		inner, ok := value.(map[string]any)
		if !ok {
			return nil
		}
		if name == "*" && len(inner) == 1 {
			for only := range inner {
				name = only
			}
		}
		value = inner[name]
	}
	return value
}

func number(value any) (float64, bool) {
	n, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// message is what a program says of its failure.
func message(o map[string]any, path string) string {
	if text, ok := at(o, path).(string); ok && text != "" {
		return head([]byte(text))
	}
	return "it says that it failed"
}
