package suite

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"iter"
	"regexp"
	"regexp/syntax"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Universe is all documents that could be returned.
type Universe struct {
	ids    []string // sorted by bytes
	digest [sha256.Size]byte
}

// Len is the number of documents.
func (u *Universe) Len() int { return len(u.ids) }

// All yields the documents, by bytes ascending.
func (u *Universe) All() iter.Seq[string] { return slices.Values(u.ids) }

// Has says whether a document is in the universe.
func (u *Universe) Has(id string) bool {
	_, ok := slices.BinarySearch(u.ids, id)
	return ok
}

// Match returns the documents that a pattern matches, by bytes ascending.
func (u *Universe) Match(p *regexp.Regexp) []string {
	ids := u.ids
	if prefix := anchoredPrefix(p.String()); prefix != "" {
		from := sort.SearchStrings(ids, prefix)
		to := from + sort.Search(len(ids)-from, func(i int) bool { return !strings.HasPrefix(ids[from+i], prefix) })
		ids = ids[from:to]
	}
	var found []string
	for _, id := range ids {
		if p.MatchString(id) {
			found = append(found, id)
		}
	}
	return found
}

// anchoredPrefix returns what every match must begin with when it can only begin at
// the beginning of a text; empty: not known.
func anchoredPrefix(pattern string) string {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	parsed = parsed.Simplify()
	if parsed.Op != syntax.OpConcat || len(parsed.Sub) < 2 || parsed.Sub[0].Op != syntax.OpBeginText {
		return ""
	}
	if literal := parsed.Sub[1]; literal.Op == syntax.OpLiteral && literal.Flags&syntax.FoldCase == 0 {
		return string(literal.Rune)
	}
	return ""
}

// maxUniverse bounds the file of a universe, in bytes.
const maxUniverse = 1 << 30

// readUniverse reads a file of one document a line.
func (l *loader) readUniverse(name string, at place) *Universe {
	clean, ok := l.name(name, at)
	if !ok {
		return nil
	}
	file, ok := l.open(clean, at, true)
	if !ok {
		return nil
	}
	defer file.Close()
	sum := sha256.New()
	reader := bufio.NewReaderSize(io.TeeReader(file, sum), 1<<20)
	u := &Universe{}
	lines := map[string]int{}
	var size int64
	for line := 1; ; line++ {
		text, err := readLine(reader)
		size += int64(len(text))
		switch {
		case errors.Is(err, errLongLine):
			l.problems.add(place{clean, line, 1}, "", "the line is longer than %d MiB", maxRow>>20)
			return nil
		case size > maxUniverse:
			l.problems.add(place{clean, line, 1}, "", "the file is larger than %d MiB", maxUniverse>>20)
			return nil
		case err != nil && !errors.Is(err, io.EOF):
			l.unreadable(clean, at, err)
			return nil
		}
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		id, _, _ := bytes.Cut(bytes.TrimRight(text, "\r\n"), []byte{'\t'})
		switch id := string(id); {
		case strings.TrimSpace(id) == "" && len(bytes.TrimSpace(text)) > 0:
			l.problems.add(place{clean, line, 1}, "each line is an id, and optionally a tab and a title", "the line has no id")
		case strings.TrimSpace(id) == "":
		case !utf8.ValidString(id) || strings.ContainsRune(id, 0):
			l.problems.add(place{clean, line, 1}, "save it as UTF-8", "the id is not text")
			return nil
		case strings.ContainsAny(id, " \v\f\u00a0"):
			l.problems.add(place{clean, line, 1 + strings.IndexAny(id, " \v\f\u00a0")}, "ids are words of TREC files; separate columns with tabs", "the id %q has a blank in it", id)
		case lines[id] > 0:
			l.problems.add(place{clean, line, 1}, "", "document %q is there twice: before in line %d", id, lines[id])
		default:
			lines[id] = line
			u.ids = append(u.ids, id)
		}
		if err != nil {
			break
		}
	}
	l.note(clean, size, sum)
	if len(u.ids) == 0 {
		l.problems.add(at, "", "the universe %q has no documents", clean)
		return nil
	}
	slices.Sort(u.ids)
	all := sha256.New()
	for _, id := range u.ids {
		io.WriteString(all, id)
		all.Write([]byte{0})
	}
	u.digest = [sha256.Size]byte(all.Sum(nil))
	return u
}
