package assemble

import (
	"slices"
	"testing"

	"sooth/trial"
)

func TestOffers(t *testing.T) {
	offered := func(list ...trial.Offered) trial.Server { return trial.Server{Offered: list} }
	old := offered(trial.Offered{Name: "find", Hash: "1"}, trial.Offered{Name: "read", Hash: "2"}, trial.Offered{Name: "same", Hash: "3"})
	young := offered(trial.Offered{Name: "find", Hash: "9"}, trial.Offered{Name: "same", Hash: "3"}, trial.Offered{Name: "search", Hash: "4"})
	got := offers(map[string]trial.Server{"old": old, "new": young, "twin": old}, []string{"none", "old", "new", "twin"})
	want := []string{
		"the servers of `old` and `new` do not offer the same tools: only `old` has `read`; only `new` has `search`; described otherwise, or with other arguments: `find`",
		"the servers of `new` and `twin` do not offer the same tools: only `new` has `search`; only `twin` has `read`; described otherwise, or with other arguments: `find`",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
