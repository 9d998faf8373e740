package lie

import "testing"

func TestMultiply(t *testing.T) { // it tests Add: its name misleads
	if Add(2, 3) != 5 {
		t.Fatal("two and three are not five")
	}
}

func TestByHelper(t *testing.T) { helper(t) }

func helper(t *testing.T) {
	if Multiply(2, 3) != 6 {
		t.Fatal("two times three is not six")
	}
}
