package plant

import "strings"

// difference returns the whole lines in which two texts differ, widened until
// they occur only once in the first.
func difference(before, after string) (find, replace string) {
	start := 0
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	start = strings.LastIndexByte(before[:start], '\n') + 1
	stop, more := len(before)-end, len(after)-len(before)
	whole := func(text string, stop int) bool { return stop <= start || text[stop-1] == '\n' }
	for stop < len(before) && (stop <= start || !whole(before, stop) || !whole(after, stop+more)) {
		if i := strings.IndexByte(before[stop:], '\n'); i >= 0 {
			stop += i + 1
		} else {
			stop = len(before)
		}
	}
	// Overlapping occurrences count: the first one is replaced.
	for strings.Index(before, before[start:stop]) != strings.LastIndex(before, before[start:stop]) {
		if start > 0 {
			start = strings.LastIndexByte(before[:start-1], '\n') + 1
		} else {
			stop = min(stop+strings.IndexByte(before[stop:]+"\n", '\n')+1, len(before))
		}
	}
	return before[start:stop], after[start : stop+more]
}
