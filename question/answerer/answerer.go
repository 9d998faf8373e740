// Package answerer answers questions, rightly and wrongly, to measure how answers are read and judged.
//
// The control arms of a suite of questions are made of it: right answers must be accepted, and wrong ones must not.
//
// It is written from docs/format/question.md alone and shares nothing with the reader: no type, no template, no list of
// words. A question comes in as the line of JSON that a suite has.
package answerer

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Question is what an answerer needs to know of a question.
type Question struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	Object  string `json:"object"`
	Package string `json:"package"`
	File    string `json:"file"`
	Balance string `json:"balance"`
	Truth   Truth  `json:"truth"`
}

// Truth is what is right.
type Truth struct {
	Shape   string `json:"shape"`
	Boolean bool   `json:"boolean"`
	Places  []struct {
		File  string `json:"file"`
		Line  int    `json:"line"`
		First int    `json:"first"`
		Last  int    `json:"last"`
	} `json:"places"`
	Names     [][]string `json:"names"`
	Number    int64      `json:"number"`
	Signature string     `json:"signature"`
	Text      []string   `json:"text"`
}

// Parse reads the line of a question.
func Parse(line []byte) (Question, error) {
	var q Question
	err := json.Unmarshal(line, &q)
	return q, err
}

// Notations is how many ways of putting an answer Perfect knows for each shape.
const Notations = 10

// Perfect is the right answer in one of the ways, counted from 0.
func Perfect(q Question, way int) string {
	switch q.Truth.Shape {
	case "boolean":
		return q.boolean(way)
	case "location":
		return q.location(way)
	case "names":
		return q.names(way)
	case "number":
		return q.number(way)
	case "signature":
		return q.signature(way)
	case "text":
		return q.text(way)
	}
	return fmt.Sprintf("no such shape: %q", q.Truth.Shape)
}

// short is the last part of a name.
func short(name string) string { return name[strings.LastIndexAny(name, "./")+1:] }

// local is a name without the path of its package: "backoff.Ticker.Stop" of a path that ends in a version too.
func local(name string) string {
	i := strings.LastIndexByte(name, '/')
	rest := name[i+1:]
	if i < 0 || !strings.HasPrefix(rest, "v") || len(rest) < 2 || rest[1] < '0' || rest[1] > '9' {
		return rest
	}
	head := name[:i]
	_, member, ok := strings.Cut(rest, ".")
	if !ok {
		return head[strings.LastIndexByte(head, '/')+1:]
	}
	return head[strings.LastIndexByte(head, '/')+1:] + "." + member
}
