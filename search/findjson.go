package search

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// maxStarts bounds how many places are tried as the beginning of JSON, so that
// output made of brackets costs no more than output made of letters.
const maxStarts = 200

// errCutOff says that JSON begins and does not end.
var errCutOff = errors.New("JSON that ends in the middle")

// findJSON returns the JSON value in output that wanted accepts, and the number
// of lines around it that are not blank. A value begins at a bracket at the
// beginning of a line, or else behind a blank in one (a time stamp before it), and
// nothing but blanks follows its end in its line: "[12] started" is no value.
// A value inside another one is never taken: of output that was cut off in
// the middle an inner empty list must not become an empty ranking.
//
// Without a value that is wanted, the first that was seen is returned, or nil,
// and an error.
func findJSON(output []byte, wanted func(any) bool) (value any, noise int, err error) {
	var other any
	tried := 0
	for _, inside := range []bool{false, true} {
		for i := 0; i < len(output) && tried < maxStarts; {
			next := bytes.IndexAny(output[i:], "{[")
			if next < 0 {
				break
			}
			i += next
			if !begins(output, i, inside) {
				i++
				continue
			}
			tried++
			v, length, err := decode(output[i:])
			switch {
			case errors.Is(err, errCutOff):
				return other, lines(output), err
			case err != nil:
				i++
				continue
			case wanted(v):
				return v, lines(output[:i]) + lines(output[i+length:]), nil
			case other == nil:
				other = v
			}
			i += length
		}
	}
	if last, ok := bytes.CutSuffix(bytes.TrimSpace(output), []byte("null")); ok && other == nil && wanted([]any{}) && (len(last) == 0 || last[len(last)-1] == '\n') {
		return []any{}, lines(last), nil // how some programs print an empty list
	}
	return other, lines(output), errors.New("no JSON")
}

// begins says whether a value may begin at a bracket: at the beginning of a line, or inside of one.
func begins(output []byte, i int, inside bool) bool {
	line := output[bytes.LastIndexByte(output[:i], '\n')+1 : i]
	before := bytes.TrimLeft(line, " \t\ufeff")
	if (len(before) > 0) != inside {
		return false
	}
	if inside && before[len(before)-1] != ' ' && before[len(before)-1] != '\t' {
		return false
	}
	if len(line) == 0 {
		return true
	}
	previous := bytes.TrimRight(output[:i], " \t\r\n")
	return len(previous) == 0 || bytes.IndexByte([]byte(":,[{"), previous[len(previous)-1]) < 0
}

// decode reads one JSON value that ends at the end of a line.
func decode(text []byte) (value any, length int, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, 0, errCutOff
	} else if err != nil {
		return nil, 0, err
	}
	length = int(d.InputOffset())
	if rest := bytes.TrimLeft(text[length:], " \t\r"); len(rest) > 0 && rest[0] != '\n' {
		return nil, 0, errors.New("text behind the value")
	}
	return value, length, nil
}

// lines counts the lines that are not blank.
func lines(text []byte) int {
	n := 0
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) > 0 {
			n++
		}
	}
	return n
}
