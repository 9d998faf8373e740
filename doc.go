// Package sooth measures, with machines as the only judges, how much of what
// language models say about code is true.
//
// The program is cmd/sooth; ARCHITECTURE.md says which package holds what.
package sooth
