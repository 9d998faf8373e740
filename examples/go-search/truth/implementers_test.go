package truth_test

import (
	"go/build"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestImplementersInAPIFiles finds the types of class H that implement an
// interface by the methods that the API files list, promoted ones included: no
// type checker takes part.
func TestImplementersInAPIFiles(t *testing.T) {
	library(t)
	features := apiFeatures(t, build.Default.GOROOT)
	methods := map[string]map[string]string{} // of types and interfaces: name → signature
	for id, f := range features {
		if f.method {
			owner := id[:strings.LastIndex(id, ".")]
			if methods[owner] == nil {
				methods[owner] = map[string]string{}
			}
			methods[owner][id[len(owner)+1:]] = normal(f)
		}
	}
	n := 0
	for _, r := range committed(t) {
		wanted, ok := strings.CutPrefix(r["note"], "go/types: implements ")
		if r["class"] != "H" || !ok {
			continue
		}
		n++
		if len(methods[wanted]) == 0 {
			t.Errorf("the API files do not know the methods of %q", wanted)
			continue
		}
		var theirs []string
		for owner, has := range methods {
			if features[owner].abstract || strings.HasPrefix(owner, "syscall.") {
				continue
			}
			implements := true
			for name, signature := range methods[wanted] {
				implements = implements && has[name] == signature
			}
			if implements {
				theirs = append(theirs, owner)
			}
		}
		var ours []string
		for id := range strings.FieldsSeq(r["ids"]) {
			if !features[id].method && !strings.HasPrefix(id, "syscall.") {
				ours = append(ours, id)
			}
		}
		slices.Sort(theirs)
		compare(t, wanted, ours, theirs)
	}
	if n < 15 {
		t.Errorf("%d interfaces", n)
	}
}

var exported = regexp.MustCompile(`(^|[^.\w])([A-Z]\w*)`)

// normal writes a signature with the package of every type.
func normal(f feature) string {
	short := f.pkg[strings.LastIndex(f.pkg, "/")+1:]
	qualify := func(list []string) string {
		return exported.ReplaceAllString(strings.Join(list, ", "), "${1}"+short+".${2}")
	}
	return qualify(f.params) + " → " + qualify(f.results)
}
