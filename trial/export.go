package trial

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
)

// header is the first line of an exported run. Records is the number of lines
// that follow, so that a file that was cut short is seen to be.
type header struct {
	Schema  string `json:"schema"` // "sooth.trial/1"
	Run     *Run   `json:"run"`
	Records *int   `json:"records"`
}

// Export writes a run as JSON lines: one that describes it, then its records in
// the order of the plan. The run is named as in [Store.Run]; of a run that is
// being executed the records of one moment are written.
func (s *Store) Export(ctx context.Context, run string, w io.Writer) error {
	number, found, err := s.find(ctx, run)
	if err != nil {
		return err
	}
	tx, err := s.db.Reader().BeginTx(ctx, nil)
	if err != nil {
		return s.note(err)
	}
	defer tx.Rollback()
	var count int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM record WHERE run = ?", number).Scan(&count); err != nil {
		return s.note(err)
	}
	out := bufio.NewWriter(w)
	lines := encoder(out)
	if err := lines.Encode(header{Schema, &found.Run, &count}); err != nil {
		return err
	}
	s.records(ctx, tx, number, func(r Record, failure error) bool {
		if err = failure; err == nil {
			err = lines.Encode(r)
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// encoder writes JSON lines for people, too: <, > and & as they are.
func encoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}
