package nearest_test

import (
	"slices"
	"testing"

	"sooth/internal/nearest"
)

func TestWord(t *testing.T) {
	known := []string{"tasks", "tests", "toolchain", "success_hints"}
	for name, want := range map[string]string{"task": "tasks", "taks": "tasks", "test": "tests", "TASKS": "tasks", "success-hints": "success_hints", "toolchian": "toolchain", "x": "", "": "", "seed": ""} {
		if got := nearest.Word(name, known); got != want {
			t.Errorf("Word(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"kitten", "sitting", 9, 3}, {"ca", "abc", 9, 3}, {"form", "from", 9, 1}, {"", "abc", 9, 3},
		{"größe", "grosse", 9, 3}, {"kitten", "sitting", 2, 2}, {"same", "same", 1, 0}, {"abcdef", "zzzzzz", 3, 3}, {"xyab", "yxba", 3, 2},
	} {
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := min(nearest.Distance(pair[0], pair[1], c.limit), c.limit); got != c.want {
				t.Errorf("Distance(%q, %q, %d) = %d, want %d", pair[0], pair[1], c.limit, got, c.want)
			}
		}
	}
}

func TestSymbol(t *testing.T) {
	names := []string{"AddCommand", "SetHelpCommandGroupID", "Execute", "ExecuteContext", "Url"}
	for name, want := range map[string]string{
		"addCommand": "AddCommand", "SetHelpCommandGroupId": "SetHelpCommandGroupID", "Exeucte": "Execute",
		"CommandAdd": "AddCommand", "URL": "Url", "Zzz": "", "Execute": "ExecuteContext",
	} {
		if got := nearest.Symbol(name, nearest.Distant, slices.Values(names)); got != want {
			t.Errorf("Symbol(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestHint(t *testing.T) {
	if got := nearest.Hint("reed", []string{"read", "write"}); got != "did you mean `read`?" {
		t.Error(got)
	}
	if got := nearest.Hint("zebra", []string{"read", "write"}); got != "known are: read, write" {
		t.Error(got)
	}
	if got := nearest.Hint("zebra", nil); got != "none is declared" {
		t.Error(got)
	}
}
