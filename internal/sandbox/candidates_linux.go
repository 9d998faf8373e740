package sandbox

// candidates are the sandboxes of this system, the best one first.
func candidates(environ []string) []Sandbox { return []Sandbox{namespaces{}} }
