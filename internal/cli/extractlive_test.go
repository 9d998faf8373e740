package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sooth/internal/extractreport"
	"sooth/llm/llmtest"
)

// TestExtractLive: a suite of kind extract with a model behind the wire format of
// a provider that turns requests away in bursts: schema and parameters of the
// suite are sent, every fixture is answered, tokens and cost are known, and
// afterwards the answers are there for --mode cached, which asks nothing.
func TestExtractLive(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var schemas, cool atomic.Int64
	observer := func(c llmtest.Call) llmtest.Behaviour {
		if c.Schema {
			schemas.Add(1)
		}
		if bytes.Contains(c.Body, []byte(`"temperature":0.1`)) {
			cool.Add(1)
		}
		text := `{"claims":[]}`
		if strings.Contains(c.Prompt, "verify=False") {
			text = `{"claims":[{"subject":"tls/cert_verification","predicate":"enabled","value":false,"confidence":0.9,"line":6}]}`
		}
		return llmtest.Behaviour{Text: text}
	}
	s := serve(t, llmtest.Options{Behave: llmtest.Burst{Seed: 3, RateLimits: 0.3, Overloads: 0.4, WaitFrom: time.Second, WaitTo: time.Second, Tries: 4, Then: observer}.Behave, Key: "right"})
	db := t.TempDir()
	run := func(args ...string) (extractreport.Report, string) {
		t.Helper()
		c := exec.Command(self, append([]string{"run", "testdata/extract", "--db", db, "--arms", "v1", "--repeats", "1", "--model", "claude-haiku-4-5", "--format", "json"}, args...)...)
		c.Env = append(os.Environ(), commandVariable+"=1", "ANTHROPIC_BASE_URL="+s.URL(), "ANTHROPIC_API_KEY=right")
		var out, errs bytes.Buffer
		c.Stdout, c.Stderr = &out, &errs
		if exit := code(t, c.Run()); exit != 0 {
			t.Fatalf("exit %d: %s%s", exit, errs.String(), out.String())
		}
		var r extractreport.Report
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		return r, errs.String()
	}
	r, _ := run()
	asked := s.Counts()
	if r.Run.Mode != "live" || r.Run.Answered != 6 || r.Run.InfraErrors != 0 || asked.ByStatus[429] == 0 || asked.ByStatus[529] == 0 || asked.Distinct != 6 {
		t.Errorf("%+v, %+v", asked, r.Run)
	}
	if n := int64(asked.Requests); schemas.Load() != n || cool.Load() != n {
		t.Errorf("%d requests with a schema, %d with the temperature of the suite", schemas.Load(), cool.Load())
	}
	y := r.Systems[0]
	if y.Metrics.TP != 1 || y.Metrics.FN != 4 || y.Metrics.FP != 0 || y.InputTokens == nil || *y.InputTokens == 0 || y.CostUSD == nil || *y.CostUSD <= 0 {
		t.Errorf("%+v", y)
	}
	again, _ := run("--mode", "cached")
	if again.Run.Mode != "cached" || again.Systems[0].Metrics.TP != 1 || s.Counts().Requests != asked.Requests {
		t.Errorf("%+v, %d requests", again.Run, s.Counts().Requests)
	}
}
