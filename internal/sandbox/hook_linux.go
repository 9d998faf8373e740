package sandbox

import (
	"fmt"
	"os"
)

// Init must be called with os.Args first thing in main by every program that
// runs commands in a sandbox, and in TestMain by its tests. A sandbox starts
// the program that it is part of again, under a name of its own, as process 1
// of the sandbox; Init recognises that name, does the work and does not return
// then. Otherwise it returns false at once, at the price of a comparison.
func Init(args []string) (handled bool) {
	if len(args) != 1 {
		return false
	}
	var err error
	switch args[0] {
	case stageInit, "/" + stageInit:
		err = initMain()
	case stageLaunch:
		err = launchMain()
	case stageProgram:
		err = programMain()
	default:
		return false
	}
	fmt.Fprintln(os.Stderr, "sooth: sandbox:", err)
	os.Exit(125)
	return true
}
