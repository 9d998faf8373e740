package plant

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// tooNew asks the API files, or the compiler where it knows.
func (w *witness) tooNew(m *mutant, said []complaint) (by, output, dropped string) {
	target := minor(w.p.task.Target.Version)
	if m.proof.language != "" {
		if len(said) == 0 {
			return "", "", "compiles"
		}
		for _, c := range said {
			if c.line != m.line || !strings.Contains(c.text, m.proof.language) {
				return "", "", "another error: " + generic(c.text)
			}
		}
		return "go build", said[0].text, ""
	}
	if len(said) > 0 {
		return "", "", "does not compile"
	}
	since, file, line, ok := added(w.g.Root, m.proof.api)
	switch {
	case !ok:
		return "", "", "in no API file"
	case since <= target:
		return "", "", "not newer than the target"
	}
	return file, line, ""
}

// deprecated reads the paragraph in the source, and looks up what it names.
func (w *witness) deprecated(m *mutant, said []complaint) (by, output, dropped string) {
	if len(said) > 0 {
		return "", "", "does not compile"
	}
	dir := filepath.Join(w.g.Root, "src", filepath.FromSlash(m.proof.dir))
	for module, root := range w.p.modules {
		if m.proof.dir == module || strings.HasPrefix(m.proof.dir, module+"/") {
			dir = filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(m.proof.dir, module)))
		}
	}
	declared, err := w.sources.declared(dir)
	if err != nil {
		return "", "", "the sources cannot be read"
	}
	paragraph := deprecation(declared[m.proof.declaration])
	if paragraph == "" {
		return "", "", "no Deprecated: paragraph"
	}
	name := m.proof.replacement[strings.LastIndex(m.proof.replacement, ".")+1:]
	if !strings.Contains(paragraph, name) {
		return "", "", "the paragraph names another replacement"
	}
	if reason := w.replacement(dir, m.proof.replacement); reason != "" {
		return "", "", reason
	}
	return "Deprecated:", paragraph, ""
}

// replacement looks up a replacement: "crypto/ecdh", "io.ReadAll" or "NewMap".
func (w *witness) replacement(dir, name string) string {
	target := minor(w.p.task.Target.Version)
	pkg, symbol, qualified := strings.Cut(name, ".")
	switch {
	case strings.Contains(name, "/"):
		if _, err := os.Stat(filepath.Join(w.g.Root, "src", filepath.FromSlash(name))); err != nil {
			return "the replacement does not exist"
		}
		if since, _, _, ok := added(w.g.Root, fmt.Sprintf("pkg %s, ", name)); ok && since > target {
			return "the replacement is newer than the target"
		}
		return ""
	case qualified:
		declared, err := w.sources.declared(filepath.Join(w.g.Root, "src", pkg))
		if _, ok := declared[symbol]; err != nil || !ok {
			return "the replacement does not exist"
		}
		for _, what := range []string{"func", "const", "var", "type"} {
			if since, _, _, ok := added(w.g.Root, fmt.Sprintf("pkg %s, %s %s", pkg, what, symbol)); ok && since > target {
				return "the replacement is newer than the target"
			}
		}
		return ""
	}
	declared, err := w.sources.declared(dir)
	if err != nil {
		return "the sources cannot be read"
	}
	for d := range declared {
		if d == name || strings.HasSuffix(d, "."+name) {
			return ""
		}
	}
	return "the replacement does not exist"
}
