package rankcompare

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"sooth/internal/gate"
)

// hostile is a comparison whose every name is an attack.
func hostile(t *testing.T) Input {
	t.Helper()
	const evil = `<script>alert(1)</script>"'|&=cmd` + "\x1b[31m\u202e"
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	in := load(t, TREC{
		Qrels:  write("q", evil+" 0 "+evil+" 1\n=1+1 0 a 1\n"),
		A:      write("a", evil+" Q0 "+evil+" 1 1 A"+evil+"\n=1+1 Q0 b 1 1 A"+evil+"\n"),
		B:      write("b", evil+" Q0 b 1 1 B"+evil+"\n=1+1 Q0 a 1 1 B"+evil+"\n"),
		Topics: write("t", "topic\tquery\tclass\n"+evil+"\t"+evil+"\t"+evil+"\n=1+1\t=2+2\t@SUM\n"), Measures: []string{"RR@10", "nDCG@10"}})
	g, err := gate.Parse("RR@10 > -0.02")
	if err != nil {
		t.Fatal(err)
	}
	in.Gates = []gate.Gate{g}
	return in
}

func told(t *testing.T, r *Result, format string) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, r, format, true); err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return out.String()
}

// TestHostile: what files call things is neither markup, nor a formula, nor a
// command to a terminal, in any format.
func TestHostile(t *testing.T) {
	r := compare(t, hostile(t))
	for _, format := range Formats() {
		s := told(t, r, format)
		if !strings.Contains(s, "script") {
			t.Errorf("%s: the names are not there", format)
		}
		if format != "csv" && strings.ContainsAny(s, "\x1b\u202e") && format != "json" {
			t.Errorf("%s: a terminal would obey", format)
		}
		switch format {
		case "html":
			if strings.Contains(s, "<script") || regexp.MustCompile(`(?i)(src|href)="?(https?:|//)|url\(|@import`).MatchString(s) {
				t.Errorf("html: markup of strangers, or something from elsewhere")
			}
			if n := strings.Count(s, "<svg"); n != 3 {
				t.Errorf("html: %d plots, want 3", n)
			}
			for _, svg := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(s, -1) {
				d := xml.NewDecoder(strings.NewReader(svg))
				for {
					if _, err := d.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("html: a plot is no XML: %v", err)
					}
				}
			}
		case "markdown":
			if regexp.MustCompile(`[^\\]<script`).MatchString(s) {
				t.Error("markdown: markup of strangers")
			}
		case "csv":
			rows, err := csv.NewReader(strings.NewReader(s)).ReadAll()
			if err != nil || len(rows) != 1+2*2 {
				t.Fatalf("csv: %v, %d rows", err, len(rows))
			}
			for _, row := range rows {
				for _, cell := range row[:4] {
					if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "@") {
						t.Errorf("csv: a formula: %s", cell)
					}
				}
			}
		case "json":
			var back Result
			if err := json.Unmarshal([]byte(s), &back); err != nil || back.Schema != Schema || len(back.Details) != 2 || back.Details[0].A.Hits == nil {
				t.Errorf("json: %v, %+v", err, back)
			}
		}
	}
}

// TestFormatsAgree: every format has the same numbers, twice the same bytes,
// and none that is undefined.
func TestFormatsAgree(t *testing.T) {
	in := load(t, TREC{Qrels: small + "mixed.qrels", A: small + "mixed.runA", B: small + "mixed.runB", Measures: []string{"nDCG@10", "Success@1", "Judged@5"}})
	r := compare(t, in)
	mean := r.Comparisons[0].MeanB
	for _, format := range Formats() {
		s := told(t, r, format)
		if s != told(t, compare(t, in), format) {
			t.Errorf("%s: not the same bytes twice", format)
		}
		if strings.Contains(s, "NaN") || strings.Contains(s, "Inf") || strings.Contains(s, "%!") || strings.Contains(s, "<nil>") {
			t.Errorf("%s: an undefined number", format)
		}
		if format != "csv" && format != "json" && !strings.Contains(s, four(mean)) {
			t.Errorf("%s: no %s", format, four(mean))
		}
		if format == "csv" { // the mean of its rows is the mean of the table
			rows, _ := csv.NewReader(strings.NewReader(s)).ReadAll()
			sum, n := 0.0, 0.0
			for _, row := range rows[1:] {
				if row[3] == "nDCG@10" && row[4] != "" && row[5] != "" {
					var v float64
					if err := json.Unmarshal([]byte(row[5]), &v); err != nil {
						t.Fatal(err)
					}
					sum, n = sum+v, n+1
				}
			}
			if n != 46 || math.Abs(sum/n-*mean) > 1e-12 {
				t.Errorf("csv: mean %v over %v rows, table %v", sum/n, n, *mean)
			}
		}
		if err := Write(&closed{100}, r, format, true); !errors.Is(err, syscall.EPIPE) {
			t.Errorf("%s into a pipe that closes: %v", format, err)
		}
	}
	if err := Write(io.Discard, r, "xml", false); err == nil {
		t.Error("an unknown format was written")
	}
}

// closed is a pipe whose reader has gone.
type closed struct{ left int }

func (c *closed) Write(p []byte) (int, error) {
	if c.left -= len(p); c.left < 0 {
		return 0, syscall.EPIPE
	}
	return len(p), nil
}
