package sandbox

import (
	"context"
	"errors"
	"os"
	"testing"
)

func TestFind(t *testing.T) {
	s, err := Find(context.Background(), os.Environ())
	if errors.Is(err, ErrNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Log(s.Name())
}
