//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// memory touches memory in steps, at most the number of MiB given.
func memory(args []string) {
	fmt.Println("works: beginning")
	var kept [][]byte
	for range count(args) / 16 {
		b := make([]byte, 16<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		kept = append(kept, b)
		time.Sleep(time.Millisecond)
	}
	time.Sleep(200 * time.Millisecond)
	escaped(args[0] + " MiB")
	runtime.KeepAlive(kept)
}

// huge asks for 8 GiB at once and touches little of it.
func huge([]string) {
	fmt.Println("works: beginning")
	b := make([]byte, 8<<30)
	b[len(b)-1] = 1
	escaped("8 GiB")
}

// memoryChildren touches memory in several processes, in each below the limit.
func memoryChildren(args []string) {
	fmt.Println("works: beginning")
	for range 6 {
		c := self("memory", args[0])
		must(c.Start())
	}
	time.Sleep(2 * time.Second)
	escaped("6 times " + args[0] + " MiB")
}

// hiddenMemory tries kinds of memory that count for nobody.
func hiddenMemory([]string) {
	for name, flags := range map[string]int{"shared": unix.MAP_SHARED | unix.MAP_ANONYMOUS, "huge pages": unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_HUGETLB} {
		_, err := unix.Mmap(-1, 0, 2<<20, unix.PROT_READ|unix.PROT_WRITE, flags)
		try(name, err)
	}
	_, err := unix.MemfdCreate("x", 0)
	try("memfd", err)
	_, err = unix.SysvShmGet(0, 1<<20, unix.IPC_CREAT|0o600)
	try("system V shared memory", err)
	_, err = os.OpenFile("/dev/zero", os.O_RDWR, 0)
	try("mapping /dev/zero", err)
	try("locking memory", unix.Mlock(make([]byte, 8<<20)))
	b := []byte("x")
	var pipe [2]int
	must(unix.Pipe(pipe[:]))
	vector := unix.Iovec{Base: &b[0]}
	vector.SetLen(1)
	_, err = unix.Vmsplice(pipe[1], []unix.Iovec{vector}, 0)
	try("vmsplice", err)
}

// output writes without end, to the stream given.
func output(args []string) {
	f := map[string]*os.File{"stdout": os.Stdout, "stderr": os.Stderr}[args[0]]
	line := []byte(strings.Repeat("y\n", 4096))
	for i := 0; i < 8<<30; i += len(line) { // 8 GiB are far beyond any limit
		if _, err := f.Write(line); err != nil {
			return
		}
	}
}

// writeMuch writes a file until that fails, at most the number of MiB given.
func writeMuch(args []string) {
	block := make([]byte, 1<<20)
	for _, dir := range []string{"/box", "/tmp"} {
		f, err := os.Create(dir + "/much")
		must(err)
		err = nil
		written := 0
		for ; written < count(args) && err == nil; written++ {
			_, err = f.Write(block)
		}
		try(fmt.Sprintf("write %d MiB", written), err)
		f.Close()
		must(os.Remove(dir + "/much"))
	}
	// Removed files that are still open, and what stands in a pipe.
	for range 64 {
		f, err := os.Create("/box/gone")
		must(err)
		must(os.Remove("/box/gone"))
		if _, err := f.Write(block); err != nil {
			contained(err.Error())
			return
		}
		defer f.Close()
	}
	escaped("64 MiB in removed files")
}

func sparse(args []string) {
	f, err := os.Create("/box/sparse")
	must(err)
	_, err = f.WriteAt([]byte("x"), 10<<30)
	try("sparse file of 10 GiB", err)
}

func inodes(args []string) {
	for i := range count(args) {
		if err := os.WriteFile(fmt.Sprintf("/box/%d", i), nil, 0o600); err != nil {
			contained(fmt.Sprintf("after %d files: %v", i, err))
			return
		}
	}
	escaped(args[0] + " files")
}

func openMany(args []string) {
	for i := range count(args) {
		if _, err := unix.Open("/dev/null", unix.O_RDONLY, 0); err != nil {
			contained(fmt.Sprintf("after %d descriptors: %v", i, err))
			return
		}
	}
	escaped(args[0] + " descriptors")
}

// echo copies standard input to standard output.
func echo([]string) {
	_, err := io.Copy(os.Stdout, os.Stdin)
	must(err)
}

func fixed() time.Time { return time.Unix(0, 0) }
