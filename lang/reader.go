package lang

import (
	"context"

	"sooth/fact"
)

// Tree is a folder to read. Reading it runs none of its code.
type Tree struct {
	Dir   string // absolute
	Files []File // not ignored, in order of name; Text is empty, read from Dir when needed
	// Known are the units that this reader made before, without facts; Changed
	// are the files that differ from then, came or went. Both nil: all is new.
	Known   []fact.Unit
	Changed []string
}

// Reader reads a tree into facts. It is safe for concurrent use.
type Reader interface {
	// Language is the name in facts: "go".
	Language() string
	// Read emits every unit that is new or stale, each once, in any order and
	// one at a time, and returns the names of all units that the tree has now,
	// emitted or not. What could not be read completely is a unit that is Open;
	// an error means that nothing could be found out.
	Read(ctx context.Context, t Tree, emit func(fact.Unit) error) (units []string, err error)
	// Version identifies reader and toolchain; a new Version makes all stale.
	Version() string
}

// Packages looks at packages afresh, without an index: those of the tree, its
// dependencies and the standard library. It is the second witness of an
// accusation, and knows what an index of the tree does not hold. It is safe for
// concurrent use.
type Packages interface {
	// Path says which package a qualifier may mean in the tree: the last segment
	// or the declared name of an import path ("chi", "http", "v5"), or a whole
	// import path. Several: it is ambiguous; none: nothing here has that name.
	Paths(ctx context.Context, qualifier string) ([]string, error)
	// Symbols returns the definitions of a package, all files, build tags and
	// tests included, and whether that is all that it can have: Open is empty.
	// Members that a type has by promotion are facts of kind Promotes.
	Symbols(ctx context.Context, path string) (Symbols, error)
}

// Symbols is what a package declares.
type Symbols struct {
	Package string
	Module  string // "std" for the standard library
	Version string // of the module; empty: the tree itself
	Dir     string // where it was read
	Facts   []fact.Fact
	Open    string // why there may be more; empty: closed
	// OpenTypes says of the types that may have more members than Facts tell why:
	// they embed, or are made of, what could not be read.
	OpenTypes map[string]string
}

// Folders is what Packages may offer beside: where a package is, without reading
// it.
type Folders interface {
	// Folder returns the absolute folder of a package; empty: it is not here.
	Folder(ctx context.Context, path string) (string, error)
}
