package index

import (
	"context"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/git"
)

// look finds out what is there, and what changed.
func (r *run) look(ctx context.Context) (err error) {
	if r.state, err = r.Store.State(ctx); err != nil {
		return err
	}
	known, err := r.Store.Stamps(ctx)
	if err != nil {
		return err
	}
	known, before := withoutHead(known)
	if r.Fresh {
		known = nil
	}
	r.Progress("walking", 0, 0)
	tracked, err := r.repository(ctx)
	if err != nil {
		return err
	}
	if r.walker, err = walk(ctx, r.root, r.Dir, tracked, r.Limits); err != nil {
		return err
	}
	r.result.Files = len(r.walker.files)
	inside, outside := split(known)
	r.looked, r.changed, err = stamps(ctx, r.root, r.walker.files, inside, r.Now, r.Limits, func(done, total int) { r.Progress("reading files", done, total) })
	if err != nil {
		return err
	}
	for _, f := range r.looked {
		r.stamps = append(r.stamps, f.Stamp)
	}
	replacedNow, err := outsideStamps(ctx, r.Dir, replaced(r.Dir, r.walker.files), r.Limits)
	if err != nil {
		return err
	}
	r.changed = append(r.changed, differing(outside, replacedNow)...)
	r.stamps = append(r.stamps, replacedNow...)
	if r.history != nil {
		if r.head, err = r.history.Head(ctx); err != nil {
			return err
		}
		r.stamps = append(r.stamps, fact.Stamp{Path: headStamp, Hash: r.head})
	}
	slices.SortFunc(r.stamps, func(a, b fact.Stamp) int { return strings.Compare(a.Path, b.Path) })
	r.result.Changed = len(r.changed)
	if r.same = r.unchanged(before); r.same {
		return nil
	}
	if r.known, err = r.Store.Units(ctx); err != nil {
		return err
	}
	if r.Fresh {
		for i := range r.known {
			r.known[i].Version = "" // of nobody: all is read again
		}
	}
	if r.history != nil {
		var stay []string
		if r.write, stay, err = commits(ctx, r.history, r.head, r.known); err != nil {
			return err
		}
		for _, name := range stay {
			r.keep[name] = true
		}
	}
	r.files()
	return nil
}

// repository finds the tree's repository, and what it keeps in the tree. That
// it cannot be asked is a note, not an error.
func (r *run) repository(ctx context.Context) (tracked []string, err error) {
	if _, _, found := repositoryOf(r.Dir); !found {
		return nil, nil
	}
	if r.history, err = git.Open(ctx, r.Dir, r.Environ); err == nil {
		tracked, err = r.history.Tracked(ctx)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.history = nil
		r.result.Notes = append(r.result.Notes, "commits are not known, and ignored files that git tracks are left out: "+err.Error())
		return nil, nil
	}
	if r.NoGit {
		r.history = nil
	}
	return tracked, nil
}

// headStamp stands among the stamps for the newest commit, which is its hash: no
// file of a tree has this path.
const headStamp = ".git/HEAD"

// withoutHead takes the newest commit out of the stamps.
func withoutHead(list []fact.Stamp) (files []fact.Stamp, head string) {
	at := slices.IndexFunc(list, func(s fact.Stamp) bool { return s.Path == headStamp })
	if at < 0 {
		return list, ""
	}
	head = list[at].Hash
	return slices.Delete(slices.Clone(list), at, at+1), head
}

// split tells the stamps of the tree from those of replaced folders.
func split(list []fact.Stamp) (inside, outside []fact.Stamp) {
	for _, s := range list {
		if s.Path == ".." || strings.HasPrefix(s.Path, "../") {
			outside = append(outside, s)
		} else {
			inside = append(inside, s)
		}
	}
	return inside, outside
}

// differing returns the paths of stamps that are not in both lists. Replaced
// folders have no hashes: one that was just written is read once more.
func differing(before, now []fact.Stamp) (list []string) {
	old := map[string]fact.Stamp{}
	for _, s := range before {
		old[s.Path] = s
	}
	for _, s := range now {
		if old[s.Path] != s {
			list = append(list, s.Path)
		}
		delete(old, s.Path)
	}
	for _, s := range before {
		if _, gone := old[s.Path]; gone {
			list = append(list, s.Path)
		}
	}
	return list
}
