package search

import (
	"strconv"
	"strings"
)

// at returns what a path leads to in a JSON value: names between dots; numbers
// index lists from 0; "*" takes every element of a list, and lists of lists
// become one list. "." is the value itself. A name may itself hold dots where
// the mapping has it literally.
func at(value any, path string) (any, bool) {
	if path == "." || path == "" {
		return value, true
	}
	switch v := value.(type) {
	case map[string]any:
		if found, ok := v[path]; ok {
			return found, true
		}
		for i := 0; i < len(path); i++ {
			if path[i] != '.' {
				continue
			}
			if inner, ok := v[path[:i]]; ok {
				if found, ok := at(inner, path[i+1:]); ok {
					return found, true
				}
			}
		}
	case []any:
		head, rest, _ := strings.Cut(path, ".")
		if head == "*" {
			all := []any{}
			for _, item := range v {
				found, ok := at(item, rest)
				if !ok {
					continue
				}
				if list, ok := found.([]any); ok && rest != "" {
					all = append(all, list...)
				} else {
					all = append(all, found)
				}
			}
			return all, true
		}
		if i, err := strconv.Atoi(head); err == nil && i >= 0 && i < len(v) {
			return at(v[i], rest)
		}
	}
	return nil, false
}

// first returns what the first of several paths leads to, null not counted.
func first(value any, paths []string) (any, bool) {
	for _, path := range paths {
		if found, ok := at(value, path); ok && found != nil {
			return found, true
		}
	}
	return nil, false
}

// At returns what a path leads to in JSON text; numbers are json.Number.
func At(text []byte, path string) (any, bool) {
	value, _, err := decode(text)
	if err != nil {
		return nil, false
	}
	return at(value, path)
}
