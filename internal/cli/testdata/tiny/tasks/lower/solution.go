package solution

import "strings"

// Lower makes s lower case.
func Lower(s string) string { return strings.ToLower(s) }
