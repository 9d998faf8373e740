package golang

// withoutBodies returns a copy of a Go source in which blanks stand for what is
// inside the bodies of declared functions: the types of a package do not depend
// on them, and a parser need not read them. Line ends stay, so that every place
// outside is the same. A source that it cannot follow it returns as it is.
func withoutBodies(source []byte) []byte {
	text := append([]byte(nil), source...)
	depth := 0 // of brackets outside functions
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
			i++
		case c == ')' || c == ']' || c == '}':
			depth--
			i++
		case depth == 0 && c == 'f' && (i == 0 || text[i-1] == '\n') && len(text)-i > 5 && string(text[i:i+4]) == "func" && !wordByte(text[i+4]):
			open, ok := bodyOf(text, i+4)
			if !ok {
				return source
			}
			if open < 0 {
				i += 4
				continue
			}
			end := closing(text, open)
			if end < 0 {
				return source
			}
			for k := open + 1; k < end; k++ {
				if text[k] != '\n' {
					text[k] = ' '
				}
			}
			i = end + 1
		default:
			if i = next(text, i); i < 0 {
				return source
			}
		}
	}
	return text
}

// next returns the offset after the token, comment or byte at i; -1: it does
// not end.
func next(text []byte, i int) int {
	switch c := text[i]; c {
	case '"', '\'':
		for k := i + 1; k < len(text) && text[k] != '\n'; k++ {
			switch text[k] {
			case '\\':
				k++
			case c:
				return k + 1
			}
		}
		return -1
	case '`':
		for k := i + 1; k < len(text); k++ {
			if text[k] == '`' {
				return k + 1
			}
		}
		return -1
	case '/':
		if i+1 == len(text) {
			return i + 1
		}
		switch text[i+1] {
		case '/':
			for k := i; k < len(text); k++ {
				if text[k] == '\n' {
					return k
				}
			}
			return len(text)
		case '*':
			for k := i + 2; k+1 < len(text); k++ {
				if text[k] == '*' && text[k+1] == '/' {
					return k + 2
				}
			}
			return -1
		}
	}
	if !wordByte(text[i]) {
		return i + 1
	}
	for i < len(text) && wordByte(text[i]) {
		i++
	}
	return i
}

// bodyOf returns the offset of the brace that opens the body of a function
// whose signature begins at i, or -1 if there is none; ok is false where the
// text cannot be followed.
func bodyOf(text []byte, i int) (open int, ok bool) {
	depth := 0
	word := ""
	for i < len(text) {
		switch c := text[i]; c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{':
			if depth == 0 && word != "struct" && word != "interface" {
				return i, true
			}
			depth++
		case '}':
			depth--
		case '\n':
			if depth == 0 {
				return -1, true
			}
		}
		after := next(text, i)
		if after < 0 {
			return -1, false
		}
		if wordByte(text[i]) {
			word = string(text[i:after])
		} else if c := text[i]; c != ' ' && c != '\t' {
			word = ""
		}
		i = after
	}
	return -1, true
}

// closing returns the offset of the brace that closes the one at i, or -1.
func closing(text []byte, i int) int {
	depth := 0
	for i >= 0 && i < len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
		i = next(text, i)
	}
	return -1
}

// head returns a source up to the first line that begins with a declaration
// that is not an import.
func head(text []byte) []byte {
	for i := 0; i >= 0 && i < len(text); {
		after := next(text, i)
		if after > i && (i == 0 || text[i-1] == '\n') {
			switch string(text[i:after]) {
			case "func", "type", "var", "const":
				return text[:i]
			}
		}
		i = after
	}
	return text
}
