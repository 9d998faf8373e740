package tags

func name() string { return "the system of Plan 9" }

// OnlyThere exists on Plan 9 alone.
func OnlyThere() {}
