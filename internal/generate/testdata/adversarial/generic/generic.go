// Package generic has methods of generic types.
package generic

// Stack is a stack of anything.
type Stack[T any] struct{ items []T }

// Push puts one on top.
func (s *Stack[T]) Push(item T) { s.items = append(s.items, item) }

// Pop takes the top, and calls top.
func (s *Stack[T]) Pop() (item T, ok bool) {
	item, ok = s.top()
	return item, ok
}

func (s *Stack[T]) top() (T, bool) {
	var zero T
	return zero, false
}

// Map calls its parameter and no function of the package.
func Map[T, U any](list []T, f func(T) U) []U {
	var out []U
	for _, v := range list {
		out = append(out, f(v))
	}
	return out
}

// Double calls Map with type arguments.
func Double(list []int) []int {
	return Map[int, int](list, func(n int) int { return 2 * n })
}

// Numbers is a stack of numbers.
type Numbers struct{ Stack[int] }
