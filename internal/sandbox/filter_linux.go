package sandbox

func filterCalls() error { return nil }
