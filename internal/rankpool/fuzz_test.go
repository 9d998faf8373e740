package rankpool

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"sooth/rank"
)

// FuzzJudge: whatever comes back from a person, the judgements that are
// written can be read, and none that stood before is gone.
func FuzzJudge(f *testing.F) {
	for _, seed := range []string{"topic\tdocument\tgrade\n1\ta\t1\n", "grade\ttopic\tdocument\n2\t1\tz\n1\t1\tz\n", "\ufefftopic\tdocument\tgrade\r\n1\tb\t-1\r\n", "# x\n\ntopic\tdocument\tgrade\n\t\t\n1\t#a\t1", "topic\tdocument\tgrade\n1\ta\x00\t1\n#1\ta\t1\n1\t\u00a0x\t1\n"} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	qrels := filepath.Join(dir, "qrels")
	if err := os.WriteFile(qrels, []byte("1 0 a 1\n1 0 b -2"), 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		name := filepath.Join(t.TempDir(), "judged")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := Judge(context.Background(), JudgeOptions{Files: []string{name}, Qrels: qrels}, nil)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := j.Write(&out); err != nil {
			t.Fatal(err)
		}
		read, err := rank.ReadJudgements(rank.Text{Name: "out", Data: out.Bytes()}, rank.Options{})
		if err != nil {
			t.Fatalf("%q became %q: %v", text, out.Bytes(), err)
		}
		if read.Len() != j.Before+j.Added || read.Grades("1")["a"] != 1 {
			t.Fatalf("%q became %q: %d judgements, want %d and %d", text, out.Bytes(), read.Len(), j.Before, j.Added)
		}
	})
}
