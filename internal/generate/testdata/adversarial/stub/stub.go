// Package stub needs C.
package stub

// #include <stdlib.h>
import "C"

// Random calls C.
func Random() int { return int(C.rand()) }

// Plain calls Random.
func Plain() int { return Random() }
