package world

import (
	"os"
	"path/filepath"
)

// Checkout reports whether the tree is, or lies in, the work tree of a
// repository. What was packed for others, such as a module's archive, may lack
// whole folders: those of pictures, those that are modules of their own.
func (w *World) Checkout() bool {
	for dir := w.dir; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}
