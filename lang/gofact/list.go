package gofact

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/toolchain"
	"sooth/lang/golang"
)

// listing is what the go command says of the packages of a module: each after
// what it imports, those of tests included.
type listing struct {
	packages []*golang.Listed
	byID     map[string]*golang.Listed // "p", "p [q.test]"
}

// list asks the go command for all packages of a module and what they need.
func (r *run) list(ctx context.Context, m *module, patterns ...string) (*listing, error) {
	env := []string{"GOPROXY=off"}
	if m.work != "" {
		env = append(env, "GOWORK="+m.work)
	}
	var out []byte
	var err error
	for _, mode := range modes(m) {
		args := []string{"list", "-e", "-deps", "-test", "-buildvcs=false", "-mod=" + mode, "-json=" + golang.ListFields + ",ForTest,TestGoFiles,XTestGoFiles,DepOnly", "--"}
		if m.work != "" {
			args = slices.DeleteFunc(args, func(a string) bool { return a == "-mod=vendor" })
		}
		if out, err = r.go_.Run(ctx, m.dir, env, append(args, patterns...)...); err == nil {
			break
		}
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var failure *toolchain.Error
		if errors.As(err, &failure) {
			err = errors.New(strings.TrimSpace(failure.Stderr))
		}
		return nil, err
	}
	return decodeListing(out)
}

// decodeListing reads what `go list -json` prints.
func decodeListing(out []byte) (*listing, error) {
	l := &listing{byID: map[string]*golang.Listed{}}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		p := new(golang.Listed)
		if err := d.Decode(p); err != nil {
			return nil, fmt.Errorf("cannot read what go list printed: %w", err)
		}
		if strings.HasSuffix(p.ImportPath, ".test") && p.Name == "main" && p.ForTest == "" && l.byID[strings.TrimSuffix(p.ImportPath, ".test")] != nil && !hasSource(p) {
			continue // the main package of a test is made by the go command
		}
		l.packages = append(l.packages, p)
		l.byID[p.ImportPath] = p
	}
	return l, nil
}

// hasSource reports whether the files of a package are in its folder: those of
// the main package of a test are in the build cache.
func hasSource(p *golang.Listed) bool {
	return len(p.GoFiles) > 0 && !filepath.IsAbs(p.GoFiles[0])
}

// modes returns the settings of -mod to try: the vendored packages where there
// are any, as the go command does itself.
func modes(m *module) []string {
	if _, err := os.Stat(filepath.Join(m.dir, "vendor", "modules.txt")); err == nil {
		return []string{"vendor", "readonly"}
	}
	return []string{"readonly"}
}
