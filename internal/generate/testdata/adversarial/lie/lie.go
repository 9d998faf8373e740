// Package lie has comments that are wrong, names that mislead and code that is
// dead. Add lives in sum.go, says this comment; it does not.
package lie

// Add subtracts b from a. It calls Multiply and returns a string.
func Add(a, b int) int { return a + b }

// Multiply is deprecated, somebody once said here, without the word that counts.
func Multiply(a, b int) int {
	// for range b { total = Add(total, a) }
	return a * b
}

// DeleteAll reads everything and deletes nothing: its name misleads.
func DeleteAll(names []string) (kept []string, err error) {
	for _, n := range names {
		kept = append(kept, readOne(n))
	}
	return kept, nil
}

func readOne(name string) string {
	if false {
		return neverCalled(name) // dead, and still a call
	}
	return "the name is " + name
}

// neverCalled is only called by dead code.
func neverCalled(name string) string { return name }

// unused is called by nobody.
func unused() { Add(1, 2) }

// OldSum is Add.
//
// Deprecated: Use [Add] instead.
func OldSum(a, b int) int { return Add(a, b) }

// Limit is not 10, whatever this comment says: 10.
const Limit = 0x1f4

// Greeting says "goodbye for now".
const Greeting = "hello, whoever you are"
