package check

import "testing"

// TestGenericStructure: what implements what with type parameters is verified; where it
// is not found out, and of types in functions, nothing is refuted.
func TestGenericStructure(t *testing.T) {
	run(t, shared.checker(t, plant(t, map[string]string{
		"go.mod": "module example.com/deposit\n\ngo 1.21\n",
		"deposit.go": `package deposit

import "io"

type Depot[T any] interface{ Fetch() T }

type Sized interface{ ~int | ~string }

type Counter[T Sized] interface{ Tally() }

type Crate[T any] struct{ content T }

func (c Crate[T]) Fetch() T { return c.content }

type Barrel struct{}

func (*Barrel) Fetch() string { return "" }

func (Barrel) Tally() {}

type Lid struct{}

func Open(r io.Reader) {
	type wrapped struct{ io.Reader }
	type failure struct{ error }
	_, _ = wrapped{r}, failure{}
}
`,
	})), "", []judgement{
		{"`Crate` implements `Depot`.", []string{"verified structure Crate implements Depot"}},
		{"`*Barrel` implements `Depot`.", []string{"verified structure *Barrel implements Depot"}},
		{"`Lid` implements `Depot`.", []string{"refuted structure Lid implements Depot"}},
		{"`Barrel` implements `Counter`.", []string{"undecided structure Barrel implements Counter: open world"}},
		{"`wrapped` implements `io.Reader`.", []string{"verified structure wrapped implements io.Reader"}},
		{"`wrapped` implements `io.WriterTo`.", []string{"undecided structure wrapped implements io.WriterTo: open world"}},
		{"`failure` has a method `Error`.", []string{"undecided structure failure has method Error: open world"}},
	})
}
