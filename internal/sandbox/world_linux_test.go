package sandbox

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// world is what the host has that the cases try to reach.
type world struct {
	program string
	mark    string // NAME=value in the environment of every process of a case
	secret  string // in the environment of the process keeper
	keeper  string
	home    string // a readable home folder with a key in it
	key     string
	tree    string // a writable folder beside it
	tcp     []string
	udp     string
	reached *atomic.Int32 // messages and connections from inside
	sockets []string
	temp    string // where this process makes its temporary files
	port    string // free on the host
	leaked  *os.File
}

func newWorld(t *testing.T, program string) *world {
	t.Helper()
	id := strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(time.Now().UnixNano(), 36)
	w := &world{program: program, mark: "SOOTH_MARK=" + id, secret: "secret-" + id, reached: new(atomic.Int32), temp: t.TempDir()}
	keeper := exec.Command(program, "sleep")
	keeper.Env = []string{"SECRET=" + w.secret}
	keeper.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := keeper.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = keeper.Process.Kill()
		_ = keeper.Wait()
	})
	w.keeper = strconv.Itoa(keeper.Process.Pid)
	t.Setenv("TMPDIR", w.temp)
	dir := openDir(t)
	w.home, w.tree = filepath.Join(dir, "home"), filepath.Join(dir, "tree")
	w.key = filepath.Join(w.home, ".ssh", "id_ed25519")
	for name, text := range map[string]string{
		w.key: w.secret, filepath.Join(w.tree, "go.mod"): "module tree\n", filepath.Join(w.tree, "victim", "file"): "victim",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		// Nothing but isolation protects them.
		for _, open := range []string{name, filepath.Dir(name)} {
			if err := os.Chmod(open, 0o777); err != nil {
				t.Fatal(err)
			}
		}
	}
	w.listen(t, dir, id)
	var err error
	if w.leaked, err = os.Open(w.key); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.leaked.Close() })
	return w
}

// listen opens every kind of socket on the host.
func (w *world) listen(t *testing.T, dir, id string) {
	accept := func(l net.Listener, err error) net.Listener {
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				w.reached.Add(1)
				c.Close()
			}
		}()
		return l
	}
	l := accept(net.Listen("tcp", "0.0.0.0:0"))
	_, port, _ := net.SplitHostPort(l.Addr().String())
	w.tcp = []string{"127.0.0.1:" + port}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		if ip := a.(*net.IPNet).IP; ip.To4() != nil && !ip.IsLoopback() {
			w.tcp = append(w.tcp, net.JoinHostPort(ip.String(), port))
		}
	}
	for _, name := range []string{filepath.Join(dir, "socket"), "@sooth-" + id} {
		accept(net.Listen("unix", name))
		w.sockets = append(w.sockets, name)
	}
	if err := os.Chmod(filepath.Join(dir, "socket"), 0o777); err != nil {
		t.Fatal(err)
	}
	p, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	w.udp = p.LocalAddr().String()
	go func() {
		b := make([]byte, 64)
		for {
			_, from, err := p.ReadFrom(b)
			if err != nil {
				return
			}
			w.reached.Add(1)
			_, _ = p.WriteTo([]byte("answer"), from)
		}
	}()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, w.port, _ = net.SplitHostPort(free.Addr().String())
	free.Close()
}

// state is all that a run could leave behind.
type state struct {
	processes, mounts, temp, descriptors, groups, tree []string
	reached                                            int32
	goroutines                                         int
}

func survey(t *testing.T, w *world) state {
	t.Helper()
	s := state{reached: w.reached.Load(), goroutines: runtime.NumGoroutine()}
	own := strconv.Itoa(os.Getpid())
	all, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Name()[0] < '0' || e.Name()[0] > '9' || e.Name() == own {
			continue
		}
		environ, _ := os.ReadFile("/proc/" + e.Name() + "/environ")
		cmdline, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		_, after, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(after)
		if strings.Contains(string(environ), w.mark) || len(fields) > 1 && fields[1] == own {
			s.processes = append(s.processes, e.Name()+" "+strings.ReplaceAll(string(cmdline), "\x00", " "))
		}
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(mounts)) {
		// What others mount in temporary folders of their own is theirs.
		place := strings.Fields(line)[4]
		if !strings.HasPrefix(place, "/tmp/") || strings.HasPrefix(place, w.temp) || strings.HasPrefix(place, filepath.Dir(w.tree)) {
			s.mounts = append(s.mounts, strings.TrimSpace(line))
		}
	}
	for _, list := range []struct {
		dir string
		to  *[]string
	}{{w.temp, &s.temp}, {filepath.Dir(w.tree), &s.tree}, {filepath.Dir(w.program), &s.tree}} {
		err := filepath.Walk(list.dir, func(name string, info os.FileInfo, err error) error {
			if err == nil {
				*list.to = append(*list.to, fmt.Sprint(name, " ", info.Size(), " ", info.Mode(), " ", info.ModTime()))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	descriptors, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range descriptors {
		if name, err := os.Readlink("/proc/self/fd/" + d.Name()); err == nil {
			s.descriptors = append(s.descriptors, name)
		}
	}
	slices.Sort(s.descriptors)
	s.groups, _ = filepath.Glob("/sys/fs/cgroup/*/*sooth*")
	return s
}

// same fails where something was left behind.
func (s state) same(t *testing.T, before state) {
	t.Helper()
	for what, pair := range map[string][2][]string{
		"processes": {before.processes, s.processes}, "mounts": {before.mounts, s.mounts}, "temporary files": {before.temp, s.temp},
		"descriptors": {before.descriptors, s.descriptors}, "control groups": {before.groups, s.groups}, "files": {before.tree, s.tree},
	} {
		if !slices.Equal(pair[0], pair[1]) {
			t.Errorf("%s: before\n%s\nafter\n%s", what, strings.Join(pair[0], "\n"), strings.Join(pair[1], "\n"))
		}
	}
	if s.reached != before.reached {
		t.Errorf("the host was reached %d times", s.reached-before.reached)
	}
	// A goroutine ends a moment after it has said that it is done.
	for range 200 {
		if s.goroutines = runtime.NumGoroutine(); s.goroutines <= before.goroutines {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, before %d", s.goroutines, before.goroutines)
}
