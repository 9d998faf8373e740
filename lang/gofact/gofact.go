// Package gofact reads Go trees into facts: Reader reads all packages of a tree
// with go/types, Packages looks at single packages afresh.
//
// No code of a tree or of a dependency runs: the go command is asked for the
// places of packages only, everything else is read here.
package gofact

import "sooth/fact"

// language is the name in facts.
const language = "go"

// symbols of Go in facts.
const (
	symbolPackage         = "package"
	symbolFunc            = "func"
	symbolMethod          = "method"
	symbolInterfaceMethod = "interface method"
	symbolStruct          = "struct"
	symbolInterface       = "interface"
	symbolType            = "type"
	symbolAlias           = "alias"
	symbolField           = "field"
	symbolConst           = "const"
	symbolVar             = "var"
)

// testSuffix ends the path of an external test.
const testSuffix = "_test"

// canonical is the order in which facts of one unit stand.
func canonical(a, b fact.Fact) int { return fact.Compare(&a, &b) }
