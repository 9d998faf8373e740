// Package order has variables whose values call functions, and three init
// functions.
package order

var first = second()

func second() int { return third() }

func third() int { return 3 }

func init() { third() }

func init() { second() }

// Moved stands in this file, whatever the line directive says.
//
//line elsewhere.y:900
func Moved() int { return first }
