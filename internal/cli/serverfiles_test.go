package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sooth/llm/llmtest"
)

// TestServerFiles: what a server reads is hashed before the first question and
// after the last one; it belongs to what the server is, and a change in between
// fails the run, which is kept.
func TestServerFiles(t *testing.T) {
	host := hosted(t, "t0k", 0)
	data := ""
	writing := false
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		if writing {
			if err := os.WriteFile(filepath.Join(data, "cache"), []byte("x"), 0o644); err != nil {
				t.Error(err)
			}
		}
		return curious(c)
	}})
	dir := armed(t, `url: "`+host.URL+`/mcp", headers: {Authorization: "Bearer {env.DOCS_TOKEN}"}, files: [index]`)
	data = filepath.Join(dir, "index")
	db := t.TempDir()
	type kept struct {
		Run struct {
			Servers map[string]struct {
				Files []struct {
					Path, SHA256 string
					Bytes        int
				}
			}
			Arms map[string]struct{ Server string }
		}
	}
	run := func() (errs string, exit int) {
		_, errs, exit = sooth(t, []string{"ANTHROPIC_BASE_URL=" + s.URL(), "ANTHROPIC_API_KEY=k", "DOCS_TOKEN=t0k"}, "run", dir, "--db", db, "--model", "claude-haiku-4-5", "--yes")
		return errs, exit
	}
	last := func() (k kept) {
		t.Helper()
		exported, _, _ := sooth(t, nil, "runs", "export", "last", "--db", db)
		if err := json.Unmarshal([]byte(strings.SplitN(exported, "\n", 2)[0]), &k); err != nil {
			t.Fatal(err)
		}
		return k
	}
	if errs, exit := run(); exit != 2 || !strings.Contains(errs, `the server of arm "docs" reads "index", which is not there`) || s.Counts().Requests != 0 {
		t.Errorf("nothing there: exit %d, %d requests: %s", exit, s.Counts().Requests, errs)
	}
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(data, "a"), "abc")
	if errs, exit := run(); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	first := last()
	if files := first.Run.Servers["docs"].Files; len(files) != 1 || files[0].Path != "index" || len(files[0].SHA256) != 64 || files[0].Bytes != 3 {
		t.Errorf("the run keeps %+v", first)
	}
	write(t, filepath.Join(data, "a"), "abd")
	writing = true
	errs, exit := run()
	if exit != 1 || !strings.Contains(errs, `"index", which the server of arm "docs" reads, has changed during the run: SHA-256 `) {
		t.Errorf("exit %d: %s", exit, errs)
	}
	if second := last(); second.Run.Arms["docs"].Server == first.Run.Arms["docs"].Server || second.Run.Servers["docs"].Files[0].SHA256 == first.Run.Servers["docs"].Files[0].SHA256 {
		t.Errorf("other data, the same server: %+v", second)
	}
}
