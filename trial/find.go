package trial

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sooth/score"
)

// Counts are the records of a run by state. They are always counted anew from
// the records.
type Counts struct {
	Answered    int `json:"answered"`
	NoAnswer    int `json:"no_answer"`
	InfraErrors int `json:"infra_errors"`
}

// Recorded returns the number of all records.
func (c Counts) Recorded() int { return c.Answered + c.NoAnswer + c.InfraErrors }

// Add counts one record.
func (c *Counts) Add(s score.State, n int) {
	switch s {
	case score.Answered:
		c.Answered += n
	case score.NoAnswer:
		c.NoAnswer += n
	case score.InfraError:
		c.InfraErrors += n
	}
}

// Summary is a run with what was recorded of it so far.
type Summary struct {
	Run
	Counts Counts `json:"counts"`
}

// ErrNoRun is the kind of error for a run that is not there or not named
// clearly: the caller must name another.
var ErrNoRun = errors.New("no such run")

func noRun(id string) error {
	return fmt.Errorf("%w: %q; hint: sooth runs list shows all", ErrNoRun, id)
}

// Runs returns all runs, the oldest first.
func (s *Store) Runs(ctx context.Context) ([]Summary, error) {
	list, _, err := s.runs(ctx, "ORDER BY started, number")
	return list, err
}

// runs returns the runs that a clause selects, with their numbers.
func (s *Store) runs(ctx context.Context, clause string, arguments ...any) ([]Summary, []int64, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT number, body, seal FROM run "+clause, arguments...)
	if err != nil {
		return nil, nil, s.note(err)
	}
	defer rows.Close()
	var list []Summary
	var numbers []int64
	place := map[int64]int{}
	for rows.Next() {
		var number int64
		var body, sealed []byte
		if err := rows.Scan(&number, &body, &sealed); err != nil {
			return nil, nil, s.note(err)
		}
		r, err := s.decodeRun(body, sealed)
		if err != nil {
			return nil, nil, s.note(err)
		}
		place[number] = len(list)
		list, numbers = append(list, Summary{Run: r}), append(numbers, number)
	}
	if err := rows.Err(); err != nil {
		return nil, nil, s.note(err)
	}
	query, arguments := "SELECT run, state, count(*) FROM record GROUP BY run, state", nil
	if len(numbers) == 1 {
		query, arguments = "SELECT run, state, count(*) FROM record WHERE run = ? GROUP BY state", []any{numbers[0]}
	}
	counts, err := s.db.Reader().QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, nil, s.note(err)
	}
	defer counts.Close()
	for counts.Next() {
		var number int64
		var state score.State
		var n int
		if err := counts.Scan(&number, (*string)(&state), &n); err != nil {
			return nil, nil, s.note(err)
		}
		if i, ok := place[number]; ok {
			list[i].Counts.Add(state, n)
		}
	}
	return list, numbers, s.note(counts.Err())
}

// Run returns the run with the given id, or with the only id that begins so;
// "last" is the one that was started last. What is not found or not clear is
// an [ErrNoRun].
func (s *Store) Run(ctx context.Context, id string) (Summary, error) {
	_, r, err := s.find(ctx, id)
	return r, err
}

func (s *Store) find(ctx context.Context, id string) (int64, Summary, error) {
	clause, arguments := "WHERE id = ?", []any{id}
	if id == "last" {
		clause, arguments = "ORDER BY started DESC, number DESC LIMIT 1", nil
	}
	list, numbers, err := s.runs(ctx, clause, arguments...)
	if err == nil && len(list) == 0 && id != "" {
		// GLOB would read wildcards; a comparison of the beginning does not.
		list, numbers, err = s.runs(ctx, "WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 5", id)
	}
	switch {
	case err != nil:
		return 0, Summary{}, err
	case len(list) == 0:
		return 0, Summary{}, noRun(id)
	case len(list) > 1:
		var names []string
		for _, r := range list {
			names = append(names, r.ID)
		}
		return 0, Summary{}, fmt.Errorf("%w: %q begins several: %s; hint: write more of it", ErrNoRun, id, strings.Join(names, ", "))
	}
	return numbers[0], list[0], nil
}

// Unfinished returns the newest run that ended before its plan did and that r
// would go on with: the same plan, name of the suite, toolchain level and mode.
// The suite's hash is a fact of the run and no part of what is asked.
func (s *Store) Unfinished(ctx context.Context, r Run) (Summary, bool, error) {
	list, _, err := s.runs(ctx, "WHERE plan = ? ORDER BY started DESC, number DESC", r.Plan)
	if err != nil {
		return Summary{}, false, err
	}
	for _, x := range list {
		if x.resumable() && x.Suite == r.Suite && x.Toolchain == r.Toolchain && x.Mode == r.Mode {
			return x, true, nil
		}
	}
	return Summary{}, false, nil
}

// Left returns the newest run of r's suite and mode that ended before its plan
// did, whatever its plan is.
func (s *Store) Left(ctx context.Context, r Run) (Summary, bool, error) {
	list, err := s.Runs(ctx)
	if err != nil {
		return Summary{}, false, err
	}
	for _, x := range slices.Backward(list) {
		if x.Suite == r.Suite && x.Mode == r.Mode {
			return x, x.resumable() && x.Counts.Recorded() > 0, nil
		}
	}
	return Summary{}, false, nil
}

// resumable reports whether the run ended before its plan did.
func (r Summary) resumable() bool {
	return r.End == Running || r.End == Interrupted || r.End == BudgetExceeded
}
