package sandbox

import (
	"debug/elf"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// linkage returns the files that a dynamic executable needs to start: its
// interpreter and its libraries with theirs. A static one needs none.
func linkage(name string) ([]string, error) {
	f, err := elf.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var found []string
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			text, err := io.ReadAll(p.Open())
			if err != nil {
				return nil, err
			}
			found = append(found, strings.TrimRight(string(text), "\x00"))
		}
	}
	if found == nil {
		return nil, nil
	}
	todo, err := f.ImportedLibraries()
	if err != nil {
		return nil, err
	}
	for done := map[string]bool{}; len(todo) > 0; todo = todo[1:] {
		if done[todo[0]] {
			continue
		}
		done[todo[0]] = true
		file, err := library(todo[0], f.Machine)
		if err != nil {
			return nil, err
		}
		l, err := elf.Open(file)
		if err != nil {
			return nil, err
		}
		more, err := l.ImportedLibraries()
		l.Close()
		if err != nil {
			return nil, err
		}
		todo = append(todo, more...)
		if !slices.Contains(found, file) {
			found = append(found, file)
		}
	}
	return found, nil
}

// library finds a library where the loader looks without its cache.
func library(name string, machine elf.Machine) (string, error) {
	triplet := map[elf.Machine]string{elf.EM_X86_64: "x86_64-linux-gnu", elf.EM_AARCH64: "aarch64-linux-gnu"}[machine]
	for _, dir := range []string{"/lib/" + triplet, "/usr/lib/" + triplet, "/lib64", "/usr/lib64", "/lib", "/usr/lib"} {
		file := filepath.Join(dir, name)
		if _, err := os.Stat(file); err == nil {
			return file, nil
		}
	}
	return "", fmt.Errorf("no library %q; hint: build with CGO_ENABLED=0", name)
}
