package rankrun

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/internal/fingerprint"
	"sooth/internal/nearest"
)

// expected holds the files of a system against the digests that its suite
// states: another build, or another index, must not answer in its name. A program
// is known by the word that the suite names it with, wherever it was found.
func expected(digests map[string]string, files []fingerprint.File, word, program string) error {
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(digests)) {
		i := slices.IndexFunc(files, func(f fingerprint.File) bool { return f.Path == name || name == word && f.Path == program })
		if i < 0 {
			var known []string
			for _, f := range files {
				known = append(known, f.Path)
			}
			wrong = append(wrong, fmt.Errorf("its digests name %q, which is no file of it; hint: %s", name, cmp.Or(nearest.Hint(name, known), "list it under files")))
			continue
		}
		if want := digests[name]; !strings.HasPrefix(files[i].SHA256, want) {
			wrong = append(wrong, fmt.Errorf("%q is another than the suite expects: SHA-256 %.*s, want %s; hint: put the right one there, or change digests", name, max(len(want), 12), files[i].SHA256, want))
		}
	}
	return errors.Join(wrong...)
}
