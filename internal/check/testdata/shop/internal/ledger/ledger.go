// Package ledger writes down what was sold.
package ledger

// Entry is a line of the ledger.
type Entry struct{ Amount int }

// Append writes an entry.
func Append(e Entry) error { return nil }
