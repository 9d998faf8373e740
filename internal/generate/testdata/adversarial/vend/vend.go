// Package vend uses what is vendored and what is ours, by the same names.
package vend

import (
	"example.com/adversary/lie"
	"example.com/dep"
)

// Both adds twice: once by ours, once by the dependency's.
func Both(a, b int) int { return lie.Add(a, b) + dep.Add(a, b) }

// Theirs multiplies by the dependency.
func Theirs(a, b int) int { return dep.Multiply(a, b) }
