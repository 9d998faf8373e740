// Package far has a dot import and a blank one.
package far

import (
	. "strings"

	_ "example.com/adversary/order"
	"example.com/adversary/twin"
)

// Shout calls ToUpper of strings by a dot import.
func Shout(s string) string { return ToUpper(s) }

// Read calls a function of another package of this module.
func Read() error { return twin.ReadFile("a") }
