// Package command asks coding tools that are programs: the prompt goes to
// standard input or into an argument, the answer comes from standard output.
//
// The program is run in an empty folder, with a home of its own and an environment
// without secrets that are not named; all of it is gone afterwards. A model that is
// compared with others must know what it was given and no more, so the tools of the program
// itself have to be off: before the first answer a probe asks for a file in the folder
// above, and an answer that holds what stands in it ends every trial.
package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"sooth/internal/process"
	"sooth/llm"
)

// The kinds of errors beside those of package llm. None is asked again: the
// program does so itself where it makes sense.
const (
	NotStarted llm.Kind = "not started"
	Exited     llm.Kind = "exited"
	Killed     llm.Kind = "killed"
	Unable     llm.Kind = "failed"             // the program says so in its answer
	ToolsOn    llm.Kind = "tools not disabled" // the program read or wrote files
	Version    llm.Kind = "version not known"  // outside of what the preset was written for
)

// Config says how a program is asked. In Command, System and Model, {prompt},
// {system} and {model} stand for what is asked; an argument is one argument whatever is put in.
type Config struct {
	Name    string   // of the driver in records and flags
	Command []string // program and arguments; a program without a slash is found in PATH
	System  []string // arguments that are added where there is a system prompt; none: it stands before the prompt
	Model   []string // arguments that are added where a model is named

	Environment []string // names of variables that it is given beside the harmless ones
	Set         []string // variables that are set, "NAME=value"
	// Otherwise names variables whose value is put into Command for {env.NAME}, with
	// what is put there where the environment has none.
	Otherwise map[string]string
	Home      map[string]string // files in its home, by path with slashes
	Answer    Answer            // how its output is read
	Timeout   time.Duration     // of one answer; 0: 10 minutes

	// VersionArguments make it print its version, which must be From or newer and
	// older than Below, as in 2.0 and 3.0; none: any version.
	VersionArguments []string
	From, Below      string
}

// Options are what a driver needs of its surroundings.
type Options struct {
	Environ []string  // of the caller
	Random  io.Reader // of the canary's name and content
	Now     func() time.Time
}

// Driver asks a program. It is safe for concurrent use.
type Driver struct {
	c       Config
	o       Options
	program string
	asked   string // with which arguments: see [Driver.Program]

	probing  sync.Mutex // one probe at a time; guards what follows
	probed   bool       // without finding tools
	found    *llm.Error // what it found instead
	identity string     // of the program
}

var (
	_ llm.Driver  = (*Driver)(nil)
	_ llm.Checker = (*Driver)(nil)
	_ llm.Prober  = (*Driver)(nil)
)

// New finds the program and returns its driver. Nothing is run yet.
func New(c Config, o Options) (*Driver, error) {
	if len(c.Command) == 0 || c.Command[0] == "" {
		return nil, fmt.Errorf("command %q names no program", c.Name)
	}
	d := &Driver{c: c, o: o, program: c.Command[0], asked: c.asked()}
	d.c.Timeout, d.c.Command = cmp.Or(c.Timeout, 10*time.Minute), slices.Clone(c.Command)
	for name, otherwise := range c.Otherwise {
		value, _ := process.Lookup(o.Environ, name)
		for i, argument := range d.c.Command {
			d.c.Command[i] = strings.ReplaceAll(argument, "{env."+name+"}", cmp.Or(value, otherwise))
		}
	}
	if o.Now == nil {
		d.o.Now = time.Now
	}
	var err error
	if strings.ContainsAny(d.program, "/"+string(filepath.Separator)) {
		if d.program, err = filepath.Abs(d.program); err == nil {
			_, err = os.Stat(d.program)
		}
	} else {
		path, _ := process.Lookup(o.Environ, "PATH")
		d.program, err = process.Find(d.program, path)
	}
	if err != nil {
		return nil, fmt.Errorf("command %q: %w; hint: install it, or write its path", c.Name, err)
	}
	return d, nil
}

// Provider is "command:" and the name.
func (d *Driver) Provider() string { return "command:" + d.c.Name }

// Check returns what of a request has no way into the program.
func (d *Driver) Check(r llm.Request) ([]string, error) {
	if len(r.Tools) > 0 {
		return nil, errors.New("a program cannot be given tools by us; hint: leave out arms with tools, or give them protocol: text")
	}
	var unsent []string
	for name := range r.Parameters {
		unsent = append(unsent, name)
	}
	if r.MaxTokens > 0 {
		unsent = append(unsent, "max_tokens")
	}
	if r.Seed != nil {
		unsent = append(unsent, "seed")
	}
	if r.Schema != nil {
		unsent = append(unsent, "schema")
	}
	slices.Sort(unsent)
	return unsent, nil
}

