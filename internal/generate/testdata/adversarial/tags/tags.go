// Package tags has a function that build tags choose.
package tags

// Name calls name, of which there are two.
func Name() string { return name() }
