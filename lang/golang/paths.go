package golang

import "strings"

// plainPath reports whether an import path has the form that the go command
// looks for in modules.
func plainPath(path string) bool {
	if path == "" || strings.HasSuffix(path, ".go") || strings.Contains(path, "...") {
		return false
	}
	for _, element := range strings.Split(path, "/") {
		if element == "" || element[0] == '.' || element[0] == '-' || strings.HasSuffix(element, ".") {
			return false
		}
		for _, r := range element {
			if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._~+", r)) {
				return false
			}
		}
	}
	return true
}

// internalTo returns the path below which a package with an element "internal"
// may be imported, and whether it has one.
func internalTo(path string) (string, bool) {
	elements := strings.Split(path, "/")
	for i := len(elements) - 1; i >= 0; i-- {
		if elements[i] == "internal" {
			return strings.Join(elements[:i], "/"), true
		}
	}
	return "", false
}

// firstElement returns the part of an import path before the first slash.
func firstElement(path string) string {
	first, _, _ := strings.Cut(path, "/")
	return first
}