// Default is the name of the model that a program chooses by itself.
const Default = "default"

// Complete asks once, after the probe has passed.
func (d *Driver) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	if r.Model == Default {
		r.Model = ""
	}
	if _, err := d.Check(r); err != nil {
		return llm.Response{}, d.fail(llm.BadRequest, "%v", err)
	}
	probe, err := d.closed(ctx, r.Model)
	if err != nil {
		return llm.Response{}, err
	}
	prompt, err := conversation(r.Messages)
	if err != nil {
		return llm.Response{}, d.fail(llm.BadRequest, "%v", err)
	}
	room, err := newRoom(d.c.Home)
	if err != nil {
		return llm.Response{}, d.fail(NotStarted, "%v", err)
	}
	defer room.remove()
	out, err := d.ask(ctx, room, r.Model, r.System, prompt)
	if err != nil {
		return llm.Response{}, err
	}
	if probe != nil { // the first answer bears what the probe took: a run's cost is the sum over its answers
		out.Usage, out.CostUSD = out.Usage.Plus(probe.Usage), llm.PlusDollars(out.CostUSD, probe.CostUSD)
	}
	if name := room.written(); name != "" {
		return llm.Response{}, d.fail(ToolsOn, "it has written %q into the empty folder that it was run in", name)
	}
	return out, nil
}

// conversation is the text of a conversation: of one turn as it is, of several
// with who speaks.
func conversation(turns []llm.Message) (string, error) {
	if len(turns) == 1 && len(turns[0].Results) == 0 {
		return turns[0].Text, nil
	}
	var b strings.Builder
	for _, m := range turns {
		if len(m.Calls) > 0 || len(m.Results) > 0 {
			return "", errors.New("a program cannot be given results of tools")
		}
		fmt.Fprintf(&b, "[%s]\n%s\n\n", m.Role, m.Text)
	}
	return b.String(), nil
}

// ask runs the program once and reads its answer.
func (d *Driver) ask(ctx context.Context, room *room, model, system, prompt string) (llm.Response, error) {
	if system != "" && len(d.c.System) == 0 {
		prompt = system + "\n\n" + prompt
	}
	values := strings.NewReplacer("{prompt}", prompt, "{system}", system, "{model}", model)
	argv := slices.Clone(d.c.Command[1:])
	if model != "" {
		argv = append(argv, d.c.Model...)
	}
	if system != "" {
		argv = append(argv, d.c.System...)
	}
	input, byArgument := prompt, false
	for i, a := range argv {
		byArgument = byArgument || strings.Contains(a, "{prompt}")
		argv[i] = values.Replace(a)
	}
	if byArgument {
		input = ""
	}
	if strings.ContainsRune(strings.Join(argv, ""), 0) {
		return llm.Response{}, d.fail(llm.BadRequest, "an argument would hold a NUL byte")
	}
	bounded, cancel := context.WithTimeout(ctx, d.c.Timeout)
	defer cancel()
	out, err := d.run(bounded, room, argv, input, d.c.Timeout)
	if ctx.Err() != nil {
		return llm.Response{}, ctx.Err()
	}
	if err != nil {
		return llm.Response{}, err
	}
	if !utf8.Valid(out) {
		// The runner says so, and keeps the bytes as far as it can.
		return llm.Response{Text: string(out), Stop: llm.End, Received: out}, nil
	}
	r, err := d.c.Answer.read(out)
	if err != nil {
		var failed *unable
		if errors.As(err, &failed) {
			return llm.Response{}, d.fail(Unable, "%v", failed)
		}
		return llm.Response{}, d.fail(llm.NotJSON, "%v: %q", err, head(out))
	}
	r.Received = out
	return r, nil
}

// fail makes an error of this driver.
func (d *Driver) fail(kind llm.Kind, format string, arguments ...any) *llm.Error {
	return &llm.Error{Kind: kind, Provider: d.Provider(), Message: fmt.Sprintf(format, arguments...), Final: true, MaybePaid: kind != NotStarted && kind != Version && kind != llm.BadRequest}
}

// head is the beginning of an output, as one line.
func head(out []byte) string {
	text := strings.Join(strings.Fields(string(bytes.ToValidUTF8(out[:min(len(out), 200)], []byte("\uFFFD")))), " ")
	return text
}
