package cli_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sooth/llm/llmtest"
)

// The statistical traps of evaluation programs as whole live runs; each is held
// as arithmetic, too, in internal/compare and stat.

// tolds is what these tests read of a report.
type tolds struct {
	Run struct {
		End     string `json:"end"`
		Records int    `json:"records"`
	} `json:"run"`
	Arms []struct {
		Name    string `json:"name"`
		Trials  int    `json:"trials"`
		Retried int    `json:"retried"`
	} `json:"arms"`
	Rates []struct {
		Arm       string `json:"arm"`
		Criterion string `json:"criterion"`
		Repeated  []struct {
			K        int      `json:"k"`
			PassAtK  *float64 `json:"pass_at_k"`
			PassHatK *float64 `json:"pass_hat_k"`
			Tasks    int      `json:"tasks"`
		} `json:"repeated"`
	} `json:"rates"`
	Tasks []struct {
		ID     string `json:"id"`
		Trials []struct {
			Arm      string `json:"arm"`
			Repeat   int    `json:"repeat"`
			State    string `json:"state"`
			Criteria map[string]struct {
				Outcome string `json:"outcome"`
			} `json:"criteria"`
			Effort struct {
				Retries int `json:"retries"`
			} `json:"effort"`
		} `json:"trials"`
	} `json:"tasks"`
	Comparisons []struct {
		Sentence string `json:"sentence"`
		N        int    `json:"n"`
		Lost     struct {
			InfraError int `json:"infra_error"`
		} `json:"lost"`
	} `json:"comparisons"`
}

// TestTrapCachedRepeats is trap 7: repeats that come out of a cache are no
// repeats, and a seed that never reaches the model, or is one for all, makes one
// sample out of several. Each repeat is asked anew; where the provider takes a
// seed, with one of its own.
func TestTrapCachedRepeats(t *testing.T) {
	var mutex sync.Mutex
	seeds := map[string][]int64{} // by prompt
	s := serve(t, llmtest.Options{Models: []string{"gpt-5-mini", "claude-haiku-4-5"}, Behave: func(c llmtest.Call) llmtest.Behaviour {
		var body struct{ Seed *int64 }
		if err := json.Unmarshal(c.Body, &body); err == nil && body.Seed != nil {
			mutex.Lock()
			seeds[c.Prompt] = append(seeds[c.Prompt], *body.Seed)
			mutex.Unlock()
		}
		return coder(c)
	}})
	environ, db := providerEnvironment(s.URL(), liveKey), t.TempDir()
	if _, errs, exit := asked(t, environ, "--db", db, "--model", "gpt-5-mini", "--repeats", "3", "--param", "seed=7"); exit != 0 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	if c := s.Counts(); c.Requests != 12 || c.Distinct != 12 || len(seeds) != 4 {
		t.Errorf("with seeds: %+v, %v", c, seeds)
	}
	for prompt, list := range seeds {
		if slices.Sort(list); !slices.Equal(list, []int64{7, 8, 9}) {
			t.Errorf("seeds %v of %q, want 7, 8, 9", list, prompt)
		}
	}
	// A provider without seeds is warned of, and is sent equal requests as often
	// as there are repeats.
	_, errs, exit := asked(t, environ, "--db", db, "--new-run", "--model", "claude-haiku-4-5", "--repeats", "3", "--param", "seed=7")
	if c := s.Counts(); exit != 0 || c.Requests != 24 || c.Distinct != 16 || c.MostSeen != 3 || !strings.Contains(errs, `parameter "seed" does not reach model "claude-haiku-4-5"`) {
		t.Errorf("without seeds: exit %d, %+v: %s", exit, c, errs)
	}
}

