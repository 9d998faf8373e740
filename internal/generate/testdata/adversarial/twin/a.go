// Package twin has near-duplicates.
package twin

// ReadFile is not ReadFiles.
func ReadFile(name string) error { return check(name) }

// ReadFiles is not ReadFile.
func ReadFiles(names ...string) error {
	for _, n := range names {
		if err := ReadFile(n); err != nil {
			return err
		}
	}
	return nil
}

func check(name string) error { return nil }

// Left and Right have a method of the same name.
type Left struct{ value int }

// Close of Left calls close of Left.
func (l *Left) Close() error { return l.close() }

func (l *Left) close() error { return nil }

// Right is like Left, but by value.
type Right struct{ value int }

// Close of Right calls check, not close.
func (r Right) Close() error { return check("right") }

func (r Right) close() error { return nil }
