package extract

// maxFuzzy bounds the length of a name, in bytes, that is compared by edits.
const maxFuzzy = 200

// Edits returns the Levenshtein distance of a and b in bytes, or more than most
// when it is more than that. Only a band of the table is filled in, so it takes
// (2·most + 1)·len(a) steps.
func Edits(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		first, last := max(1, i-most), min(len(b), i+most)
		diagonal := row[first-1]
		left := most + 1
		if first == 1 {
			left = i
		}
		row[first-1] = left
		for j := first; j <= last; j++ {
			above := row[j]
			if j == i+most {
				above = most + 1 // outside the band of the row before
			}
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, above, left)
			}
			diagonal, left = row[j], cost
			row[j] = cost
		}
	}
	return min(row[len(b)], most+1)
}
