package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/git"
)

const (
	commitPrefix  = "git:" // and the newest commit of the unit
	commitVersion = "git/1"
	maxCommits    = 20_000
	// maxCommitUnits is how many times the history grows by a unit before it
	// is read anew as one.
	maxCommitUnits = 64
)

// commits brings the facts of the history up to date. Units build a chain: each
// holds what leads to its commit and not to that of the one it depends on. It
// returns the units to write, and the names of those that stay.
func commits(ctx context.Context, r *git.Repository, head string, known []fact.Unit) (write []fact.Unit, stay []string, err error) {
	if head == "" {
		return nil, nil, nil
	}
	var chain []fact.Unit
	older := map[string]bool{}
	for _, u := range known {
		if strings.HasPrefix(u.Name, commitPrefix) && u.Version == commitVersion {
			chain = append(chain, u)
			for _, d := range u.Depends {
				older[d] = true
			}
		}
	}
	newest := slices.IndexFunc(chain, func(u fact.Unit) bool { return !older[u.Name] })
	since := ""
	if newest >= 0 && len(chain) < maxCommitUnits {
		last := strings.TrimPrefix(chain[newest].Name, commitPrefix)
		grown, err := r.IsAncestor(ctx, last, head)
		if err != nil {
			return nil, nil, err
		}
		if grown {
			for _, u := range chain {
				stay = append(stay, u.Name)
			}
			if since = last; last == head {
				return nil, stay, nil
			}
		}
	}
	u := fact.Unit{Name: commitPrefix + head, Version: commitVersion}
	if since != "" {
		u.Depends = []string{commitPrefix + since}
	}
	n := 0
	for c, err := range r.Commits(ctx, since, head, maxCommits) {
		if err != nil {
			return nil, nil, err
		}
		n++
		u.Facts = append(u.Facts, commitFacts(c)...)
	}
	switch shallow, err := r.IsShallow(ctx); {
	case err != nil:
		return nil, nil, err
	case n == maxCommits:
		u.Open = fmt.Sprintf("commits before the newest %d were not read", maxCommits)
	case shallow && since == "":
		u.Open = "the history is cut off: a shallow clone; hint: git fetch --unshallow"
	}
	return []fact.Unit{u}, append(stay, u.Name), nil
}

// commitFacts gives a fact for each file that a commit changed; for one that
// changed none, as a merge, a single fact without an object.
func commitFacts(c git.Commit) []fact.Fact {
	f := fact.Fact{Kind: fact.Commit, Language: "git", Subject: c.ID, Strength: fact.Git}
	if len(c.Changes) == 0 {
		return []fact.Fact{f}
	}
	list := make([]fact.Fact, 0, len(c.Changes))
	for _, change := range c.Changes {
		f.Object = change.Path
		switch change.Status {
		case 'A':
			f.Detail = "added"
		case 'D':
			f.Detail = "deleted"
		case 'T':
			f.Detail = "type changed"
		default:
			f.Detail = "modified"
		}
		list = append(list, f)
	}
	return list
}
