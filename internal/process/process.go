// Package process is what programs of others are run with: a group of their
// own that ends as a whole, an environment without secrets, and a bounded memory
// of what they said.
package process

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Environment returns what a program of others is given of an environment: where
// programs and homes are, language and time zone, and the variables in names.
// API keys and tokens are not among it unless they are named.
func Environment(environ, names []string) []string {
	plain := []string{"PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "TMPDIR", "TEMP", "TMP", "SystemRoot", "SYSTEMROOT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"}
	var list []string
	for _, variable := range environ {
		name, _, ok := strings.Cut(variable, "=")
		if ok && (slices.Contains(plain, name) || slices.Contains(names, name) || strings.HasPrefix(name, "LC_") || strings.HasPrefix(name, "XDG_")) {
			list = append(list, variable)
		}
	}
	return list
}

// Lookup returns the value of a variable in an environment, the last one where it
// stands twice.
func Lookup(environ []string, name string) (string, bool) {
	for _, variable := range slices.Backward(environ) {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value, true
		}
	}
	return "", false
}

// Tail is a writer that keeps the end of what is written. The zero Tail keeps
// nothing; it is safe for concurrent use.
type Tail struct {
	Most int // bytes that are kept

	mutex sync.Mutex
	kept  []byte
	all   int64
}

// Write never fails.
func (t *Tail) Write(p []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.all += int64(len(p))
	t.kept = append(t.kept, p[max(0, len(p)-t.Most):]...)
	if over := len(t.kept) - t.Most; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}

// String returns the end of what was written, from its first whole character
// on, without blanks around it.
func (t *Tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.kept), ""))
}

// Len is the number of bytes that were written.
func (t *Tail) Len() int64 {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.all
}

// Head is a writer that keeps the beginning of what is written.
type Head struct {
	Most int // bytes that are kept

	mutex sync.Mutex
	kept  []byte
	all   int64
}

// Write never fails; what is too much is counted and forgotten.
func (h *Head) Write(p []byte) (int, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.all += int64(len(p))
	h.kept = append(h.kept, p[:min(len(p), h.Most-len(h.kept))]...)
	return len(p), nil
}

// Bytes returns what was kept, and whether it is all that was written.
func (h *Head) Bytes() (kept []byte, whole bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.kept, h.all == int64(len(h.kept))
}

// Find returns the absolute path of a program as a shell finds it in the
// folders of path, a PATH. Folders that are not absolute are passed over:
// what stands in the current folder is not run by name.
func Find(name, path string) (string, error) {
	var extensions = []string{""}
	if filepath.Separator == '\\' {
		extensions = []string{".exe", ".bat", ".cmd"}
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		for _, extension := range extensions {
			full := filepath.Join(dir, name+extension)
			if info, err := os.Stat(full); err == nil && info.Mode().IsRegular() && (info.Mode()&0o111 != 0 || extension != "") {
				return full, nil
			}
		}
	}
	return "", fmt.Errorf("no program %q in PATH", name)
}
