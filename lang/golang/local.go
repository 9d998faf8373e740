package golang

import (
	"context"
	"go/types"
)

// localTree holds the packages of the tree on disk that code may import.
type localTree struct {
	packages map[string]*types.Package
}

// localPackage returns a package of the tree, or nil.
func (m *moduleContext) localPackage(path string) *types.Package {
	if m.local == nil {
		return nil
	}
	return m.local.packages[path]
}

// loadLocal reads the packages of the tree among paths.
func (c *Checker) loadLocal(ctx context.Context, m *moduleContext, paths []string) error {
	return nil
}
