package cli

import (
	"fmt"
	"strings"
	"testing"

	"sooth/trial"
)

// TestAsNow: earlier answers, the newest first, are given again where program, arm
// and server are those of now, or, as far as that is not known, those of the
// newest answer.
func TestAsNow(t *testing.T) {
	at := func(definition, server string) trial.Run {
		return trial.Run{Arms: map[string]trial.Arm{"docs": trial.NewArm(definition, server)}}
	}
	by := func(program string) trial.Record { return trial.Record{Arm: "docs", Model: "m", Program: program} }
	for _, c := range []struct {
		name    string
		program string // of now; "": not here
		runs    []trial.Run
		records []trial.Record
		accepts []bool
		says    string
	}{
		{"the same", "2", []trial.Run{at("d", "s"), at("d", "s")}, []trial.Record{by("2"), by("2")}, []bool{true, true}, ""},
		{"a run from before arms were kept", "2", []trial.Run{{}}, []trial.Record{by("2")}, []bool{true}, ""},
		{"another arm", "2", []trial.Run{at("e", "s"), at("d", "s")}, []trial.Record{by("2"), by("2")}, []bool{false, true}, `under arm "docs" are there: it was defined otherwise`},
		{"two servers", "2", []trial.Run{at("d", "new"), at("d", "old"), at("d", "new")}, []trial.Record{by("2"), by("2"), by("2")}, []bool{true, false, true}, "its server was another"},
		{"another program", "2", []trial.Run{at("d", "s")}, []trial.Record{by("1")}, []bool{false}, "the program was 1, and is 2"},
		{"no program", "", []trial.Run{at("d", "s"), at("d", "s")}, []trial.Record{by("2"), by("1")}, []bool{true, false}, "the program was 1, and is 2"},
		{"another program tells nothing of the server", "2", []trial.Run{at("d", "old"), at("d", "s")}, []trial.Record{by("1"), by("2")}, []bool{false, true}, "the program was 1"},
	} {
		x := &asNow{programs: map[string]string{}, definitions: map[string]trial.Arm{"docs": trial.NewArm("d", "")}, servers: map[string]string{}, others: map[string]string{}, say: func(string, ...any) {}}
		if c.program != "" {
			x.programs["m"] = c.program
		}
		var got []bool
		for i, r := range c.records {
			got = append(got, x.accept(c.runs[i], r))
		}
		if fmt.Sprint(got) != fmt.Sprint(c.accepts) || !strings.Contains(x.besides(), c.says) || c.says == "" && x.besides() != "" {
			t.Errorf("%s: %v, want %v; besides: %q", c.name, got, c.accepts, x.besides())
		}
	}
}
