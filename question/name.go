package question

import "strings"

// plainName is a name without what may be written around it: backquotes, stars, the brackets of a call, of a receiver
// and of type parameters: "(*T).M()" is "T.M".
func plainName(s string) string {
	s = strings.Trim(s, " \t\r\n`\"'“”‘’,;:!*_")
	s = strings.TrimRight(s, ".?")
	if rest, ok := strings.CutPrefix(s, "func "); ok {
		s = strings.TrimSpace(rest)
		if strings.HasPrefix(s, "(") { // a receiver: "(t *T) M(x int)"
			if end := strings.IndexByte(s, ')'); end > 0 {
				receiver := strings.Fields(s[1:end])
				if len(receiver) > 0 {
					s = strings.TrimLeft(receiver[len(receiver)-1], "*") + "." + strings.TrimSpace(s[end+1:])
				}
			}
		}
	}
	for _, keyword := range []string{"type ", "const ", "var ", "method ", "field ", "package "} {
		s = strings.TrimPrefix(s, keyword)
	}
	if i := strings.Index(s, "(*"); i >= 0 { // pkg.(*T).M
		if end := strings.IndexByte(s[i:], ')'); end > 0 {
			s = s[:i] + s[i+2:i+end] + s[i+end+1:]
		}
	} else if strings.HasPrefix(s, "(") {
		if end := strings.IndexByte(s, ')'); end > 0 && strings.HasPrefix(s[end+1:], ".") {
			s = s[1:end] + s[end+1:]
		}
	}
	s = strings.TrimLeft(s, "*&")
	if i := strings.IndexByte(s, '('); i > 0 {
		s = s[:i]
	}
	if i := strings.IndexByte(s, '['); i > 0 {
		if end := strings.LastIndexByte(s, ']'); end > i {
			s = s[:i] + s[end+1:]
		}
	}
	s = strings.ReplaceAll(s, ".*", ".")
	return strings.TrimSpace(strings.TrimPrefix(s, "./"))
}

// same says whether two names may mean one thing: one is the other, or its end behind a point or slash. The version at
// the end of a path does not count.
func same(a, b string) bool {
	a, b = unversioned(plainName(a)), unversioned(plainName(b))
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == "" {
		return false
	}
	head, ok := strings.CutSuffix(b, a)
	return ok && (head == "" || strings.HasSuffix(head, ".") || strings.HasSuffix(head, "/"))
}

// unversioned is a name without the version at the end of its path: "a/b/v5.F" is "a/b.F".
func unversioned(name string) string {
	slash := strings.LastIndexByte(name, '/')
	if slash < 0 {
		return name
	}
	last, rest, _ := strings.Cut(name[slash+1:], ".")
	if len(last) < 2 || last[0] != 'v' || !allDigits(last[1:]) {
		return name
	}
	if rest == "" {
		return name[:slash]
	}
	return name[:slash] + "." + rest
}

// shortest is the last part of a name: what stands behind its last point or slash.
func shortest(name string) string {
	name = plainName(name)
	return name[strings.LastIndexAny(name, "./")+1:]
}

// spellings are the spellings of a set of names, each with the indexes of its names: the last part alone may be that of
// several.
type spellings map[string][]int

// spell lists the spellings of names.
func spell(names []Name) spellings {
	s := spellings{}
	for i, n := range names {
		for _, spelling := range n {
			p := plainName(spelling)
			if list := s[p]; p != "" && (len(list) == 0 || list[len(list)-1] != i) {
				s[p] = append(list, i)
			}
		}
	}
	return s
}

// find returns the indexes of the names that are spelled so. A spelling with a point may have more of its path in front.
func (s spellings) find(name string) []int {
	name = plainName(name)
	if list := s[name]; list != nil {
		return list
	}
	for rest, ok := cut(name, '/'); ok; rest, ok = cut(rest, '/') {
		if list := s[rest]; list != nil && strings.Contains(rest, ".") {
			return list
		}
	}
	return nil
}
