package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// program is a probe that is a package of its own.
func (c *corpus) program(d *declaration, text string) *probe {
	p := &probe{file: c.files[d.file], code: text}
	c.programs = append(c.programs, p)
	return p
}

// compilePrograms compiles each program in a folder of its own that is laid
// over the module. The package is not called main, so that nothing is linked.
func (c *corpus) compilePrograms() error {
	if len(c.programs) == 0 {
		return nil
	}
	work, err := os.MkdirTemp("", "truth")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	dir := c.dir
	if c.module == "std" {
		dir = work
		if err := os.WriteFile(filepath.Join(work, "go.mod"), []byte("module probe\n\ngo 1.26\n"), 0o644); err != nil {
			return err
		}
	}
	overlay := map[string]string{}
	for i, p := range c.programs {
		real := filepath.Join(work, fmt.Sprintf("%d.txt", i))
		text := strings.Replace(p.code, "package main", "package probe", 1)
		text = strings.Replace(text, "func main()", "func _()", 1)
		if err := os.WriteFile(real, []byte(text), 0o644); err != nil {
			return err
		}
		overlay[filepath.Join(dir, "zzprobe", fmt.Sprintf("p%d", i), "p.go")] = real
	}
	list, _ := json.Marshal(map[string]any{"Replace": overlay})
	name := filepath.Join(work, "overlay.json")
	if err := os.WriteFile(name, list, 0o644); err != nil {
		return err
	}
	args := []string{"build", "-gcflags=-e", "-overlay", name}
	for i, p := range c.programs {
		if !strings.Contains(p.code, "/helpers\"") && !strings.Contains(p.code, "/utils\"") && !strings.Contains(p.code, "/toolkit\"") && !strings.Contains(p.code, "/extras\"") {
			args = append(args, fmt.Sprintf("./zzprobe/p%d", i))
			p.asked = true
		}
	}
	cmd := exec.CommandContext(c.ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly")
	messages, _ := cmd.CombinedOutput()
	found := regexp.MustCompile(`(?m)^\S*/(\d+)\.txt:\d+:\d+: (.*)`).FindAllStringSubmatch(string(messages), -1)
	for _, m := range found {
		var i int
		fmt.Sscan(m[1], &i)
		if c.programs[i].message == "" {
			c.programs[i].message = m[2]
		}
	}
	if len(messages) > 0 && len(found) == 0 {
		return fmt.Errorf("%s: programs: %.2000s", c.module, messages)
	}
	return nil
}
