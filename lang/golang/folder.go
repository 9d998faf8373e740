package golang

import (
	"os"
	"path/filepath"
	"strings"

	"sooth/internal/toolchain"
)

// Folder returns the folder of a module in the module cache; empty: it was not
// downloaded.
func Folder(g *toolchain.Go, module, version string) string {
	for _, kv := range g.Env() {
		cache, ok := strings.CutPrefix(kv, "GOMODCACHE=")
		if !ok || cache == "" {
			continue
		}
		dir := filepath.Join(cache, filepath.FromSlash(escape(module))+"@"+escape(version))
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return ""
}
