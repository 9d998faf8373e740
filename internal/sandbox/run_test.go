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

func TestProbes(t *testing.T) {
	for _, s := range candidates(os.Environ()) {
		t.Run(s.Name(), func(t *testing.T) {
			if err := probe(context.Background(), s); err != nil {
				t.Error(err)
			}
		})
	}
}

func BenchmarkStart(b *testing.B) {
	for _, s := range candidates(os.Environ()) {
		b.Run(s.Name(), func(b *testing.B) {
			for b.Loop() {
				if err := probe(context.Background(), s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
