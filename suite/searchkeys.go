package suite

// The keys of suites of kind search, as docs/format/search.md has them.

func searchKeys() []key {
	return []key{
		{"schema", true}, {"name", true}, {"kind", true}, {"description", false}, {"k", false}, {"depth", false},
		{"timeout", false}, {"seed", false}, {"universe", false}, {"facts", false}, {"queries", false}, {"probes", false},
		{"qrels", false}, {"classes", false}, {"systems", true}, {"base", false}, {"primary", false},
	}
}

func searchClassKeys() []key {
	return []key{
		{"preset", false}, {"description", false}, {"truth", false}, {"measures", false}, {"primary", false},
		{"sources", false}, {"ids", false}, {"filter", false}, {"rewrite", false},
	}
}

func sourceKeys() []key { return []key{{"name", true}, {"pattern", true}} }

func searchPrimaryKeys() []key {
	return []key{{"class", true}, {"measure", false}, {"base", false}, {"system", true}}
}

func hitsKeys() []key {
	return []key{
		{"json", false}, {"id", false}, {"title", false}, {"score", false}, {"pattern", false}, {"none", false},
		{"strip", false}, {"rewrite", false}, {"exclude", false},
	}
}

func rewriteKeys() []key { return []key{{"pattern", true}, {"with", true}} }

// systemKeys returns the keys of a system of a kind.
func systemKeys(kind string) []key {
	all := []key{{"kind", true}, {"files", false}, {"digests", false}, {"timeout", false}}
	asked := []key{{"hits", true}, {"warmup", false}, {"rate", false}}
	switch kind {
	case "command":
		return append(append(all, asked...), key{"command", true}, key{"no_hits_exit", false}, key{"environment", false})
	case "tool":
		return append(append(all, asked...), key{"server", false}, key{"url", false}, key{"headers", false}, key{"tool", true}, key{"arguments", false}, key{"tools", false}, key{"environment", false})
	case "http":
		asked[0].required = false // a preset has it
		return append(append(all, asked...), key{"preset", false}, key{"url", true}, key{"method", false}, key{"headers", false}, key{"body", false})
	case "file":
		return append(all, key{"run", true})
	case "facts":
		return append(all, key{"repository", true})
	case "ripgrep":
		return append(all, key{"paths", true}, key{"unit", false}, key{"order", false})
	}
	return all
}

func queryKeys() []key {
	return []key{
		{"id", true}, {"class", true}, {"query", true}, {"pattern", false}, {"modern", false}, {"legacy", false},
		{"source", false}, {"ids", false}, {"filter", false}, {"negative", false}, {"labels", false}, {"note", false},
	}
}
