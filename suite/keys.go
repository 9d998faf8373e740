package suite

// key is one key that a mapping of a suite may have.
type key struct {
	name     string
	required bool
}

// The keys of every mapping. docs/format/suite.schema.json and
// task.schema.json say the same, which a test holds against these lists.

func suiteKeys() []key {
	return []key{
		{"schema", true}, {"name", true}, {"kind", true}, {"description", false}, {"toolchain", true},
		{"prompts", false}, {"arms", true}, {"tasks", false}, {"questions", false}, {"tests", false}, {"answers", false},
		{"controls", false}, {"criteria", false}, {"primary", false}, {"comparisons", false},
		{"repeats", false}, {"seed", false}, {"tree", false}, {"corpus", false},
		{"corpora", false}, {"hypotheses", false}, {"commands", false},
	}
}

func codeBaseKeys() []key {
	return []key{{"module", false}, {"version", false}, {"sum", false}, {"dir", false}, {"commit", false}}
}

func promptsKeys() []key { return []key{{"system", true}} }

func armKeys() []key {
	return []key{
		{"kind", true}, {"template", true}, {"context", false},
		{"server", false}, {"tools", false}, {"environment", false},
		{"url", false}, {"headers", false}, {"timeout", false}, {"files", false}, {"snapshot", false},
		{"budget", false}, {"top", false}, {"of", false}, {"protocol", false},
	}
}

func corpusKeys() []key { return []key{{"module", false}, {"version", false}, {"tree", false}} }

func hypothesisKeys() []key { return []key{{"id", true}, {"says", false}, {"shows", true}} }

func controlsKeys() []key { return []key{{"reference", false}, {"planted", false}} }

func primaryKeys() []key {
	return []key{{"criterion", true}, {"base", true}, {"arm", true}}
}

func comparisonKeys() []key { return []key{{"base", true}, {"arm", true}} }

// taskKeys are the keys of a task; one about a tree may be without a module.
func taskKeys(tree bool) []key {
	return []key{
		{"id", true}, {"module", !tree}, {"version", !tree}, {"packages", !tree}, {"extra_packages", false},
		{"target", true}, {"prompt", true}, {"success_hints", false}, {"failure_hints", false},
	}
}

func targetKeys() []key { return []key{{"language", true}, {"go", true}} }

// names returns the names of keys.
func names(keys []key) []string {
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = k.name
	}
	return list
}
