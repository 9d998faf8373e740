// Package parsers holds code against the parsers of its own language where they
// are on the machine: Python's ast, TypeScript's compiler. They read code and
// run none of it.
package parsers

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sooth/internal/perturb"
	"sooth/internal/process"
	"sooth/search"
	"sooth/search/command"
)

//go:embed python.py
var pythonScript string

//go:embed typescript.js
var typescriptScript string

// limit is the time that a parser may take for one text.
const limit = 20 * time.Second

// Find returns the parsers that the caller's environment has, by name of the
// language. A parser that does not work is left out.
func Find(ctx context.Context, environ []string) map[string]perturb.Parser {
	found := map[string]perturb.Parser{}
	path, _ := process.Lookup(environ, "PATH")
	if python, err := process.Find("python3", path); err == nil {
		p := &program{command: []string{itself(ctx, python, environ), "-I", "-S", "-c", pythonScript}, name: "input.py", environ: process.Environment(environ, nil)}
		if _, err := p.canon(ctx, "x = 1\n"); err == nil {
			found["python"] = perturb.Parser{Name: "python ast", Canon: p.canon}
		}
	}
	if node, err := process.Find("node", path); err == nil {
		of := func(file string) *program {
			return &program{command: []string{node, "-e", typescriptScript, "--"}, name: file, environ: process.Environment(environ, []string{"NODE_PATH"})}
		}
		if _, err := of("input.ts").canon(ctx, "x = 1;\n"); err == nil { // the one compiler reads all four
			for language, file := range map[string]string{"typescript": "input.ts", "tsx": "input.tsx", "javascript": "input.js", "jsx": "input.jsx"} {
				found[language] = perturb.Parser{Name: "typescript compiler", Canon: of(file).canon}
			}
		}
	}
	return found
}

// itself is the interpreter behind a script that chooses one, which is slow to
// start; the script, where it does not say.
func itself(ctx context.Context, python string, environ []string) string {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	o, err := command.Run(ctx, search.Process{Command: []string{python, "-I", "-S", "-c", "import sys; sys.stdout.write(sys.executable)"}, Environ: process.Environment(environ, nil)})
	if found := string(o.Stdout); err == nil && o.Exit == 0 && filepath.IsAbs(found) {
		return found
	}
	return python
}

// program is a parser: its output is equal for two texts if and only if they
// mean the same.
type program struct {
	command []string // the file is the last argument
	name    string   // of the file
	environ []string

	mutex sync.Mutex
	known map[[sha256.Size]byte]answer // what it said before
}

type answer struct {
	canon [sha256.Size]byte
	err   error
}

// canon runs the parser on a text, once for each text.
func (p *program) canon(ctx context.Context, text string) (string, error) {
	key := sha256.Sum256([]byte(text))
	p.mutex.Lock()
	before, ok := p.known[key]
	p.mutex.Unlock()
	if !ok {
		tree, err := p.run(ctx, text)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		before = answer{sha256.Sum256(tree), err}
		p.mutex.Lock()
		if p.known == nil {
			p.known = map[[sha256.Size]byte]answer{}
		}
		p.known[key] = before
		p.mutex.Unlock()
	}
	return string(before.canon[:]), before.err
}

// run runs the parser on a file in a folder of its own.
func (p *program) run(ctx context.Context, text string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "sooth-parse-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, p.name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return nil, err
	}
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	o, err := command.Run(inner, search.Process{Command: append(p.command[:len(p.command):len(p.command)], file), Dir: dir, Environ: p.environ})
	switch {
	case err != nil:
		return nil, err
	case o.Exit != 0 && o.Stderr != "":
		return nil, errors.New(o.Stderr)
	case o.Exit != 0:
		return nil, fmt.Errorf("exit code %d", o.Exit)
	}
	return o.Stdout, nil
}
