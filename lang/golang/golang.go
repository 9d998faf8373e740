// Package golang checks Go programs with go/types against the pinned modules
// and the standard library, read from source, and says of every error what
// kind it is and whether a name was invented.
//
// No code of the program or of a module runs: the go command is asked for the
// places of packages only (package toolchain), everything else is read here.
package golang

import (
	"context"
	"errors"
	"fmt"
	"go/build"
	"go/types"
	"runtime"
	"sync"

	"sooth/fact"
	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/lang/goapi"
)

// formatVersion changes whenever what is kept in a Cache or what Check reports
// changes its form or meaning.
const formatVersion = "golang/2"

// Options says how programs are checked.
type Options struct {
	Go *toolchain.Go
	// Cache keeps what was read of packages between checks and processes; nil:
	// in memory, for the life of the checker.
	Cache Cache
	// Jobs is how many packages are read at once; 0: one for each processor.
	Jobs int
	// Level is the toolchain at which programs are judged, "go1.26"; empty: the
	// one in Go. An older Go is refused, a newer one judges at the level.
	Level string
}

// Checker is the lang.Checker for Go. It is safe for concurrent use.
type Checker struct {
	go_      *toolchain.Go
	cache    Cache
	jobs     int
	level    string
	sizes    types.Sizes
	build    build.Context
	api      func() (*goapi.API, error)
	building sync.Mutex // one building of packages at a time: contexts share packages
	std      standard
	mu       sync.Mutex
	contexts map[string]*moduleContext
	order    []string // keys of contexts, least recently used first
}

var _ lang.Checker = (*Checker)(nil)

// NewChecker returns a checker. It refuses a toolchain older than the level
// with a *LevelError and reads nothing yet.
func NewChecker(o Options) (*Checker, error) {
	if o.Go == nil {
		return nil, toolchain.ErrNotFound
	}
	level, err := levelOf(o.Go, o.Level)
	if err != nil {
		return nil, err
	}
	c := &Checker{go_: o.Go, cache: o.Cache, jobs: o.Jobs, level: level, contexts: map[string]*moduleContext{}}
	if c.cache == nil {
		c.cache = NewMemoryCache(memoryCacheSize)
	}
	if c.jobs <= 0 {
		c.jobs = runtime.GOMAXPROCS(0)
	}
	c.sizes = types.SizesFor("gc", o.Go.Arch)
	if c.sizes == nil {
		return nil, fmt.Errorf("no type sizes known for architecture %q", o.Go.Arch)
	}
	c.build = buildContext(o.Go)
	c.api = sync.OnceValues(func() (*goapi.API, error) { return goapi.Load(o.Go.Root) })
	return c, nil
}

// Version identifies the form of the reports, the go/types that judges, the
// toolchain whose standard library is read, its target and the level.
func (c *Checker) Version() string {
	return fmt.Sprintf("%s go/types %s, %s %s/%s, level %s", formatVersion, runtime.Version(), c.go_.Version, c.go_.OS, c.go_.Arch, c.level)
}

// Check implements lang.Checker. Errors of the program are problems in the
// report; an error means that nothing could be found out: a *MissingError for
// modules that are not on this machine, a *LevelError for a go.mod or target
// newer than the toolchain, a *ModuleError for a go.mod that cannot be read.
func (c *Checker) Check(ctx context.Context, p lang.Program) (lang.Report, error) {
	report := lang.Report{Toolchain: c.go_.Version, Strength: fact.Compiler}
	module, err := c.context(ctx, p)
	if err != nil {
		return report, err
	}
	version, err := c.languageVersion(module, p.Target)
	if err != nil {
		return report, err
	}
	run := &check{checker: c, module: module, version: version, target: p.Target}
	run.split(p.Files)
	run.parse()
	report.Parsed = !run.unparsed
	if report.Parsed {
		err := run.typecheck(ctx)
		var failed *unjudged
		if errors.As(err, &failed) {
			return failed.report(report, p), nil
		}
		if err != nil {
			return report, err
		}
	}
	run.finish(&report)
	return report, ctx.Err()
}