// TestTrapRepeats is traps 3 and 8: pass@k and pass^k of a live run are what
// choosing all sets of k answers gives, in JSON, and told in text, Markdown and
// HTML; the rows of CSV give them again. A trial of which a request was sent
// again is counted for its arm, everywhere.
func TestTrapRepeats(t *testing.T) {
	const repeats = 4
	passes := map[string]int{"lower": 1, "lower docs": 3, "sorted": 0, "sorted docs": 4} // of the four
	var mutex sync.Mutex
	answered, tripped := map[string]int{}, false
	s := serve(t, llmtest.Options{Behave: func(c llmtest.Call) llmtest.Behaviour {
		name := "lower"
		if strings.Contains(c.Prompt, "func Sorted") {
			name = "sorted"
		}
		if !strings.HasPrefix(c.Prompt, "Write") {
			name += " docs"
		}
		mutex.Lock()
		defer mutex.Unlock()
		if name == "sorted docs" && !tripped {
			tripped = true
			return llmtest.Behaviour{Fault: llmtest.Overload}
		}
		if answered[name]++; answered[name] > passes[name] {
			return llmtest.Behaviour{Text: "```go\npackage solution\n\nfunc Lower(s string) string { return undefined }\n```"}
		}
		return coder(c)
	}})
	db := t.TempDir()
	environ := providerEnvironment(s.URL(), liveKey)
	out, errs, exit := sooth(t, environ, "run", "testdata/tiny", "--db", db, "--model", "claude-haiku-4-5", "--repeats", fmt.Sprint(repeats), "--format", "json")
	var r tolds
	if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 0 || s.Counts().Requests != 4*repeats+1 {
		t.Fatalf("exit %d, %v, %d requests: %s", exit, err, s.Counts().Requests, errs)
	}
	for name, n := range answered {
		if n != repeats {
			t.Fatalf("%q was answered %d times: the prompts are told apart wrongly", name, n)
		}
	}
	// By the outcomes of the report, and again by the rows of its CSV.
	told := map[string]map[string][]bool{} // arm, criterion → task → outcomes
	put := func(to map[string]map[string][]bool, arm, criterion, task, outcome string) {
		key := arm + " " + criterion
		if to[key] == nil {
			to[key] = map[string][]bool{}
		}
		if outcome == "pass" || outcome == "fail" {
			to[key][task] = append(to[key][task], outcome == "pass")
		}
	}
	for _, task := range r.Tasks {
		for _, trial := range task.Trials {
			for criterion, c := range trial.Criteria {
				put(told, trial.Arm, criterion, task.ID, c.Outcome)
			}
		}
	}
	rows, retries := map[string]map[string][]bool{}, map[string]string{}
	sheet, errs, exit := sooth(t, nil, "report", "last", "--db", db, "--format", "csv")
	lines, err := csv.NewReader(strings.NewReader(sheet)).ReadAll()
	if err != nil || exit != 0 || len(lines) < 2 {
		t.Fatalf("%d lines of CSV, %v: %s", len(lines), err, errs)
	}
	column := func(name string) int { return slices.Index(lines[0], name) }
	for _, line := range lines[1:] {
		put(rows, line[column("arm")], line[column("criterion")], line[column("task")], line[column("outcome")])
		retries[line[column("task")]+" "+line[column("arm")]+" "+line[column("repeat")]] = line[column("retries")]
	}
	again := 0
	for _, n := range retries {
		if n == "1" {
			again++
		} else if n != "0" {
			t.Errorf("%q retries", n)
		}
	}
	if len(retries) != 4*repeats || again != 1 {
		t.Errorf("%d trials in the CSV, %d of them asked again", len(retries), again)
	}
	checked := 0
	for _, rate := range r.Rates {
		if len(rate.Repeated) != repeats {
			t.Fatalf("%s, %s: %d values of k, want %d", rate.Arm, rate.Criterion, len(rate.Repeated), repeats)
		}
		for _, k := range rate.Repeated {
			for source, outcomes := range map[string]map[string][]bool{"report": told[rate.Arm+" "+rate.Criterion], "CSV": rows[rate.Arm+" "+rate.Criterion]} {
				any, all, tasks := everySet(outcomes, k.K)
				if tasks != k.Tasks || !same(k.PassAtK, any, tasks) || !same(k.PassHatK, all, tasks) {
					t.Errorf("%s, %s by the %s: %+v, want pass@k %v, pass^k %v of %d tasks", rate.Arm, rate.Criterion, source, k, any, all, tasks)
				}
				checked++
			}
		}
	}
	if checked < 2*2*5*repeats {
		t.Errorf("only %d values were checked", checked)
	}
	for _, arm := range r.Arms {
		if want := map[string]int{"none": 0, "docs": 1}[arm.Name]; arm.Retried != want || arm.Trials != 2*repeats {
			t.Errorf("%+v, want %d retried of %d", arm, want, 2*repeats)
		}
	}
	// compiles, docs: of four 3 and 4 pass. pass^2 = (3/6 + 1)/2; none: 1 and 0.
	for _, format := range []string{"text", "markdown", "html"} {
		out, errs, exit := sooth(t, nil, "report", "last", "--db", db, "--format", format)
		if exit != 0 {
			t.Fatalf("%s: exit %d: %s", format, exit, errs)
		}
		for _, want := range []string{"pass@k", "pass^k", "75.0 %", "retried", "1 (12 %)", "0 (0 %)"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s lacks %q", format, want)
			}
		}
	}
}

// everySet chooses all sets of k answers to each task: in how many of them one
// passes, and all do, as means over the tasks that have k.
func everySet(outcomes map[string][]bool, k int) (any, all float64, tasks int) {
	for _, list := range outcomes {
		sets, one, every := 0, 0, 0
		for set := range 1 << len(list) {
			size, passes := 0, 0
			for i, pass := range list {
				if set>>i&1 == 1 {
					size++
					if pass {
						passes++
					}
				}
			}
			if size != k {
				continue
			}
			sets++
			if passes > 0 {
				one++
			}
			if passes == k {
				every++
			}
		}
		if sets > 0 {
			tasks++
			any, all = any+float64(one)/float64(sets), all+float64(every)/float64(sets)
		}
	}
	return any / float64(tasks), all / float64(tasks), tasks
}

// same holds a value that may be missing against one over so many tasks.
func same(got *float64, want float64, tasks int) bool {
	if got == nil || tasks == 0 {
		return got == nil && tasks == 0
	}
	return math.Abs(*got-want) < 1e-12
}

