package trial

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// rewrite reads runs and writes them again as an export does.
func rewrite(text []byte) ([]byte, error) {
	type read struct {
		run     Run
		records []Record
	}
	var list []*read
	in := &importer{ctx: context.Background(), name: "x", lines: bufio.NewReader(bytes.NewReader(text))}
	err := in.runs(func(r Run) error {
		list = append(list, &read{run: r.normal()})
		return nil
	}, func(r *row) error {
		x := list[len(list)-1]
		whole := r.record
		whole.System, whole.Prompt, whole.Answer = string(r.texts[0]), string(r.texts[1]), string(r.texts[2])
		x.records = append(x.records, whole)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	lines := encoder(&out)
	for _, x := range list {
		count := len(x.records)
		if err := lines.Encode(header{Schema, &x.run, &count}); err != nil {
			return nil, err
		}
		for _, r := range x.records {
			if err := lines.Encode(r); err != nil {
				return nil, err
			}
		}
	}
	return out.Bytes(), nil
}

// FuzzImport: whatever is read is refused, or stands for itself: written as an
// export it is read again, and written as the same bytes.
func FuzzImport(f *testing.F) {
	seeds, err := filepath.Glob("testdata/import/*.jsonl")
	if err != nil || len(seeds) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range seeds {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := rewrite(text)
		if err != nil {
			return
		}
		again, err := rewrite(once)
		if err != nil || !bytes.Equal(once, again) {
			t.Errorf("%s\nbecame\n%s\n%v", once, again, err)
		}
	})
}

// TestSeeds keeps the seeds what they are: two that are read, one cut short.
func TestSeeds(t *testing.T) {
	for name, sound := range map[string]bool{"three": true, "two-runs": true, "cut": false} {
		text, err := os.ReadFile("testdata/import/" + name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		again, err := rewrite(text)
		if (err == nil) != sound || sound && !bytes.Equal(text, again) {
			t.Errorf("%s: %v\n%s", name, err, again)
		}
	}
}
