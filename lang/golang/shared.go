package golang

import (
	"go/build"

	"sooth/internal/toolchain"
)

// BuildContext returns what selects the files of a package: the target of g,
// without cgo and without tags of the user.
func BuildContext(g *toolchain.Go) build.Context { return buildContext(g) }

// shallowText is the size below which a text cannot nest deep enough to end the
// process, in bytes.
const shallowText = 100_000

// TooDeep reports whether a source nests more brackets, or strings together
// more operators, than a parser and a type checker should be given.
func TooDeep(text []byte) bool { return len(text) > shallowText && tooDeep(string(text)) }
