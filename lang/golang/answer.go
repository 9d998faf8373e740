package golang

import (
	"fmt"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/lang"
	"sooth/score"
)

// Extractor takes the Go program out of an answer, by the rules of "Taking the
// code out of an answer" in docs/format/code.md. It is safe for concurrent use.
type Extractor struct{}

var _ lang.Extractor = Extractor{}

// Version changes whenever another program may be taken out of an answer.
func (Extractor) Version() string { return "golang-answer/1" }

// Extract returns the files of the answer's program. Equal answers give equal
// programs.
func (Extractor) Extract(answer string) lang.Extraction {
	pieces, others := answerPieces(answer)
	if len(pieces) == 0 {
		if p, ok := bareAnswer(answer); ok && len(others) == 0 {
			pieces = []*answerPiece{p}
		} else {
			reason := string(score.NoCode)
			if len(others) > 0 {
				reason += ": " + strings.Join(others, ", ")
			}
			return lang.Extraction{Reason: reason}
		}
	}
	taken := chooseFiles(pieces)
	if len(taken) == 0 {
		taken = chooseSnippets(pieces)
	}
	return lang.Extraction{Files: filesOf(taken), Reason: answerReason(pieces, taken, others)}
}

// answerPiece is a block of an answer that may be part of its program.
type answerPiece struct {
	what string // "the go block at line 5"
	text string
	line int    // of the answer on which text starts, starting at 1
	name string // of its file, as the answer gives it; empty: none
	parsedAnswer
	fate string // why it was not taken
}

// answerPieces returns the blocks of an answer that may be Go, in order, and
// says what the other blocks are. Blocks tagged as Go win over blocks without
// a tag, those over indented ones.
func answerPieces(answer string) (pieces []*answerPiece, others []string) {
	blocks := claim.Blocks(answer)
	lines := strings.Split(answer, "\n")
	ranked := map[int][]*answerPiece{}
	for i, b := range blocks {
		kind, rank := b.Language(), 0
		switch {
		case kind == "go" || kind == "golang":
			kind, rank = "go block", 2
		case b.Fence != "" && kind == "":
			kind, rank = "block without a language", 1
		case b.Fence == "":
			kind = "indented block"
		default:
			others = append(others, fmt.Sprintf("the %s block at line %d is not Go", kind, b.Start.Line))
			continue
		}
		p := &answerPiece{what: fmt.Sprintf("the %s at line %d", kind, b.Start.Line), text: b.Content, line: b.Start.Line + 1}
		if len(b.Lines) > 0 {
			p.line = b.Lines[0].Line
		}
		p.parsedAnswer = parseAnswer(b.Content)
		if p.form == notGo || rank < 2 && p.form != completeFile && p.form != declarations {
			others = append(others, p.what+" is not Go")
			continue
		}
		after := 0
		if i > 0 {
			after = blocks[i-1].End
		}
		p.name = nameOfBlock(b, lines, after)
		ranked[rank] = append(ranked[rank], p)
	}
	for rank := 2; rank >= 0; rank-- {
		if len(pieces) == 0 {
			pieces = ranked[rank]
			continue
		}
		for _, p := range ranked[rank] {
			others = append(others, p.what+" gives way to blocks that are marked better")
		}
	}
	return pieces, others
}

// bareAnswer reads an answer without blocks that is Go from its first byte on.
func bareAnswer(answer string) (*answerPiece, bool) {
	p := &answerPiece{what: "the whole answer", text: answer, line: 1, parsedAnswer: parseAnswer(answer)}
	return p, p.form == completeFile || p.form == declarations && p.valid
}

// answerReason says which blocks were taken and why the others were not.
func answerReason(pieces, taken []*answerPiece, others []string) string {
	var names, left []string
	for _, p := range pieces {
		if slices.Contains(taken, p) {
			names = append(names, p.what)
		} else {
			left = append(left, p.what+" "+p.fate)
		}
	}
	if len(names) == 0 {
		return string(score.NoCode) + ": " + strings.Join(append(left, others...), ", ")
	}
	reason := "took " + strings.Join(names, ", ")
	if len(left)+len(others) == 0 && len(names) == 1 && names[0] != "the whole answer" {
		reason += ", the only code"
	}
	if len(taken) > 0 && taken[0].form != completeFile {
		reason += ", wrapped into a package"
	}
	if not := append(left, others...); len(not) > 0 {
		reason += "; not taken: " + strings.Join(not, ", ")
	}
	return reason
}
