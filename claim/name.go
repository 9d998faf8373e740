package claim

import (
	gotoken "go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// goName is a name of Go as it was written.
type goName struct {
	name      string // without arguments, type arguments and a leading *
	pointer   bool   // a * stood before it
	qualified bool   // it has a dot
	call      bool   // arguments or () stood after it
	arguments string // what stood between the parentheses
}

// maxName is how long a name with its arguments may be.
const maxName = 4096

// parseName reads Name, pkg.Name, T.Method, (*T).Method, (*pkg.T).Method, Name(args),
// New[T](args), path/pkg.Name and chains such as c.Root().Find(args).
func parseName(s string) (goName, bool) {
	var n goName
	if len(s) > maxName {
		return n, false
	}
	rest, pointer := strings.CutPrefix(s, "*")
	n.pointer = pointer
	var b strings.Builder
	if slash := strings.LastIndexByte(head(rest), '/'); slash >= 0 { // path/pkg.Name
		if !importPath(rest[:slash]) || !strings.Contains(rest[slash:], ".") {
			return n, false
		}
		b.WriteString(rest[:slash+1])
		rest = rest[slash+1:]
		if _, member, _ := strings.Cut(rest, "."); member == "" || !unicode.IsUpper(firstRune(member)) {
			return n, false
		}
	}
	if after, ok := strings.CutPrefix(rest, "("); ok {
		inside, tail, ok := strings.Cut(after, ")")
		stars := strings.TrimPrefix(inside, "*")
		id, size := typeName(stars)
		if !ok || size == 0 || !strings.HasPrefix(tail, ".") || stars[size:] != "" && !strings.HasPrefix(stars[size:], "[") {
			return n, false
		}
		if stars != inside {
			b.WriteString("(*" + id + ")")
		} else {
			b.WriteString(id)
		}
		rest = tail[1:]
		b.WriteByte('.')
		n.qualified = true
	}
	for {
		id, size := identifier(rest)
		if size == 0 {
			return n, false
		}
		b.WriteString(id)
		rest = rest[size:]
		if strings.HasPrefix(rest, "[") {
			inside, tail, ok := balanced(rest)
			if !ok || strings.TrimSpace(inside) == "" || strings.ContainsAny(inside, "\"'`:+") || inside[0] >= '0' && inside[0] <= '9' {
				return n, false // an index rather than type arguments
			}
			rest = tail
		}
		call := false
		if strings.HasPrefix(rest, "(") {
			inside, tail, ok := balanced(rest)
			if !ok {
				return n, false
			}
			n.arguments, rest, call = inside, tail, true
		}
		if rest == "" {
			n.call, n.name = call, b.String()
			return n, true
		}
		if rest[0] != '.' {
			return n, false
		}
		if call {
			b.WriteString("()")
		}
		b.WriteByte('.')
		rest = rest[1:]
		n.qualified = true
	}
}

// head returns what stands before the first bracket.
func head(s string) string {
	if i := strings.IndexAny(s, "([{"); i >= 0 {
		return s[:i]
	}
	return s
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// identifier returns the identifier that s begins with, and its length.
func identifier(s string) (string, int) {
	for i, r := range s {
		if r == '_' || unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r) {
			continue
		}
		return s[:i], i
	}
	return s, len(s)
}

// typeName returns the name of a type that s begins with, with its package and
// the path of that where they are said: T, time.Timer, net/http.Client; and its
// length.
func typeName(s string) (string, int) {
	name, _, _ := strings.Cut(s, "[")
	slash := strings.LastIndexByte(name, '/')
	if slash >= 0 && !importPath(name[:slash]) {
		return "", 0
	}
	size := slash + 1
	_, n := identifier(s[size:])
	if n == 0 {
		return "", 0
	}
	size += n
	if strings.HasPrefix(s[size:], ".") {
		if _, n = identifier(s[size+1:]); n == 0 {
			return "", 0
		}
		size += 1 + n
	} else if slash >= 0 {
		return "", 0
	}
	return s[:size], size
}

// balanced returns what stands inside the bracket that s begins with, and what
// comes after it.
func balanced(s string) (inside, rest string, ok bool) {
	depth := 0
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:], true
			}
		}
	}
	return "", "", false
}

// importPath reports whether s may be the path of a package.
func importPath(s string) bool {
	for _, part := range strings.Split(s, "/") {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool {
			return !(r == '.' || r == '-' || r == '_' || r == '~' || unicode.IsLetter(r) || unicode.IsDigit(r))
		}) {
			return false
		}
	}
	return true
}

// reserved reports whether a name belongs to the language itself.
func reserved(name string) bool {
	return gotoken.IsKeyword(name) || predeclared(name)
}

func predeclared(name string) bool {
	return predeclaredType(name) || slices.Contains([]string{
		"append", "cap", "clear", "close", "complex", "copy", "delete", "false", "imag", "iota", "len", "make", "max", "min",
		"new", "nil", "panic", "print", "println", "real", "recover", "true", "_"}, name)
}

func predeclaredType(name string) bool {
	return slices.Contains([]string{
		"any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8", "int16", "int32",
		"int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr"}, name)
}

// hash reports whether s looks like an abbreviated hash of git.
func hash(s string) bool {
	if len(s) < 7 || len(s) > 40 || !strings.ContainsAny(s, "0123456789") {
		return false
	}
	return strings.Trim(s, "0123456789abcdef") == ""
}

// mixedCaps reports whether a word without backquotes has a capital after a
// small letter, as names of Go have and few words of a language.
func mixedCaps(s string) bool {
	small := false
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
		if small && unicode.IsUpper(r) {
			return true
		}
		small = small || unicode.IsLower(r)
	}
	return false
}
