package rankrun

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sooth/agent"
	"sooth/score"
	"sooth/search"
	"sooth/suite"
)

// asker is the agent that the runner asks: an arm is a system, a task a query,
// an answer a ranking as JSON.
type asker struct {
	systems map[string]*system
	queries map[string]search.Query
	depth   int
}

// Name names the agent in records.
func (a *asker) Name() string { return "search" }

// Answer asks one system one query. A failure of a search is the surroundings'
// doing; its word comes first in the reason. What is known beside it is kept.
func (a *asker) Answer(ctx context.Context, r agent.Request) (agent.Answer, error) {
	y, q := a.systems[r.Arm], a.queries[r.Task]
	if y == nil || q.ID == "" {
		return agent.Answer{}, fmt.Errorf("no system %q or no query %q", r.Arm, r.Task)
	}
	ranking, err := y.ask(ctx, q, a.depth)
	text, encoding := json.Marshal(ranking)
	if encoding != nil {
		return agent.Answer{}, encoding
	}
	answer := agent.Answer{Text: string(text)}
	var failure *search.Failure
	if errors.As(err, &failure) {
		return answer, &agent.Failure{State: score.InfraError, Reason: failure.Error()}
	}
	return answer, err
}

// decode reads a ranking out of a record's answer.
func decode(answer string) (search.Ranking, error) {
	var r search.Ranking
	if answer == "" {
		return r, nil
	}
	err := json.Unmarshal([]byte(answer), &r)
	return r, err
}

// failure splits the reason of a record into its word and clause.
func failure(reason string) (search.Word, string) {
	word, clause, ok := strings.Cut(reason, ": ")
	if ok && slices.Contains(search.Words(), search.Word(word)) {
		return search.Word(word), clause
	}
	if strings.HasPrefix(reason, "no answer within") {
		return search.TimedOut, reason
	}
	return search.NotStarted, reason
}

// plan lists the trials: queries in seeded random order, the systems side by
// side. The order is that of the SHA-256 over seed and a query's id, so that
// leaving queries out does not move the others. Repeats are passes over all of it.
func plan(s *suite.Search, systems []*system, repeats int) []suite.Trial {
	type ticket struct {
		sum   [sha256.Size]byte
		query search.Query
	}
	tickets := make([]ticket, len(s.Queries))
	for i, q := range s.Queries {
		b := binary.BigEndian.AppendUint64(nil, s.Seed)
		tickets[i] = ticket{sha256.Sum256(append(b, q.ID...)), q}
	}
	slices.SortFunc(tickets, func(a, b ticket) int { return bytes.Compare(a.sum[:], b.sum[:]) })
	var list []suite.Trial
	for repeat := range repeats {
		for _, t := range tickets {
			for _, y := range systems {
				list = append(list, suite.Trial{
					Order: len(list), Task: t.query.ID, Arm: y.Name, Repeat: repeat, System: y.definition, Prompt: prompt(t.query),
				})
			}
		}
	}
	return list
}

// prompt is what a query asks: its text, or for a call of a tool the call.
func prompt(q search.Query) string {
	if q.Tool == "" && q.Arguments == nil {
		return q.Text
	}
	text, err := json.Marshal(map[string]any{"tool": q.Tool, "args": q.Arguments})
	if err != nil {
		return q.Text
	}
	return string(text)
}
