package golang

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sooth/internal/cache"
	"sooth/lang"
)

// diskCache opens the cache that sooth keeps on disk, in dir.
func diskCache(t testing.TB, dir string) *cache.Cache {
	t.Helper()
	c, err := cache.Open(t.Context(), filepath.Join(dir, "cache.db"), cache.Options{Warn: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// BenchmarkGrade checks the recorded answers, one program after the other and
// two at a time, with what they import in a cache on disk and nothing in memory:
// what a second run of the program costs. "go vet" is the same answers, each in
// its module, one after the other.
func BenchmarkGrade(b *testing.B) {
	var programs []lang.Program
	for _, a := range recorded(b) {
		programs = append(programs, program(b, a.Task, onlyBlock(b, a.Answer)))
	}
	dir := b.TempDir()
	run := func(b testing.TB, jobs int) {
		c := newChecker(b, diskCache(b, dir))
		work := make(chan lang.Program)
		var wait sync.WaitGroup
		for range jobs {
			wait.Go(func() {
				for p := range work {
					if _, err := c.Check(context.Background(), p); err != nil {
						b.Error(err)
					}
				}
			})
		}
		for _, p := range programs {
			work <- p
		}
		close(work)
		wait.Wait()
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			os.RemoveAll(dir)
			b.StartTimer()
			run(b, 2)
		}
	})
	run(b, 2)
	for name, jobs := range map[string]int{"warm, one at a time": 1, "warm, two at a time": 2} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run(b, jobs)
			}
		})
	}
	b.Run("go vet", func(b *testing.B) {
		g := goTool(b)
		dir := b.TempDir()
		for b.Loop() {
			for _, p := range programs {
				for _, f := range append(p.Files, p.Module.Files...) {
					if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o644); err != nil {
						b.Fatal(err)
					}
				}
				_, _ = g.Run(context.Background(), dir, nil, "vet", ".") // some fail, as they should
			}
		}
	})
}

// blockVariable tells a process of the test binary to check one code block.
const blockVariable = "SOOTH_BENCHMARK_BLOCK"

const block = `package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "greeter", Version: "v1.0.0"}, nil)
	_ = server.Run(context.Background(), &mcp.StdioTransport{})
}
`

// TestBlockProcess is what BenchmarkBlock starts; it does nothing otherwise.
func TestBlockProcess(t *testing.T) {
	dir := os.Getenv(blockVariable)
	if dir == "" {
		return
	}
	start := time.Now()
	c := newChecker(t, diskCache(t, dir))
	found := time.Since(start)
	r, err := c.Check(context.Background(), program(t, "mcp-typed-tool", block))
	if err != nil || len(r.Problems) > 0 {
		t.Fatal(err, r.Problems)
	}
	t.Logf("toolchain found after %v, checked after %v", found, time.Since(start))
}

// BenchmarkBlock checks one code block that imports the MCP SDK in a process of
// its own, with what it imports in a cache on disk.
func BenchmarkBlock(b *testing.B) {
	recorded(b)
	dir := b.TempDir()
	c := newChecker(b, diskCache(b, dir))
	if _, err := c.Check(context.Background(), program(b, "mcp-typed-tool", block)); err != nil {
		b.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		cmd := exec.Command(self, "-test.run=^TestBlockProcess$", "-test.v")
		cmd.Env = append(os.Environ(), blockVariable+"="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		if _, line, ok := strings.Cut(string(out), "toolchain found"); ok && testing.Verbose() {
			line, _, _ = strings.Cut(line, "\n")
			b.Log(line)
		}
	}
}
