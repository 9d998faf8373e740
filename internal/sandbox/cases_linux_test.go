package sandbox

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// escape is one way out. Its name is the case of testdata/escape.
type escape struct {
	name    string
	args    func(w *world) []string
	command func(w *world, c *Command) // further changes
	limits  Limits
	killed  string // what must end it; "": it ends by itself
	either  string // or this may have ended it
	exit    int    // its own exit code
	want    string // in its output; "": that an attempt was contained
	during  func(t *testing.T, w *world) (done func())
	check   func(t *testing.T, w *world, r Result)
	needs   func() string // what is missing on this machine; "": nothing
	control bool          // without a sandbox it must escape, and does no harm
}

func fixed(args ...string) func(*world) []string { return func(*world) []string { return args } }

// escapes are all cases.
func escapes() []escape {
	all := append(fileCases(), networkCases()...)
	all = append(all, processCases()...)
	return append(all, resourceCases()...)
}

func fileCases() []escape {
	outside := func(w *world) []string {
		own, _ := os.Executable()
		here, _ := os.Getwd()
		return []string{"/etc/passwd=root:", "/etc/shadow", "/etc/hostname", w.key, filepath.Join(w.tree, "go.mod"), own, filepath.Join(here, "sandbox.go"), "/bin/sh", "/usr/bin/env", "/usr/lib/os-release"}
	}
	return []escape{
		{name: "ok", want: "works: running"},
		{name: "read", args: outside, control: true},
		{name: "list", control: true, args: func(w *world) []string {
			here, _ := os.Getwd()
			return []string{"/root", "/home", "/usr", "/var", "/run", w.home, w.tree, here, "/root/go/pkg/mod", "/sys"}
		}},
		{name: "write", args: func(w *world) []string {
			return []string{w.home, w.tree, "/", "/etc", "/bin", "/dev", "/root", "/proc/self", "/usr"}
		}},
		{name: "environ", control: true, args: func(w *world) []string {
			return []string{w.secret, w.keeper, strconv.Itoa(os.Getpid()), strconv.Itoa(os.Getppid())}
		}},
		{name: "mem", args: func(w *world) []string { return []string{w.keeper, strconv.Itoa(os.Getpid())} }, control: true},
		{name: "init"},
		{name: "overwrite-program", want: "works: reading the program"},
		{name: "symlinks", args: func(w *world) []string { return []string{w.key, "/etc/passwd=root:"} }, control: true},
		{name: "hardlink", args: func(w *world) []string { return []string{w.key} }},
		{name: "devices", want: "works: /dev/urandom"},
		{name: "sys"},
		{name: "remember"},
		{name: "remember"},
		{name: "tree", check: checkTree},
		{name: "show", want: "works: showing", args: fixed("/src/a.txt", "/src/deep/b.txt"), command: handIn, check: checkShown},
		{name: "write", args: fixed("/src", "/src/deep"), command: handIn},
		{name: "descriptors"},
		{name: "passed", args: func(w *world) []string { return []string{strconv.Itoa(int(w.leaked.Fd()))} }},
		{name: "handle"},
	}
}

func networkCases() []escape {
	return []escape{
		{name: "tcp", args: func(w *world) []string { return w.tcp }, control: true},
		{name: "tcp", args: fixed("192.0.2.1:80", "192.0.2.1:443", "[2001:db8::1]:80", "169.254.169.254:80")},
		{name: "listen", args: func(w *world) []string { return []string{w.port} }, want: "works: listening", during: dialInside},
		{name: "udp", args: func(w *world) []string { return []string{w.udp} }, control: true},
		{name: "udp", args: fixed("192.0.2.1:53")},
		{name: "unix", args: func(w *world) []string { return w.sockets }, control: true},
		{name: "dns"},
		{name: "families"},
		{name: "interfaces"},
		{name: "loopback", want: "works: localhost:0 hello"},
	}
}

// handIn hands in a folder that only its owner can reach.
func handIn(w *world, c *Command) {
	dir := filepath.Join(w.temp, "in", "closed")
	_ = os.MkdirAll(filepath.Join(dir, "deep", "victim"), 0o700)
	_ = os.WriteFile(filepath.Join(dir, "a.txt"), []byte("alpha"), 0o600)
	_ = os.WriteFile(filepath.Join(dir, "deep", "b.txt"), []byte("beta"), 0o600)
	_ = os.Chmod(dir, 0o700)
	c.ReadOnly = map[string]string{dir: "/src"}
	c.Dir = "/src/deep"
	c.Env = append(c.Env, "A=b", "EMPTY=")
}

func checkShown(t *testing.T, w *world, r Result) {
	want := strings.Join([]string{
		`args ["escape" "show" "/src/a.txt" "/src/deep/b.txt"]`,
		`env ["` + w.mark + `" "A=b" "EMPTY="]`,
		`dir "/src/deep" <nil>`,
		`host "sandbox"`,
		`file /src/a.txt "alpha" <nil>`,
		`file /src/deep/b.txt "beta" <nil>`,
		"works: showing", "",
	}, "\n")
	if string(r.Stdout) != want {
		t.Errorf("got\n%s\nwant\n%s", r.Stdout, want)
	}
}

// checkTree compares all that can be seen inside with what is meant to be.
func checkTree(t *testing.T, w *world, r Result) {
	allowed := map[string]bool{
		"/": true, "/bin": true, "/bin/escape": true, "/box": true, "/dev": true, "/etc": true, "/etc/group": true, "/etc/hosts": true, "/etc/passwd": true,
		"/proc": true, "/tmp": true, "/dev/fd": true, "/dev/stdin": true, "/dev/stdout": true, "/dev/stderr": true,
		"/dev/null": true, "/dev/full": true, "/dev/random": true, "/dev/urandom": true, "/" + stageInit: true,
	}
	own, err := linkage("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range own {
		for ; name != "/"; name = filepath.Dir(name) {
			allowed[name] = true
		}
	}
	for line := range strings.Lines(string(r.Stdout)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "tree "); ok && !allowed[name] {
			t.Errorf("%s can be seen", name)
		}
	}
}

// dialInside tries to reach from the host what listens inside.
func dialInside(t *testing.T, w *world) func() {
	stop, stopped := make(chan bool), make(chan bool)
	tries := 0
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
			tries++
			if c, err := net.DialTimeout("tcp", "127.0.0.1:"+w.port, time.Second); err == nil {
				c.Close()
				t.Error("what listens inside was reached from the host")
				return
			}
		}
	}()
	return func() {
		close(stop)
		<-stopped
		if tries < 5 {
			t.Errorf("%d tries", tries)
		}
	}
}
