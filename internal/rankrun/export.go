package rankrun

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/rankreport"
	"sooth/score"
	"sooth/search"
)

// Export writes the judgements of a report as qrels.txt and the rankings of each
// system as NAME.run into a folder, in TREC's formats. Preferences and negative
// queries have no place there and are left out; so is, of a run, a query whose
// search failed. Documents whose ids have blanks are an error.
func Export(dir string, r *rankreport.Report) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, "qrels.txt"), func(out io.Writer) error { return writeQrels(out, r) }); err != nil {
		return err
	}
	for i, y := range r.Systems {
		if err := writeFile(filepath.Join(dir, y.Name+".run"), func(out io.Writer) error { return writeRun(out, r, i) }); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(name string, write func(io.Writer) error) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	out := bufio.NewWriter(f)
	if err := write(out); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return out.Flush()
}

// graded says whether a query has a place in TREC's formats.
func graded(r *rankreport.Report, q rankreport.Query) bool {
	for _, c := range r.Classes {
		if c.Name == q.Class {
			return !q.Negative && c.Truth != search.Preference
		}
	}
	return false
}

func writeQrels(out io.Writer, r *rankreport.Report) error {
	for _, q := range r.Queries {
		if !graded(r, q) {
			continue
		}
		for _, id := range slices.Sorted(maps.Keys(q.Grades)) {
			if err := word(id); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "%s 0 %s %d\n", q.ID, id, q.Grades[id]); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeRun(out io.Writer, r *rankreport.Report, system int) error {
	for _, q := range r.Queries {
		a := q.Answers[system]
		if !graded(r, q) || a.State != score.Answered {
			continue
		}
		for i, h := range a.Hits {
			if err := word(h.ID); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "%s Q0 %s %d %d %s\n", q.ID, h.ID, i+1, r.Run.K-i, a.System); err != nil {
				return err
			}
		}
	}
	return nil
}

// word refuses what cannot be a word of TREC's formats.
func word(id string) error {
	if strings.ContainsAny(id, " \t\n\v\f\r") {
		return fmt.Errorf("the document %q has a blank in its id, which TREC's formats cannot hold; hint: rewrite in the system's hits", id)
	}
	return nil
}
