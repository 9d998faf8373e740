package sqlite_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sooth/internal/sqlite"
)

// mount gives a small disk of its own.
func mount(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("SKIPPED: a small disk cannot be mounted (%v); to run this test: sudo go test ./internal/sqlite ./trial", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestFullDisk: what was committed before the disk was full stays, what was
// not is said, and with room again the work goes on.
func TestFullDisk(t *testing.T) {
	dir := mount(t, "1m")
	path := filepath.Join(dir, "words.db")
	d := open(t, path, options())
	committed := 0
	var err error
	for i := 0; err == nil && i < 1000; i++ {
		if err = add(d, fmt.Sprintf("%d %s", i, strings.Repeat("w", 20_000))); err == nil {
			committed++
		}
	}
	if !errors.Is(err, sqlite.ErrFull) || !strings.Contains(err.Error(), "hint: make room") {
		t.Fatalf("a full disk: %v", err)
	}
	if n := count(t, d); n != committed || n == 0 {
		t.Errorf("%d words of %d committed", n, committed)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=8m"); err != nil {
		t.Fatal(err)
	}
	if err := add(d, "more"); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if n := count(t, open(t, path, options())); n != committed+1 {
		t.Errorf("%d words, want %d", n, committed+1)
	}
}

// TestFullFromTheStart: not even an empty file fits.
func TestFullFromTheStart(t *testing.T) {
	dir := mount(t, "64k")
	if err := os.WriteFile(filepath.Join(dir, "other"), bytes.Repeat([]byte("x"), 64<<10), 0o644); err != nil {
		t.Fatal(err)
	}
	d, err := sqlite.Open(background, filepath.Join(dir, "words.db"), options())
	if err == nil {
		d.Close()
	}
	if !errors.Is(err, sqlite.ErrFull) {
		t.Errorf("a full disk: %v", err)
	}
}

// TestReadOnlyDisk: reading works where nothing can be written, writing is
// refused with a hint.
func TestReadOnlyDisk(t *testing.T) {
	dir := mount(t, "4m")
	path := filepath.Join(dir, "words.db")
	filled(t, path)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	readOnly(t, path)
}

// readOnly holds a filled file that cannot be written against both ways to
// open it.
func readOnly(t *testing.T, path string) {
	t.Helper()
	d, err := sqlite.Open(background, path, options())
	if err == nil {
		d.Close()
	}
	if !errors.Is(err, sqlite.ErrReadOnly) || !strings.Contains(err.Error(), "hint: make the file and its folder writable") {
		t.Errorf("opened for writing: %v", err)
	}
	o := options()
	o.ReadOnly = true
	d = open(t, path, o)
	if n := count(t, d); n != 2000 {
		t.Errorf("%d words, want 2000", n)
	}
	if err := add(d, "x"); !errors.Is(err, sqlite.ErrReadOnly) {
		t.Errorf("written: %v", err)
	}
}

// TestReadOnlyFolder is TestReadOnlyDisk with rights in the place of a mount;
// root has all rights, so it runs itself again as nobody.
func TestReadOnlyFolder(t *testing.T) {
	if path := os.Getenv("SQLITE_TEST_READ_ONLY"); path != "" {
		readOnly(t, path)
		return
	}
	dir, err := os.MkdirTemp("", "sqlite-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		os.Chmod(dir, 0o755)
		os.RemoveAll(dir)
	})
	path := filepath.Join(dir, "words.db")
	filled(t, path)
	check(t, os.Chmod(path, 0o444))
	check(t, os.Chmod(dir, 0o555))
	if os.Getuid() != 0 {
		readOnly(t, path)
		return
	}
	self := filepath.Join(t.TempDir(), "self")
	check(t, os.WriteFile(self, read(t, os.Args[0]), 0o755))
	for p := filepath.Dir(self); p != os.TempDir() && p != "/"; p = filepath.Dir(p) {
		check(t, os.Chmod(p, 0o755))
	}
	c := exec.Command(self, "-test.run=^TestReadOnlyFolder$", "-test.v")
	c.Env = append(os.Environ(), "SQLITE_TEST_READ_ONLY="+path)
	c.Dir = "/"
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := c.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestReadOnlyFolder")) {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
}
