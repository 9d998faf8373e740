package editor_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sooth/internal/editor"
)

func TestCommand(t *testing.T) {
	for _, c := range []struct{ environ, want []string }{
		{[]string{"EDITOR=vi"}, []string{"vi"}},
		{[]string{"EDITOR=vi", "VISUAL=code --wait"}, []string{"code", "--wait"}},
		{[]string{"VISUAL= ", "EDITOR=a;b $(c)"}, []string{"a;b", "$(c)"}},
	} {
		if got, err := editor.Command(c.environ); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q %v", c.environ, got, err)
		}
	}
	if _, err := editor.Command([]string{"PATH=/bin"}); err == nil || !strings.Contains(err.Error(), "hint") {
		t.Errorf("none: %v", err)
	}
}

func TestEdit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a b.txt")
	if err := os.WriteFile(file, []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := editor.Edit(t.Context(), []string{"sed", "-i", "s/old/new/"}, file, os.Environ(), nil, &out, &out); err != nil {
		t.Fatal(err, out.String())
	}
	if data, _ := os.ReadFile(file); string(data) != "new\n" {
		t.Errorf("%q", data)
	}
	if err := editor.Edit(t.Context(), []string{"false"}, file, nil, nil, &out, &out); err == nil {
		t.Error("an editor that failed is none")
	}
}
