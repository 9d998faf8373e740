package suite

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"sooth/internal/nearest"
)

// Bounds of a .jsonl file.
const (
	maxAnswer = 10 << 20  // bytes of one answer
	maxRow    = 64 << 20  // bytes of one line: an answer may be escaped six bytes for one
	maxFile   = 512 << 20 // bytes of the file: what is read is kept
)

// row is one object of a .jsonl file whose keys were checked.
type row struct {
	l       *loader
	file    string
	line    int
	columns map[string]int // of the values
	values  map[string]jsonValue
}

func (r row) at(key string) place { return place{r.file, r.line, max(r.columns[key], 1)} }

// rows reads a .jsonl file line by line and calls each for every object with
// these keys. A byte order mark at the start, CRLF line ends and blank lines
// are harmless.
func (l *loader) rows(name string, at place, required bool, keys []key, each func(row, []byte)) bool {
	file, ok := l.open(name, at, required)
	if !ok {
		return false
	}
	defer file.Close()
	sum := sha256.New()
	var size int64
	reader := bufio.NewReaderSize(io.TeeReader(file, sum), 1<<16)
	for line := 1; ; line++ {
		text, err := readLine(reader)
		if err == nil || errors.Is(err, io.EOF) {
			size += int64(len(text))
		}
		switch {
		case errors.Is(err, errLongLine):
			l.problems.add(place{name, line, 1}, "", "the line is longer than %d MiB", maxRow>>20)
			return false
		case size > maxFile:
			l.problems.add(place{name, line, 1}, "", "the file is larger than %d MiB", maxFile>>20)
			return false
		case err != nil && !errors.Is(err, io.EOF):
			l.unreadable(name, at, err)
			return false
		}
		shift := 0
		if line == 1 && bytes.HasPrefix(text, []byte("\ufeff")) {
			shift = len("\ufeff")
		}
		if trimmed := bytes.TrimRight(text[shift:], "\r\n"); len(bytes.TrimSpace(trimmed)) > 0 {
			if r, ok := l.row(name, line, shift, trimmed, keys); ok {
				each(r, trimmed)
			}
		}
		if err != nil {
			l.note(name, size, sum)
			return true
		}
	}
}

var errLongLine = errors.New("line too long")

// readLine reads one line with its end, up to maxRow bytes.
func readLine(reader *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := reader.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxRow {
			return nil, errLongLine
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// row parses one line and checks its keys.
func (l *loader) row(name string, line, shift int, text []byte, keys []key) (row, bool) {
	r := row{l, name, line, map[string]int{}, map[string]jsonValue{}}
	v, failed := parseRow(text)
	if failed != nil {
		l.problems.add(place{name, line, failed.column + shift}, "", "JSON syntax error: %s", failed.message)
		return r, false
	}
	return r, l.members(r, "the row", v, shift, keys, "")
}

// members checks the keys of an object and remembers its values; those of an
// object within it under "outer.inner".
func (l *loader) members(r row, what string, v jsonValue, shift int, keys []key, prefix string) bool {
	at := func(column int) place { return place{r.file, r.line, column + shift} }
	if v.kind != '{' {
		l.problems.add(at(v.column), "", "%s must be an object, not %s", what, v.plain())
		return false
	}
	ok := true
	slips := map[string]bool{} // keys that an unknown one was probably meant to be
	for _, m := range v.members {
		known := slices.Contains(names(keys), m.name)
		_, twice := r.values[prefix+m.name]
		switch {
		case !known:
			l.problems.add(at(m.column), nearest.Hint(m.name, names(keys)), "%s has an unknown key %q", what, m.name)
			slips[nearest.Word(m.name, names(keys))] = true
			ok = false
		case twice:
			l.problems.add(at(m.column), "", "%s has the key %q twice: before at column %d", what, m.name, r.columns[prefix+m.name])
			ok = false
		}
		if _, twice := r.values[prefix+m.name]; !twice {
			r.values[prefix+m.name], r.columns[prefix+m.name] = m.value, m.value.column+shift
		}
	}
	for _, k := range keys {
		if _, has := r.values[prefix+k.name]; k.required && !has {
			if !slips[k.name] {
				l.problems.add(at(v.column), "", "%s lacks the key %q", what, k.name)
			}
			ok = false
		}
	}
	return ok
}

// text returns the text of a key and whether there is one.
func (r row) text(key string) (string, bool) {
	v, has := r.values[key]
	if has && v.kind != '"' {
		r.l.problems.add(r.at(key), "", "%q must be text, not %s", key, v.plain())
		return "", false
	}
	return v.text, has
}

// number returns the value of a key that must be a whole number from least to most.
func (r row) number(key string, least, most int) (int, bool) {
	v, has := r.values[key]
	if !has {
		return 0, true
	}
	n, err := strconv.Atoi(v.text)
	if v.kind != '0' || err != nil || n < least || n > most {
		r.l.problems.add(r.at(key), "", "%q must be a whole number from %d to %d, not %s", key, least, most, v.plain())
		return 0, false
	}
	return n, true
}

// plain says what a value is.
func (v jsonValue) plain() string {
	switch v.kind {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return fmt.Sprintf("the text %q", cut(v.text, 40))
	case 'n':
		return "null"
	}
	return v.text
}

// cut shortens a text for a message.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// fields returns the keys of a row from the json tags of the type that it is
// kept in: required unless the tag says omitempty or the key is named optional.
func fields(t reflect.Type, optional ...string) []key {
	var keys []key
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		keys = append(keys, key{name, option != "omitempty" && !slices.Contains(optional, name)})
	}
	return keys
}
