package fingerprint

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestAgain: whatever changes in a file or below a folder is seen: content, names,
// what is added or taken away, where a link leads. What is not touched is not.
func TestAgain(t *testing.T) {
	for name, change := range map[string]func(dir string) error{
		"nothing":  func(string) error { return nil },
		"content":  func(dir string) error { return os.WriteFile(filepath.Join(dir, "sub", "b"), []byte("3"), 0o644) },
		"added":    func(dir string) error { return os.WriteFile(filepath.Join(dir, "sub", "c"), nil, 0o644) },
		"removed":  func(dir string) error { return os.Remove(filepath.Join(dir, "sub", "b")) },
		"renamed":  func(dir string) error { return os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "aa")) },
		"moved":    func(dir string) error { return os.Rename(filepath.Join(dir, "sub", "b"), filepath.Join(dir, "b")) },
		"all gone": os.RemoveAll,
		"another target": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "link")), os.Symlink("sub", filepath.Join(dir, "link")))
		},
	} {
		root := t.TempDir()
		dir := filepath.Join(root, "data")
		write(t, filepath.Join(dir, "a"), "1")
		write(t, filepath.Join(dir, "sub", "b"), "2")
		write(t, filepath.Join(root, "file"), "abc")
		if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
			t.Skipf("SKIPPED: %v", err)
		}
		files, err := All(t.Context(), root, []string{"data", "file", "later"})
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte("abc"))
		if files[0].Bytes != 2 || files[1].SHA256 != hex.EncodeToString(sum[:]) || files[2].SHA256 != Missing {
			t.Errorf("%+v", files)
		}
		if err := change(dir); err != nil {
			t.Fatal(err)
		}
		if err := Again(t.Context(), root, files); err != nil {
			t.Fatal(err)
		}
		if changed := files[0].After != ""; changed != (name != "nothing") || files[1].After != "" || files[2].After != "" {
			t.Errorf("%s: %+v", name, files)
		}
	}
}

// TestBound: more than is worth hashing is refused, and a run that is given up
// does not wait for it.
func TestBound(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a"), "12345")
	write(t, filepath.Join(dir, "b"), "67890")
	for most, fits := range map[int64]bool{9: false, 10: true} {
		if _, err := sum(t.Context(), dir, most); (err == nil) != fits || err != nil && !strings.Contains(err.Error(), "; hint: ") {
			t.Errorf("%d bytes: %v", most, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Sum(ctx, filepath.Join(dir, "a")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
