package triage

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"

	"sooth/claim"
	"sooth/oracle"
)

// fingerprints identifies each claim of a file by what it says, not by where:
// the first 16 bytes, in hex, of the SHA-256 over file, kind, text, subject,
// verb, object, negation and the number, from 1 on, of this claim among those
// of the file that are equal in all of these. Each part is preceded by its length
// as eight bytes, big endian; white space in the text is one blank.
func fingerprints(file string, verdicts []oracle.Verdict) []string {
	seen := map[[sha256.Size]byte]int{}
	list := make([]string, len(verdicts))
	for i, v := range verdicts {
		c := v.Claim
		words := []string{file, string(c.Kind), folded(c.Text), c.Subject, c.Verb, c.Object, strconv.FormatBool(c.Negated)}
		said := digest(words)
		seen[said]++
		sum := digest(append(words, strconv.Itoa(seen[said])))
		list[i] = hex.EncodeToString(sum[:16])
	}
	return list
}

// digest is the SHA-256 over words, each preceded by its length.
func digest(words []string) [sha256.Size]byte {
	h := sha256.New()
	for _, w := range words {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(w)))
		h.Write(n[:])
		h.Write([]byte(w))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// folded makes every run of white space one blank.
func folded(s string) string { return strings.Join(strings.Fields(s), " ") }

// lines returns the first and the last line of a claim.
func lines(c claim.Claim) (first, last int) {
	return c.Line, c.Line + strings.Count(strings.TrimRight(c.Text, "\r\n"), "\n")
}
