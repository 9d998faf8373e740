package extract

import "os"

// long reports whether SOOTH_LONG asks for the tests that take minutes.
func long() bool { return os.Getenv("SOOTH_LONG") != "" }
