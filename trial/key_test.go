package trial_test

import (
	"slices"
	"strings"
	"testing"

	"sooth/trial"
)

// TestKey holds the keys against values made by another program, from
// docs/format/trial.md alone:
//
//	def key(agent, model, params, system, prompt, arm, server, repeat, program=""):
//	    fields = ["sooth.trial/1", agent, model, str(len(params))]
//	    for name in sorted(params, key=str.encode): fields += [name, params[name]]
//	    fields += [system, prompt, arm, server, str(repeat)] + ([program] if program else [])
//	    h = hashlib.sha256()
//	    for f in fields: h.update(struct.pack(">Q", len(f.encode())) + f.encode())
//	    return h.hexdigest()
func TestKey(t *testing.T) {
	for _, c := range []struct {
		v    trial.Visible
		want string
	}{
		{trial.Visible{}, "22f404bdc7edeeff67a5156e231566860fc85c29f1afde006c823803431fced8"},
		{
			trial.Visible{Agent: "replay", Model: "claude", System: "Answer.\n", Prompt: "Write it.", Arm: "none"},
			"07e6433932668866018f89e8d585be9d1a9f2601421506065aa66d0262d2eb43",
		},
		{ // longer than any buffer
			trial.Visible{Agent: "replay", Model: "claude", System: "Answer.\n", Prompt: strings.Repeat("long ü", 1000), Arm: "none"},
			"3d67cf13fc690262d12e511b5121599988ef326fa0999f9bb64e5912a4e41ade",
		},
		{
			trial.Visible{
				Agent: "anthropic", Model: "claude-x", Parameters: map[string]string{"temperature": "0", "max_tokens": "1024", "Z": "", "é": "ü"},
				System: "S", Prompt: "P\x00Q", Arm: `{"kind":"mcp"}`, Server: "ab12", Repeat: 11,
			},
			"ed285c158e167f47b8967292be6bb873a4057645d75bd666c14f2e627dc63a9e",
		},
		{
			trial.Visible{Agent: "command:claude", Model: "command:claude", Prompt: "Write it.", Arm: "none", Repeat: 2, Program: "2.1.330, asked as 1a2b3c4d"},
			"5639881ab92f00c1df07c492fede09790df6a48c5bb4975e3f1b789e5c34d044",
		},
	} {
		if got := trial.Key(c.v); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.v, got, c.want)
		}
	}
}

// TestKeysDiffer: whatever the model could see changes the key, and text that
// moves from one field to the next does too.
func TestKeysDiffer(t *testing.T) {
	p := func(s ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(s); i += 2 {
			m[s[i]] = s[i+1]
		}
		return m
	}
	seen := map[string]int{}
	for i, v := range []trial.Visible{
		{}, {Agent: "a"}, {Model: "a"}, {System: "a"}, {Prompt: "a"}, {Arm: "a"}, {Server: "a"}, {Repeat: 1}, {Program: "a"},
		{System: "ab", Prompt: "c"}, {System: "a", Prompt: "bc"}, {System: "abc"}, {Prompt: "abc"},
		{Parameters: p("a", "")}, {Parameters: p("", "a")}, {Parameters: p("a", "b", "c", "d")}, {Parameters: p("a", "bc", "", "d")},
		{Parameters: p("a", "b"), System: "c", Prompt: "d"},
	} {
		key := trial.Key(v)
		if j, twice := seen[key]; twice {
			t.Errorf("%d and %d have the same key", j, i)
		}
		seen[key] = i
	}
}

func TestPlanHash(t *testing.T) {
	key := trial.Key(trial.Visible{Agent: "replay", Model: "claude", System: "Answer.\n", Prompt: "Write it.", Arm: "none"})
	plan := []trial.Planned{
		{Key: key, Task: "t1", Arm: "none", Model: "claude", Repeat: 0},
		{Key: key, Task: "t1", Arm: "none", Model: "claude", Repeat: 10},
	}
	if got, want := trial.PlanHash(slices.Values(plan)), "ba1c8bbe1910c137c16cf302de442c35bc3fe785e64dd91b893505fb3c09b1c1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	plan[0], plan[1] = plan[1], plan[0]
	if trial.PlanHash(slices.Values(plan)) == "ba1c8bbe1910c137c16cf302de442c35bc3fe785e64dd91b893505fb3c09b1c1" {
		t.Error("the order of the plan does not count")
	}
}
