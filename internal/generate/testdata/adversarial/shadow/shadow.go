// Package shadow uses the same names for different things.
package shadow

import (
	"fmt"
	str "strings"
)

// Trim is a function; in Use it is a variable.
func Trim(s string) string { return str.TrimSpace(s) }

// Use calls no function of this package: Trim is shadowed, and fmt too.
func Use(s string) string {
	Trim := func(s string) string { return s }
	fmt := printer{}
	fmt.Sprint(s)
	return Trim(s)
}

// Print calls fmt.Sprint and Trim.
func Print(s string) string { return fmt.Sprint(Trim(s)) }

type printer struct{}

// Sprint has the name of a function of fmt.
func (printer) Sprint(s string) string { return str.ToUpper(s) }

// len is no builtin here.
func len(s string) int { return 7 }

// Length calls this package's len.
func Length(s string) int { return len(s) }
