//go:build !linux

package sandbox

// Init must be called with os.Args first thing in main by every program that
// runs commands in a sandbox; it does nothing on this system.
func Init(args []string) (handled bool) { return false }
