package index

import "strings"

// pattern is one line of a .gitignore file, as gitignore(5) describes it.
type pattern struct {
	tokens   []token
	negate   bool // what it matches is not ignored
	folder   bool // it matches folders only
	anchored bool // it is compared with the whole path, not with the last name
}

// token is one step of a pattern.
type token struct {
	kind  tokenKind
	bytes *[256]bool // of class: those that match
}

type tokenKind int

const (
	class   tokenKind = iota // one byte
	star                     // any bytes but slashes
	anyPath                  // any bytes: "**" at the end
	folders                  // nothing, or any bytes up to a slash: "**/"
)

// parsePatterns reads the lines of a .gitignore file.
func parsePatterns(text string) []pattern {
	var list []pattern
	text = strings.TrimPrefix(text, "\ufeff")
	for line := range strings.SplitSeq(text, "\n") {
		if p, ok := parsePattern(strings.TrimSuffix(line, "\r")); ok {
			list = append(list, p)
		}
	}
	return list
}

func parsePattern(line string) (p pattern, ok bool) {
	if strings.HasPrefix(line, "#") {
		return p, false
	}
	line = trimSpaces(line)
	if rest, is := strings.CutPrefix(line, "!"); is {
		p.negate, line = true, rest
	}
	if rest, is := strings.CutSuffix(line, "/"); is {
		p.folder, line = true, rest
	}
	p.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	p.tokens, ok = compile(line, p.anchored)
	return p, ok
}

// trimSpaces takes off spaces at the end that no backslash stands before.
func trimSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}

// compile cuts a pattern into tokens; a pattern that is not closed matches
// nothing. Git compares what comes before the first special byte of an anchored
// pattern by itself: two stars right behind it count as at the beginning.
func compile(s string, anchored bool) (list []token, ok bool) {
	special := strings.IndexAny(s, `*?[\`)
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '*':
			n := i
			for n < len(s) && s[n] == '*' {
				n++
			}
			begins := i == 0 || s[i-1] == '/' || anchored && i == special
			switch {
			case n-i >= 2 && begins && n == len(s):
				list = append(list, token{kind: anyPath})
			case n-i >= 2 && begins && s[n] == '/':
				list = append(list, token{kind: folders})
				n++
			default:
				list = append(list, token{kind: star})
			}
			i = n
		case '?':
			set := &[256]bool{}
			for b := range set {
				set[b] = b != '/'
			}
			list = append(list, token{bytes: set})
			i++
		case '[':
			set, n := compileClass(s[i:])
			if n == 0 {
				return nil, false
			}
			list = append(list, token{bytes: set})
			i += n
		default:
			if c == '\\' {
				if i++; i == len(s) {
					return nil, false
				}
			}
			set := &[256]bool{}
			set[s[i]] = true
			list = append(list, token{bytes: set})
			i++
		}
	}
	return list, true
}

// match compares the whole of path. Its work is bounded by the product of both
// lengths, whatever the pattern: all places in it are followed at once.
func (p *pattern) match(path string) bool {
	n := len(p.tokens)
	now, next := make([]bool, n+1), make([]bool, n+1)
	inside, insideNext := make([]bool, n+1), make([]bool, n+1) // in the middle of a folder's name
	now[0] = true
	for i := 0; ; i++ {
		for at := range n { // steps that take no byte
			if now[at] && p.tokens[at].kind != class {
				now[at+1] = true
			}
		}
		if i == len(path) {
			return now[n]
		}
		clear(next)
		clear(insideNext)
		alive := false
		for at, t := range p.tokens {
			switch {
			case t.kind == class:
				next[at+1] = next[at+1] || now[at] && t.bytes[path[i]]
			case t.kind == folders:
				if now[at] || inside[at] {
					insideNext[at] = true
					next[at] = next[at] || path[i] == '/'
				}
			case now[at] && (t.kind == anyPath || path[i] != '/'):
				next[at] = true
			}
			alive = alive || next[at] || next[at+1] || insideNext[at]
		}
		if !alive {
			return false
		}
		now, next, inside, insideNext = next, now, insideNext, inside
	}
}
