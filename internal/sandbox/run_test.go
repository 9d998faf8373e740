package sandbox

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestFind(t *testing.T) {
	s, err := Find(context.Background(), os.Environ())
	switch {
	case errors.Is(err, ErrNone): // TestEscape says whether it must work
		if !strings.Contains(err.Error(), "hint: ") {
			t.Errorf("no hint: %v", err)
		}
		t.Skip("SKIPPED: ", err)
	case err != nil:
		t.Fatal(err)
	}
	t.Log(s.Name())
	again, err := Named(context.Background(), s.Name(), os.Environ())
	if err != nil || again.Name() != s.Name() {
		t.Errorf("%v, %v", again, err)
	}
}

func TestNamed(t *testing.T) {
	if s, err := Named(context.Background(), "none", nil); err != nil || s.Name() != "none" {
		t.Errorf("%v, %v", s, err)
	}
	if _, err := Named(context.Background(), "chroot", nil); err == nil || errors.Is(err, ErrNone) || !strings.Contains(err.Error(), "none") {
		t.Errorf("unknown name: %v", err)
	}
	// There is no bwrap on an empty PATH.
	if _, err := Named(context.Background(), "bubblewrap", []string{"PATH=" + t.TempDir()}); !errors.Is(err, ErrNone) {
		t.Errorf("missing program: %v", err)
	}
}

func TestHint(t *testing.T) {
	for system, want := range map[string]string{"linux": "apt install bubblewrap", "darwin": "brew install lima", "windows": "Linux"} {
		if !strings.Contains(hint(system), want) {
			t.Errorf("%s: %s", system, hint(system))
		}
	}
}

func TestTinyProgram(t *testing.T) {
	for architecture, machine := range map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64} {
		code, err := tinyProgram(architecture)
		if err != nil {
			t.Fatal(err)
		}
		f, err := elf.NewFile(bytes.NewReader(code))
		if err != nil {
			t.Fatal(err)
		}
		if f.Machine != machine || len(f.Progs) != 1 || f.Progs[0].Filesz != uint64(len(code)) || f.Entry != f.Progs[0].Vaddr+120 {
			t.Errorf("%s: %+v", architecture, f)
		}
	}
	if _, err := tinyProgram("mips"); err == nil {
		t.Error("mips")
	}
}

func TestStream(t *testing.T) {
	for _, c := range []struct {
		in                 int
		kept               int
		truncated, flooded bool
	}{{0, 0, false, false}, {9, 9, false, false}, {10, 10, false, false}, {11, 10, true, false}, {175, 10, true, false}, {176, 10, true, true}, {5000, 10, true, true}} {
		floods := 0
		s := stream{limit: 10, flooded: func() { floods++ }}
		s.read(iotestOneByte{strings.NewReader(strings.Repeat("x", c.in))})
		if len(s.kept) != c.kept || s.truncated() != c.truncated || (floods == 1) != c.flooded || floods > 1 || s.total != int64(c.in) {
			t.Errorf("%d bytes: kept %d, truncated %v, floods %d", c.in, len(s.kept), s.truncated(), floods)
		}
	}
}

type iotestOneByte struct{ r *strings.Reader }

func (o iotestOneByte) Read(p []byte) (int, error) { return o.r.Read(p[:1]) }

func TestLimitsDefaults(t *testing.T) {
	got, err := Limits{}.complete()
	want := Limits{Wall: 30 * time.Second, CPU: 30 * time.Second, Memory: 1 << 30, Processes: 64, Disk: 64 << 20, Output: 1 << 20}
	if err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := want.complete(); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
}

// None runs on the host, in a folder of its own that is gone afterwards.
func TestNone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no /bin/sh on windows")
	}
	run := func(script string, l Limits) Result {
		t.Helper()
		r, err := None().Run(context.Background(), Command{Program: "/bin/sh", Args: []string{"sh", "-c", script}, Env: []string{"A=b"}, Stdin: []byte("in"), Limits: l})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run("cat; pwd; echo $A >&2; exit 7", Limits{})
	dir := strings.TrimPrefix(strings.TrimSpace(string(r.Stdout)), "in")
	if r.Exit != 7 || r.Killed != "" || string(r.Stderr) != "b\n" || !filepath.IsAbs(dir) {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", dir, err)
	}
	if r := run("sleep 100 & sleep 100", Limits{Wall: 100 * time.Millisecond}); r.Killed != "wall time" || r.Exit != -1 || r.Wall > 20*time.Second {
		t.Errorf("%+v", r)
	}
	if r := run("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyy; done", Limits{Output: 1000}); r.Killed != "output" || len(r.Stdout) != 1000 || !r.Truncated {
		t.Errorf("%q, %d bytes", r.Killed, len(r.Stdout))
	}
	if r := run("kill -ABRT $$", Limits{}); r.Killed != "SIGABRT" {
		t.Errorf("%+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	if r, err := None().Run(ctx, Command{Program: "/bin/sh", Args: []string{"sh", "-c", "sleep 100"}}); err != nil || r.Killed != "cancelled" {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := None().Run(context.Background(), Command{Program: "/bin/sh", ReadOnly: map[string]string{t.TempDir(): "/src"}}); err == nil {
		t.Error("a folder cannot be moved on the host")
	}
}

func TestProbes(t *testing.T) {
	for _, s := range candidates(os.Environ()) {
		t.Run(s.Name(), func(t *testing.T) {
			if err := probe(context.Background(), s); err != nil {
				t.Skip("SKIPPED: ", err) // TestEscape says whether it must work
			}
		})
	}
}
