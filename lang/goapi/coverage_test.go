package goapi

import (
	"slices"
	"testing"
)

// TestEveryStandardSymbolHasARelease is half of the promise that nothing of
// the standard library is falsely called too new: each exported symbol that it
// declares today is known.
func TestEveryStandardSymbolHasARelease(t *testing.T) {
	a, s := load(t), sharedStandard()
	asked, unknown := 0, []string{}
	for _, path := range publicPackages(t) {
		pkg, err := s.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, symbol := range symbols(pkg) {
			asked++
			release, evidence, ok := a.Since(path, symbol)
			if !ok {
				unknown = append(unknown, path+"."+symbol)
			} else if release == "" || evidence == "" || older(a.Latest(), release) {
				t.Errorf("%s.%s: since %q, evidence %q", path, symbol, release, evidence)
			}
		}
	}
	slices.Sort(unknown)
	t.Logf("%d symbols", asked)
	for _, symbol := range unknown {
		t.Errorf("%s has no release", symbol)
	}
}
