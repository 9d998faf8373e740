package witness

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"
)

// age holds the lines of the files of api.
type age struct {
	once  sync.Once
	first map[string]string // "pkg strings, func Cut": "1.18"
	err   error
}

// Since returns the first release whose file of api has a line about a function,
// type, constant or variable of the standard library, for any platform; empty:
// none has.
func (t *Tree) Since(pkg, name string) (string, error) {
	if t.std == nil {
		return "", nil
	}
	a := &t.std.age
	a.once.Do(func() { a.first, a.err = readAPI(t.std.goroot) })
	if a.err != nil {
		return "", a.err
	}
	return a.first["pkg "+pkg+"."+name], nil
}

// readAPI reads go1.txt, go1.1.txt and so on, oldest first.
func readAPI(goroot fs.FS) (map[string]string, error) {
	first := map[string]string{}
	for minor := 0; ; minor++ {
		name, version := fmt.Sprintf("api/go1.%d.txt", minor), fmt.Sprintf("1.%d", minor)
		if minor == 0 {
			name = "api/go1.txt"
		}
		text, err := fs.ReadFile(goroot, name)
		if err != nil {
			if minor < 2 {
				return nil, err
			}
			return first, nil
		}
		for line := range strings.Lines(string(text)) {
			head, rest, ok := strings.Cut(line, ", ")
			if !ok {
				continue
			}
			fields := strings.Fields(head) // pkg net/http (linux-amd64)
			if len(fields) < 2 || fields[0] != "pkg" {
				continue
			}
			sort, rest, _ := strings.Cut(rest, " ")
			switch sort {
			case "func", "type", "const", "var":
			default:
				continue
			}
			end := strings.IndexFunc(rest, func(r rune) bool { return r == '(' || r == '[' || r == ' ' || r == '\n' || r == ',' })
			if end < 0 {
				continue
			}
			key := "pkg " + fields[1] + "." + rest[:end]
			if first[key] == "" {
				first[key] = version
			}
		}
	}
}
