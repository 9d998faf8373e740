package solution

import "testing"

func TestSorted(t *testing.T) {
	in := []int{2, 1}
	got := Sorted(in)
	if len(got) != 2 || got[0] != 1 || in[0] != 2 {
		t.Errorf("Sorted(%v) = %v", in, got)
	}
}
