// Package check is the wiring of flow (b): a text about a tree goes in, the
// verdicts on what it says come out. The command line and the package sooth
// both stand on it.
package check

import (
	"context"

	"sooth/claim"
	"sooth/fact"
	"sooth/lang"
	"sooth/oracle"
)

// Options say what texts are judged against.
type Options struct {
	// Dir is the tree: the folder that paths in texts are relative to.
	Dir string
	// Store has the facts of the tree. A fact.Store will do; hand in a Snapshot
	// of it to judge many texts by one generation.
	Store fact.Reader
	// Packages looks at packages afresh; nil: names are not refuted.
	Packages lang.Packages
	// Code checks blocks of code; nil: they are undecided.
	Code lang.Checker
	// Version is the version of the tree that texts are about, "v1.4.3";
	// empty: not known. See claim.Options.
	Version string
}

// Checker judges texts about one tree. It is safe for concurrent use.
type Checker struct {
	options Options
}

// Open prepares the judging of texts about a tree. It reads nothing of the
// store but its state. Close it.
func Open(ctx context.Context, o Options) (*Checker, error) {
	return &Checker{options: o}, ctx.Err()
}

// Check returns a verdict for each claim of a text, in the order of the text.
// name is the name of the text's file relative to the tree, slash-separated, as
// far as it has one: links are resolved from its folder, and a change log
// asserts nothing. An error means that the judging failed (I/O, cancelled).
func (c *Checker) Check(ctx context.Context, name, text string) ([]oracle.Verdict, error) {
	return oracle.Check(ctx, nil, claim.Parse(text, claim.Options{Name: name, Version: c.options.Version}))
}

// Close releases what Open opened. It leaves Options.Store open.
func (c *Checker) Close() error { return nil }
