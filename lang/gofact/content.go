package gofact

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"sooth/lang"
)

// contents knows the hashes of the files of a tree, so that one that did not change
// need not be read to be told from others. A file may change after it was looked at:
// what is kept under a hash must be made of a text that has it (see are).
type contents struct {
	dir    string
	mu     sync.Mutex
	hashes map[string]string // by name, relative to the tree; empty: it cannot be read
}

func newContents(t lang.Tree, dir string) *contents {
	c := &contents{dir: dir, hashes: map[string]string{}}
	for _, f := range t.Files {
		if f.Hash != "" && strings.HasSuffix(f.Name, ".go") {
			c.hashes[f.Name] = f.Hash
		}
	}
	return c
}

// of returns the hash of a file of the tree; empty: it cannot be read.
func (c *contents) of(name string) string {
	c.mu.Lock()
	hash, ok := c.hashes[name]
	c.mu.Unlock()
	if ok {
		return hash
	}
	if text, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name))); err == nil {
		hash = hashOf(text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hashes[name] = hash
	return hash
}

// are reports whether the files of a folder have the hashes that are known of them,
// now that they were read.
func (c *contents) are(rel string, files []*sourceFile) bool {
	for _, f := range files {
		hash := ""
		if f.text != nil {
			hash = hashOf(f.text)
		}
		if c.of(path.Join(rel, f.base)) != hash {
			return false
		}
	}
	return true
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
