package render

import (
	"go/scanner"
	"go/token"
	"html/template"
	"strings"
)

// highlight returns the lines of a file as HTML. Go is coloured by its own
// scanner; whatever it cannot read, and every other language, is plain.
func highlight(name, text string) []template.HTML {
	text = strings.TrimSuffix(strings.ReplaceAll(visible(strings.ReplaceAll(text, "\r\n", "\n")), "\r", " "), "\n")
	classes := make([]byte, len(text))
	if strings.HasSuffix(name, ".go") {
		classify(text, classes)
	}
	var lines []template.HTML
	start := 0
	for i := 0; i <= len(text); i++ {
		if i == len(text) || text[i] == '\n' {
			lines = append(lines, coloured(text[start:i], classes[start:i]))
			start = i + 1
		}
	}
	return lines
}

// coloured wraps each run of one class.
func coloured(text string, classes []byte) template.HTML {
	var b strings.Builder
	for i := 0; i < len(text); {
		j := i + 1
		for j < len(text) && classes[j] == classes[i] {
			j++
		}
		part := template.HTMLEscapeString(text[i:j])
		if c := classes[i]; c != 0 {
			part = `<span class="` + string(c) + `">` + part + `</span>`
		}
		b.WriteString(part)
		i = j
	}
	return template.HTML(b.String())
}

// classify marks the bytes of keywords (k), strings (s), comments (c) and
// numbers (d).
func classify(text string, classes []byte) {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return
		}
		var class byte
		switch {
		case tok.IsKeyword():
			class, literal = 'k', tok.String()
		case tok == token.STRING || tok == token.CHAR:
			class = 's'
		case tok == token.COMMENT:
			class = 'c'
		case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
			class = 'd'
		default:
			continue
		}
		from := file.Offset(pos)
		for i := from; i < min(from+len(literal), len(text)); i++ {
			classes[i] = class
		}
	}
}
