package truth

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/internal/truth/label"
)

// Sample chooses about n labels: of every class of every module some, the same
// each time.
func Sample(labels []label.Label, n int) []label.Label {
	groups := map[string][]label.Label{}
	var keys []string
	for _, l := range labels {
		k := l.Class + " " + l.Module
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], l)
	}
	slices.Sort(keys)
	var out []label.Label
	for _, k := range keys {
		g := groups[k]
		slices.SortStableFunc(g, func(a, b label.Label) int { return strings.Compare(shuffle(a), shuffle(b)) })
		out = append(out, g[:min(len(g), max(1, (n*len(g)+len(labels)/2)/max(1, len(labels))))]...)
	}
	return out
}

// Turn chooses one phrasing after the other of every item, so that n labels
// make about 2n texts and every phrasing has its share.
func Turn(texts []Text) []Text {
	var out []Text
	for _, t := range texts {
		sum := sha256.Sum256([]byte(t.Module + t.Symbol + t.Class + t.Style))
		if int(binary.BigEndian.Uint16(sum[:])%8)+1 == t.Phrasing {
			out = append(out, t)
		}
	}
	return out
}

func shuffle(l label.Label) string {
	sum := sha256.Sum256([]byte(l.Module + l.Symbol + l.Class + l.Style + l.True.Object))
	return string(sum[:])
}

// ClaimOf is the claim that a right reader makes of a text: for judges that
// know the answers beforehand.
func ClaimOf(t Text) claim.Claim {
	s := t.Statement
	c := claim.Claim{Subject: s.Receiver + "." + s.Name, Object: s.Object, Text: t.Words}
	switch s.Form {
	case label.Exists, label.Member:
		c.Kind, c.Subject = claim.Symbol, s.Package+"."+c.Subject
	case label.Within, label.Location:
		c.Kind = claim.Location
	case label.Citation, label.File:
		c.Kind = claim.Citation
	case label.Signature:
		c.Kind = claim.Signature
	case label.Code:
		c.Kind = claim.Code
	default:
		c.Kind, c.Verb = claim.Structure, verb(s.Form)
	}
	return c
}
