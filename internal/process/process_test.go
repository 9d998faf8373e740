package process_test

import (
	"slices"
	"testing"

	"sooth/internal/process"
)

func TestEnvironmentKeepsSecretsBack(t *testing.T) {
	all := []string{"PATH=/bin", "HOME=/h", "ANTHROPIC_API_KEY=k", "LC_ALL=C", "XDG_DATA_HOME=/x", "TOKEN=t", "odd", "PATHS=no"}
	if got, want := process.Environment(all, []string{"TOKEN"}), []string{"PATH=/bin", "HOME=/h", "LC_ALL=C", "XDG_DATA_HOME=/x", "TOKEN=t"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if v, ok := process.Lookup([]string{"A=1", "A=2", "AB=3"}, "A"); v != "2" || !ok {
		t.Errorf("got %q, %v", v, ok)
	}
}

func TestTailAndHead(t *testing.T) {
	tail, head := &process.Tail{Most: 5}, &process.Head{Most: 5}
	for _, s := range []string{"ab", "", "cdé", "fg\n"} {
		tail.Write([]byte(s))
		head.Write([]byte(s))
	}
	if got := tail.String(); got != "éfg" || tail.Len() != 9 {
		t.Errorf("tail %q of %d bytes", got, tail.Len())
	}
	if got, whole := head.Bytes(); string(got) != "abcd\xc3" || whole {
		t.Errorf("head %q, whole %v", got, whole)
	}
	tail.Write([]byte("0123456789"))
	if got := tail.String(); got != "56789" {
		t.Errorf("tail %q", got)
	}
}
