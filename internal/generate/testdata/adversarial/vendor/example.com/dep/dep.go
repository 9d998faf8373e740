// Package dep is of another module: a vendored copy, and none of ours.
package dep

// Add of the dependency calls Multiply, which ours does not.
func Add(a, b int) int { return Multiply(a, b) }

// Multiply is called by the dependency's Add alone.
func Multiply(a, b int) int { return a * b }
