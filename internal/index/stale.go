package index

import (
	"slices"
	"strings"

	"sooth/fact"
)

// stale says whether there is anything to write.
func (r *run) stale() bool {
	if r.state.Generation == 0 || r.Fresh || len(r.changed) > 0 || len(r.write) > 0 || len(r.replace) > 0 || r.state.Tree != r.Dir || !slices.Equal(r.state.Readers, r.versions()) || r.mendable() {
		return true
	}
	for _, u := range r.known {
		switch u.Version {
		case fileVersion, commitVersion:
			if !r.keep[u.Name] {
				return true
			}
		}
	}
	// A file that was read and found the same has a new stamp: it is kept, so
	// that the next look need not read it.
	return slices.ContainsFunc(r.looked, func(f looked) bool { return f.read && f.Modified != 0 })
}

// unchanged says whether nothing at all differs from the last index, by what
// is cheap to know: it spares reading the list of units.
func (r *run) unchanged(headBefore string) bool {
	if r.state.Generation == 0 || r.Fresh || len(r.changed) > 0 || r.state.Tree != r.Dir || !slices.Equal(r.state.Readers, r.versions()) || r.mendable() {
		return false
	}
	there := map[string]bool{}
	for _, f := range r.looked {
		if f.read {
			return false
		}
		there[filePrefix+f.Path] = true
	}
	open := map[fact.Open]bool{}
	for _, o := range r.state.Open {
		open[o] = true
		there[o.Unit] = there[o.Unit] || !strings.HasPrefix(o.Unit, filePrefix)
	}
	for _, o := range r.walker.open {
		if !open[o] {
			return false
		}
		there[o.Unit] = true
	}
	for _, o := range r.state.Open {
		if !there[o.Unit] {
			return false // what could not be read is gone, or can be
		}
	}
	if r.history == nil {
		return r.state.Counts[fact.Commit] == 0
	}
	return r.head == headBefore
}

// mendable says whether something is open for a reason that may be gone without
// a change of the tree: a module that was not there may have been downloaded.
func (r *run) mendable() bool {
	return slices.ContainsFunc(r.state.Open, func(o fact.Open) bool {
		return strings.Contains(o.Reason, "could not import ") || strings.Contains(o.Reason, "the go command cannot list")
	})
}

func (r *run) versions() []string {
	var list []string
	for _, reader := range r.Readers {
		list = append(list, reader.Version())
	}
	return list
}
