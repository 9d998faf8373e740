package search

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Process is a program to run for one search.
type Process struct {
	Command []string // program and arguments, never read by a shell
	Dir     string   // it is run in
	Environ []string // all that it is given
}

// Output is what a program left behind when it ended by itself.
type Output struct {
	Stdout  []byte
	Stderr  string // the end of it, bounded
	Exit    int
	Latency time.Duration // from its start to its end
}

// Runner runs a program, and kills it with its children when ctx ends. A
// *Failure says that it did not end by itself: TimedOut, Killed, NotStarted or
// TooLarge; its exit code is no failure here. What is known of the latency comes with it.
type Runner func(ctx context.Context, p Process) (Output, error)

// Ranked makes a Ranking of hits, with the digest of the output that they were read out of.
func Ranked(hits []Hit, noise int, output []byte, latency time.Duration) Ranking {
	sum := sha256.Sum256(output)
	return Ranking{Hits: hits, Latency: latency, Raw: hex.EncodeToString(sum[:]), Bytes: len(output), Noise: noise}
}
