package generate

// The properties that difficulty is measured by.
const (
	measureAnswers   = "answers"   // members of the right answer, where it is a set, or what is counted
	measureNamesakes = "namesakes" // other declarations in the tree with the same last name
	measureLines     = "lines"     // of the declaration that must be read
	measureDistance  = "distance"  // 0: one file says it; 1: one package; 2: several packages
)

// difficulty sums points: one for two namesakes or more, one for more than
// three answers, one for more than 40 lines, one for each step of distance.
// None or one is easy, two medium, more is hard.
func difficulty(m map[string]int) string {
	points := m[measureDistance]
	if m[measureNamesakes] >= 2 {
		points++
	}
	if m[measureAnswers] > 3 {
		points++
	}
	if m[measureLines] > 40 {
		points++
	}
	switch {
	case points <= 1:
		return "easy"
	case points == 2:
		return "medium"
	}
	return "hard"
}
