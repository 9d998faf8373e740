package rankpool

import (
	"maps"
	"slices"

	"sooth/stat"
)

// Agreement is how much two judges agree.
type Agreement struct {
	First, Second string        // files
	Alike         int           // documents that both graded alike, of Kappa.N that both graded
	Kappa         stat.Interval // over grades
	Binary        stat.Interval // over relevant or not
}

// agreement counts what both judges graded.
func agreement(first, second string, a, b map[[2]string]entry, level int) Agreement {
	grades := map[int]int{}
	var both [][2]string
	for key := range a {
		if _, ok := b[key]; ok {
			both = append(both, key)
			grades[a[key].grade], grades[b[key].grade] = 0, 0
		}
	}
	for i, grade := range slices.Sorted(maps.Keys(grades)) {
		grades[grade] = i
	}
	table := make([][]int, len(grades))
	for i := range table {
		table[i] = make([]int, len(grades))
	}
	alike := 0
	binary := [][]int{{0, 0}, {0, 0}}
	relevant := func(grade int) int {
		if grade >= level {
			return 1
		}
		return 0
	}
	for _, key := range both {
		table[grades[a[key].grade]][grades[b[key].grade]]++
		if a[key].grade == b[key].grade {
			alike++
		}
		binary[relevant(a[key].grade)][relevant(b[key].grade)]++
	}
	return Agreement{First: first, Second: second, Alike: alike, Kappa: stat.Kappa(table, 0), Binary: stat.Kappa(binary, 0)}
}
