package suite

// The keys of suites of kind extract, as docs/format/extract.md and
// extractsuite.schema.json have them.

func extractKeys() []key {
	return []key{
		{"schema", true}, {"name", true}, {"kind", true}, {"description", false}, {"fixtures", true}, {"answer", false},
		{"confidence", false}, {"threshold", false}, {"parameters", false}, {"budget", false}, {"repeats", false},
		{"seed", false}, {"answers", false}, {"arms", true}, {"base", false},
	}
}

func budgetKeys() []key { return []key{{"file_tokens", false}, {"run_tokens", false}} }

// extractArmKeys returns the keys of an arm of a kind.
func extractArmKeys(kind string) []key {
	switch kind {
	case PromptArm:
		return []key{{"kind", true}, {"version", true}, {"prompt", true}, {"system", false}}
	case CommandArm:
		return []key{
			{"kind", true}, {"version", true}, {"command", true}, {"environment", false}, {"files", false}, {"timeout", false}, {"rules", false},
		}
	}
	return nil
}

func ruleKeys() []key {
	return []key{{"subject", true}, {"predicate", true}, {"value", false}, {"confidence", false}}
}
