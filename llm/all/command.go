package all

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"io"
	"slices"
	"strings"

	"sooth/agent/command"
	"sooth/llm"
)

// commandPrefix stands before the name of a program that answers.
const commandPrefix = "command:"

// findCommand reads "command:claude" and "command:claude/MODEL". What a program
// costs is unknown until it is stated, so it counts as paid.
func findCommand(model string) (provider, string, bool) {
	rest, ok := strings.CutPrefix(model, commandPrefix)
	if !ok {
		return provider{}, "", false
	}
	name, id, _ := strings.Cut(rest, "/")
	if name == "" {
		return provider{}, "", false
	}
	return provider{name: commandPrefix + name, keyed: true}, cmp.Or(id, command.Default), true
}

// openCommand finds a program among those that are given and those that are known. The
// variable SOOTH_NAME (SOOTH_CLAUDE) holds the path of one that is not in PATH.
func openCommand(name string, environ []string, o Options) (llm.Driver, error) {
	var names []string
	list := append(slices.Clone(o.Commands), command.Presets()...)
	for _, c := range list {
		if c.Name != name {
			names = append(names, c.Name)
			continue
		}
		if path := lookup(environ, "SOOTH_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))); path != "" {
			c.Command = append([]string{path}, c.Command[1:]...)
		}
		if o.Timeout > 0 {
			c.Timeout = o.Timeout
		}
		var random io.Reader = o.Random
		if random == nil {
			random = rand.Reader
		}
		return command.New(c, command.Options{Environ: environ, Random: random})
	}
	return nil, fmt.Errorf("no command %q is known; hint: known are %s; others stand in the suite, under commands", name, strings.Join(names, ", "))
}
