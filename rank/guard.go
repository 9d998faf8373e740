package rank

import "runtime/debug"

// guard calls work and turns a fault of memory into an error: a mapped file
// that someone makes shorter meanwhile is no longer there to be read. Every
// other panic goes on.
func guard(text Text, work func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if _, fault := r.(interface{ Addr() uintptr }); !fault {
			panic(r)
		}
		err = &InputError{Name: text.Name, Reason: "the file became shorter while it was read", Hint: "wait until nothing writes to it"}
	}()
	return work()
}
