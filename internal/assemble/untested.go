package assemble

import (
	"fmt"
	"slices"

	"sooth/score"
)

// untested says of how many tasks nobody looks whether answers do what was
// asked, in a suite where that is a criterion.
func (in Input) untested() []string {
	if !slices.Contains(in.Suite.Criteria, score.Behaves) {
		return nil
	}
	n := 0
	for _, t := range in.Suite.Tasks {
		if len(t.Tests) == 0 {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d tasks have no hidden tests: behaves and solved are not applicable to them", n, len(in.Suite.Tasks))}
}
