package golang

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"sooth/internal/toolchain"
	"sooth/lang"
)

// downloads bounds how many go commands download at once; each of them fetches
// several modules.
const downloads = 4

// Download fetches all that the go.mod and go.sum of modules pin into the
// module cache, each pair of files once. Modules that are all there cost a look
// at the cache only. When some cannot be had it fetches the others and returns
// a *MissingError that lists them.
func Download(ctx context.Context, g *toolchain.Go, modules []lang.Module) error {
	todo := map[string][2]string{}
	var order []string
	for _, m := range modules {
		gomod, gosum, err := moduleTexts(lang.Program{Module: m})
		if err != nil {
			return err
		}
		key := digest(gomod, gosum, m.Dir)
		if _, ok := todo[key]; ok || gomod == "" || m.Dir == "" && present(g, gomod) {
			continue
		}
		todo[key] = [2]string{gomod, gosum}
		order = append(order, key)
	}
	var (
		mu      sync.Mutex
		missing []string
		causes  []error
		wait    sync.WaitGroup
		turn    = make(chan struct{}, downloads)
	)
	for _, key := range order {
		wait.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			names, err := download(ctx, g, todo[key][0], todo[key][1])
			mu.Lock()
			defer mu.Unlock()
			missing = append(missing, names...)
			if err != nil {
				causes = append(causes, err)
			}
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	slices.Sort(missing)
	missing = slices.Compact(missing)
	if len(missing) > 0 {
		slices.SortFunc(causes, func(x, y error) int { return strings.Compare(x.Error(), y.Error()) })
		return &MissingError{Modules: missing, Err: causes[0]}
	}
	return errors.Join(causes...)
}

// download fetches what one go.mod pins and returns the modules that could not
// be had, with the first cause.
func download(ctx context.Context, g *toolchain.Go, gomod, gosum string) ([]string, error) {
	dir, err := scratch(gomod, gosum)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out, err := g.Run(ctx, dir, nil, "mod", "download", "-json")
	var missing []string
	var cause error
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		var m struct{ Path, Version, Error string }
		if e := d.Decode(&m); errors.Is(e, io.EOF) {
			break
		} else if e != nil {
			return nil, fmt.Errorf("cannot read what go mod download printed: %w", e)
		}
		if m.Error != "" {
			missing = append(missing, m.Path+"@"+m.Version)
			if cause == nil {
				cause = errors.New(strings.TrimSpace(m.Error))
			}
		}
	}
	if len(missing) > 0 {
		return missing, cause
	}
	if err != nil {
		// The go.mod files of the modules could not be had, so there is no list:
		// those that go.mod names are the ones to look for.
		c := &Checker{go_: g}
		if fault := c.moduleFault(ctx, err); !network(err) {
			return nil, fault
		}
		for _, r := range requirements(gomod) {
			if !inCache(g, r) {
				missing = append(missing, r.Path+"@"+r.Version)
			}
		}
		return missing, err
	}
	return nil, nil
}

// network reports whether a go command failed for want of a proxy.
func network(err error) bool {
	var failure *toolchain.Error
	if !errors.As(err, &failure) {
		return false
	}
	for _, s := range []string{"dial tcp", "no such host", "connection refused", "GOPROXY", "Get \"http", "lookup ", "i/o timeout", "403", "404", "410", "502", "503"} {
		if strings.Contains(failure.Stderr, s) {
			return true
		}
	}
	return false
}

// present reports whether all modules that a go.mod requires are in the module
// cache; a go.mod with replacements is left to the go command.
func present(g *toolchain.Go, gomod string) bool {
	if strings.Contains(gomod, "replace") {
		return false
	}
	for _, r := range requirements(gomod) {
		if !inCache(g, r) {
			return false
		}
	}
	return true
}

// inCache reports whether a module was downloaded and unpacked.
func inCache(g *toolchain.Go, m moduleVersion) bool {
	dir := ""
	for _, kv := range g.Env() {
		if d, ok := strings.CutPrefix(kv, "GOMODCACHE="); ok {
			dir = d
		}
	}
	if dir == "" {
		return false
	}
	at := filepath.FromSlash(escape(m.Path))
	for _, name := range []string{
		filepath.Join(dir, at+"@"+escape(m.Version)),
		filepath.Join(dir, "cache", "download", at, "@v", escape(m.Version)+".ziphash"),
		filepath.Join(dir, "cache", "download", at, "@v", escape(m.Version)+".mod"),
	} {
		if _, err := os.Stat(name); err != nil {
			return false
		}
	}
	return true
}

// escape writes a module path or version as the module cache does: capitals
// as "!" and the small letter.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if 'A' <= r && r <= 'Z' {
			b.WriteByte('!')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// requirements returns the modules that the require lines of a go.mod name.
// It serves to look into the cache only; what a go.mod means the go command says.
func requirements(gomod string) []moduleVersion {
	var list []moduleVersion
	block := ""
	for line := range strings.Lines(gomod) {
		line, _, _ = strings.Cut(line, "//")
		f := strings.Fields(line)
		switch {
		case len(f) == 2 && f[1] == "(":
			block = f[0]
			continue
		case len(f) == 1 && f[0] == ")":
			block = ""
			continue
		case len(f) == 3 && f[0] == "require" && block == "":
			f = f[1:]
		case block != "require":
			continue
		}
		if len(f) == 2 {
			list = append(list, moduleVersion{strings.Trim(f[0], "\"`"), strings.Trim(f[1], "\"`")})
		}
	}
	return list
}
