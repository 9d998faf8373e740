package sample

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Accept returns the text of a draft as a reviewed fixture: status and
// reviewer are set where they stand, all else stays byte for byte, but for the
// words that asked for the review.
func Accept(text, reviewer string) (string, error) {
	if strings.TrimSpace(reviewer) == "" {
		return "", errors.New("nobody is named as reviewer")
	}
	text, err := set(text, "status", "reviewed")
	if err != nil {
		return "", err
	}
	if text, err = set(text, "reviewer", reviewer); err != nil {
		return "", err
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "  { subject = "):
			lines[i] = strings.Replace(line, `rationale = "`+Human+": ", `rationale = "`, 1)
		case strings.HasPrefix(line, "exhaustive = "):
			lines[i] = strings.Replace(line, " # "+Human+": is there really nothing?", "", 1)
		}
	}
	return strings.Join(lines, ""), nil
}

// Reject returns the text of a draft with the name of who rejected it; it stays
// a draft.
func Reject(text, reviewer string) (string, error) {
	return set(text, "reviewer", reviewer)
}

// set writes a key of the table [metadata], where it stands or at its end.
func set(text, key, value string) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	header := regexp.MustCompile(`^\s*\[\s*metadata\s*\]\s*(#.*)?$`)
	entry := regexp.MustCompile(`^(\s*)` + key + `(\s*)=`)
	in, last := false, -1
table:
	for i, line := range lines {
		bare := strings.TrimRight(line, "\r\n")
		switch {
		case header.MatchString(bare):
			in, last = true, i
		case strings.HasPrefix(strings.TrimSpace(bare), "[") && in:
			break table // what looks like another [metadata] below is content
		case in && entry.MatchString(bare):
			m := entry.FindStringSubmatch(bare)
			lines[i] = fmt.Sprintf("%s%s%s= %s%s", m[1], key, m[2], quote(value), line[len(bare):])
			return strings.Join(lines, ""), nil
		case in && strings.TrimSpace(bare) != "":
			last = i
		}
	}
	if last < 0 {
		return "", fmt.Errorf("there is no line [metadata]; hint: set %s = %s by hand", key, quote(value))
	}
	end := "\n"
	if strings.HasSuffix(lines[last], "\r\n") {
		end = "\r\n"
	}
	lines[last] = strings.TrimRight(lines[last], "\r\n") + end + key + " = " + quote(value) + end
	return strings.Join(lines, ""), nil
}
