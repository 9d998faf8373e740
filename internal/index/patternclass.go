package index

import "strings"

// compileClass reads "[...]" at the beginning of s and returns its length; 0:
// it is not closed. A slash is in no class.
func compileClass(s string) (set *[256]bool, n int) {
	set = &[256]bool{}
	i := 1
	negate := i < len(s) && (s[i] == '!' || s[i] == '^')
	if negate {
		i++
	}
	for first := true; ; first = false {
		if i >= len(s) {
			return nil, 0
		}
		if s[i] == ']' && !first {
			break
		}
		if strings.HasPrefix(s[i:], "[:") {
			if end := strings.Index(s[i:], ":]"); end > 0 {
				if !addNamed(set, s[i+2:i+end]) {
					return nil, 0
				}
				i += end + 2
				continue
			}
		}
		low, next := classByte(s, i)
		if next > len(s) {
			return nil, 0
		}
		high := low
		if next+1 < len(s) && s[next] == '-' && s[next+1] != ']' {
			high, next = classByte(s, next+1)
			if next > len(s) {
				return nil, 0
			}
		}
		set[low] = true // also where the range is empty, as git has it
		for b := int(low); b <= int(high); b++ {
			set[b] = true
		}
		i = next
	}
	for b := range set {
		set[b] = set[b] != negate && b != '/'
	}
	return set, i + 1
}

// classByte reads one byte of a class; next beyond the end: there is none.
func classByte(s string, i int) (b byte, next int) {
	if s[i] == '\\' {
		if i++; i >= len(s) {
			return 0, i + 1
		}
	}
	return s[i], i + 1
}

// addNamed adds a class of POSIX in the C locale.
func addNamed(set *[256]bool, name string) bool {
	var in func(b byte) bool
	between := func(b, low, high byte) bool { return low <= b && b <= high }
	switch name {
	case "alnum":
		in = func(b byte) bool { return between(b, '0', '9') || between(b|0x20, 'a', 'z') }
	case "alpha":
		in = func(b byte) bool { return between(b|0x20, 'a', 'z') }
	case "blank":
		in = func(b byte) bool { return b == ' ' || b == '\t' }
	case "cntrl":
		in = func(b byte) bool { return b < 0x20 || b == 0x7f }
	case "digit":
		in = func(b byte) bool { return between(b, '0', '9') }
	case "graph":
		in = func(b byte) bool { return between(b, 0x21, 0x7e) }
	case "lower":
		in = func(b byte) bool { return between(b, 'a', 'z') }
	case "print":
		in = func(b byte) bool { return between(b, 0x20, 0x7e) }
	case "punct":
		in = func(b byte) bool {
			return between(b, 0x21, 0x7e) && !between(b, '0', '9') && !between(b|0x20, 'a', 'z')
		}
	case "space":
		in = func(b byte) bool { return b == ' ' || between(b, '\t', '\r') }
	case "upper":
		in = func(b byte) bool { return between(b, 'A', 'Z') }
	case "xdigit":
		in = func(b byte) bool { return between(b, '0', '9') || between(b|0x20, 'a', 'f') }
	default:
		return false
	}
	for b := range set {
		set[b] = set[b] || in(byte(b))
	}
	return true
}
