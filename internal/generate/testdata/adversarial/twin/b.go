package twin

// Closer is implemented by *Left and Right, not by Left or Middle.
type Closer interface{ Close() error }

// Middle has a Close of another type.
type Middle struct{}

// Close gives nothing back.
func (Middle) Close() {}

// CloseBoth closes both.
func CloseBoth(l *Left, r Right) error {
	if err := l.Close(); err != nil {
		return err
	}
	return r.Close()
}