// TestTrapBudgetStop is trap 8: a run that is stopped by its budget is a fair
// sample: the arms of a task stand side by side, so that none has more than one
// trial more than the other; and what is missing is told as missing.
func TestTrapBudgetStop(t *testing.T) {
	s, db := serve(t, llmtest.Options{Behave: coder}), t.TempDir() // equal answers are graded once
	for _, budget := range []string{"0.0173", "0.0181", "0.0190"} {
		out, errs, exit := asked(t, providerEnvironment(s.URL(), liveKey), "--db", db, "--new-run", "--model", "claude-haiku-4-5", "--max-tokens", "1000",
			"--repeats", "5", "--jobs", "1", "--yes", "--budget", budget, "--format", "json")
		var r tolds
		if err := json.Unmarshal([]byte(out), &r); err != nil || exit != 4 || r.Run.End != "budget_exceeded" || !strings.Contains(errs, "budget exceeded after") {
			t.Fatalf("%s: exit %d, %v, end %q: %s", budget, exit, err, r.Run.End, errs)
		}
		if r.Run.Records < 1 || r.Run.Records >= 20 || len(r.Arms) != 2 {
			t.Fatalf("%s: %d records", budget, r.Run.Records)
		}
		if d := r.Arms[0].Trials - r.Arms[1].Trials; d < 0 || d > 1 || r.Arms[0].Name != "none" {
			t.Errorf("%s: the arms have %+v", budget, r.Arms)
		}
		t.Logf("%s: %d records, %+v", budget, r.Run.Records, r.Arms)
	}
}

// TestTrapMixedResume is trap 9: a run that goes on with another prompt, or with
// another model behind the same name, would mix two experiments. It is refused
// with the list of differences.
func TestTrapMixedResume(t *testing.T) {
	alias := "claude-haiku-4-5"
	s := serve(t, llmtest.Options{Behave: coder})
	var mutex sync.Mutex
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		record := httptest.NewRecorder()
		s.ServeHTTP(record, r)
		mutex.Lock()
		defer mutex.Unlock()
		w.Header().Set("Content-Type", record.Header().Get("Content-Type"))
		w.WriteHeader(record.Code)
		w.Write(bytes.ReplaceAll(record.Body.Bytes(), []byte(`"model":"claude-haiku-4-5"`), []byte(`"model":"`+alias+`"`)))
	}))
	t.Cleanup(front.Close)
	dir, db := unanswered(t), t.TempDir() // recorded answers hold the prompts, too
	run := func(args ...string) (string, string, int) {
		return sooth(t, providerEnvironment(front.URL, liveKey), append([]string{"run", dir, "--db", db, "--model", "claude-haiku-4-5",
			"--max-tokens", "1000", "--repeats", "3", "--jobs", "1", "--yes", "--format", "json"}, args...)...)
	}
	if _, errs, exit := run("--budget", "0.0175"); exit != 4 {
		t.Fatalf("exit %d: %s", exit, errs)
	}
	asked := s.Counts().Requests
	if asked < 2 || asked > 10 {
		t.Fatalf("%d requests before the stop", asked)
	}
	// edited runs the suite with one file changed, and mends it afterwards.
	edited := func(file, old, new string) (string, int) {
		path := filepath.Join(dir, filepath.FromSlash(file))
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(old)) {
			t.Fatalf("%s: %v", file, err)
		}
		write(t, path, strings.Replace(string(text), old, new, 1))
		_, errs, exit := run()
		write(t, path, string(text))
		return errs, exit
	}
	errs, exit := edited("prompts/plain.txt", "{prompt}", "Be brief. {prompt}")
	if exit != 2 || !strings.Contains(errs, "prompt") || !strings.Contains(errs, "--new-run") {
		t.Errorf("another prompt: exit %d: %s", exit, errs)
	}
	errs, exit = edited("prompts/system.txt", "Go", "good Go")
	if exit != 2 || !strings.Contains(errs, "system") {
		t.Errorf("another system prompt: exit %d: %s", exit, errs)
	}
	if n := s.Counts().Requests; n != asked {
		t.Errorf("%d requests by commands that were refused", n-asked)
	}
	if _, errs, exit = run("--budget", "0.0181"); exit != 4 || s.Counts().Requests <= asked {
		t.Fatalf("the same command: exit %d, %d requests: %s", exit, s.Counts().Requests, errs)
	}
	asked = s.Counts().Requests
	// The alias shows with the first answer; it costs no second one, and the run
	// is not gone on with afterwards.
	mutex.Lock()
	alias = "claude-haiku-4-5-20991231"
	mutex.Unlock()
	for range 2 {
		_, errs, exit = run()
		if exit != 2 || s.Counts().Requests != asked+1 || !strings.Contains(errs, `model "claude-haiku-4-5" answered as claude-haiku-4-5 and as claude-haiku-4-5-20991231`) {
			t.Errorf("another model behind the name: exit %d, %d requests: %s", exit, s.Counts().Requests-asked, errs)
		}
	}
}
