package plant

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sooth/suite"
)

// near is a name that somebody could have meant.
type near struct{ name, style string }

// words splits a name in camel case: "ParseURLQuery" is Parse, URL, Query.
func words(name string) []string {
	var out []string
	r := []rune(name)
	start := 0
	for i := 1; i < len(r); i++ {
		up, before := unicode.IsUpper(r[i]), unicode.IsUpper(r[i-1])
		next := i+1 < len(r) && unicode.IsLower(r[i+1])
		if up && (!before || next) || r[i] == '_' {
			out = append(out, string(r[start:i]))
			start = i
		}
	}
	return append(out, string(r[start:]))
}

// synonyms returns groups of words that one library says and another does not.
func synonyms() [][]string {
	return [][]string{
		{"New", "Create", "Make"}, {"Get", "Fetch", "Lookup"}, {"With", "Set", "Use"}, {"Max", "Maximum", "Limit"}, {"Min", "Minimum"},
		{"Delete", "Remove", "Drop"}, {"Add", "Append", "Insert", "Register"}, {"Start", "Begin", "Open"}, {"Stop", "Close", "Shutdown"},
		{"Err", "Error"}, {"Func", "Handler", "Callback"}, {"Options", "Config", "Settings"}, {"Option", "Opt"}, {"Builder", "Factory"},
		{"Result", "Response", "Output"}, {"Request", "Req"}, {"Parse", "Read", "Decode"}, {"Marshal", "Encode"}, {"Unmarshal", "Decode"},
		{"Size", "Length", "Count"}, {"Len", "Length"}, {"Value", "Val", "Data"}, {"Wait", "Join", "Await"}, {"Submit", "Enqueue", "Schedule"},
		{"Name", "Title", "Label"}, {"Path", "Location"}, {"Tries", "Attempts", "Retries"}, {"Retries", "Attempts"}, {"Delay", "Interval", "Wait"},
		{"Context", "Ctx"}, {"String", "Text"}, {"Text", "String"}, {"Is", "Has"}, {"Contains", "Includes", "Has"}, {"Trim", "Strip"},
		{"Split", "Tokenize"}, {"Join", "Concat"}, {"Sort", "Order"}, {"Index", "Find"}, {"Lower", "LowerCase"}, {"Upper", "UpperCase"},
		{"Default", "Standard"}, {"Msg", "Message", "Event"}, {"Key", "ID"}, {"Code", "Status"}, {"Map", "Dict"}, {"Bytes", "Data"},
		{"Write", "Emit"}, {"Load", "Read", "Fetch"}, {"Store", "Save", "Put"}, {"Load", "Get"}, {"Run", "Execute", "Exec"}, {"Eval", "Evaluate"},
		{"Cause", "Reason"}, {"Offset", "Position", "Pos"}, {"Kind", "Type"}, {"Width", "Cols"}, {"Height", "Rows"}, {"Render", "Draw"},
		{"Collect", "Gather"}, {"Reduce", "Fold"}, {"Filter", "Where"}, {"Batch", "Bulk"}, {"Pool", "Workers"}, {"Mutex", "Lock"}, {"Args", "Arguments", "Params"},
		{"Params", "Parameters", "Args"}, {"Env", "Environment"}, {"Dir", "Directory", "Folder"}, {"Flag", "Switch"}, {"Tool", "Function"},
		{"Session", "Connection", "Conn"}, {"Schema", "Spec"}, {"Field", "Property"}, {"Arg", "Argument"}, {"Validate", "Check", "Verify"},
		{"Compile", "Build"}, {"Call", "Invoke"}, {"Clip", "Shrink"}, {"Clone", "Copy"}, {"Cut", "Slice"}, {"Fields", "Words"}, {"Once", "Single"},
		{"Timeout", "Deadline"}, {"Background", "Root"}, {"Node", "Element"}, {"Link", "Anchor"}, {"Ext", "Extension"}, {"Num", "Number"},
	}
}

// endings returns words that are added to functions and methods, and those
// that are added to types and fields.
func endings(thing bool) []string {
	if thing {
		return []string{"Type", "Config", "Info"}
	}
	return []string{"WithContext", "Func", "All"}
}

// variants returns near misses of an exported name, in a fixed order; thing
// says that it names a type or a field.
func variants(name string, thing bool) []near {
	w := words(name)
	var out []near
	add := func(style string, parts ...string) {
		n := strings.Join(parts, "")
		if len(n) > 2 && n != name && unicode.IsUpper([]rune(n)[0]) && !slices.ContainsFunc(out, func(o near) bool { return o.name == n }) {
			out = append(out, near{n, style})
		}
	}
	with := func(i int, word string) []string {
		c := slices.Clone(w)
		c[i] = word
		return c
	}
	for _, group := range synonyms() {
		for i, part := range w {
			if slices.Contains(group, part) {
				for _, other := range group {
					if other != part {
						add("synonym", with(i, other)...)
					}
				}
			}
		}
	}
	for i, part := range w {
		if len(part) > 1 && strings.ToUpper(part) == part && unicode.IsLetter([]rune(part)[0]) {
			add("initialism", with(i, part[:1]+strings.ToLower(part[1:]))...)
		}
	}
	if len(w) > 1 {
		add("dropped word", w[1:]...)
		add("dropped word", w[:len(w)-1]...)
	}
	if plural, ok := strings.CutSuffix(name, "s"); ok && !strings.HasSuffix(plural, "s") {
		add("plural", plural)
	} else if !strings.HasSuffix(name, "s") {
		add("plural", name+"s")
	}
	for _, suffix := range endings(thing) {
		add("added word", name+suffix)
	}
	if len(w) == 1 && !thing {
		add("added word", "Get"+name)
		add("added word", "With"+name)
	}
	return out
}

// hints returns the names that the task's makers saw models invent: words with
// a capital inside, from the hints that are never scored.
func hints(task *suite.Task) []string {
	var out []string
	for _, m := range regexp.MustCompile(`\b[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*\b`).FindAllString(strings.Join(task.FailureHints, "\n"), -1) {
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// alike reports that two names share a word of three letters or more.
func alike(a, b string) bool {
	for _, w := range words(a) {
		if len(w) >= 3 && slices.Contains(words(b), w) {
			return true
		}
	}
	return false
}

// lower returns near misses of an unexported name.
func lower(name string) []near {
	var out []near
	add := func(style, name string) { out = append(out, near{name, style}) }
	if single, ok := strings.CutSuffix(name, "s"); ok && len(single) > 1 {
		add("plural", single)
	} else {
		add("plural", name+"s")
	}
	w := words(name)
	if len(w) > 1 {
		add("dropped word", strings.ToLower(w[1][:1])+w[1][1:]+strings.Join(w[2:], ""))
		add("dropped word", w[0])
	}
	title := strings.ToUpper(w[0][:1]) + w[0][1:]
	for _, group := range synonyms() {
		if slices.Contains(group, title) {
			for _, other := range group {
				if other != title {
					add("synonym", strings.ToLower(other[:1])+other[1:]+strings.Join(w[1:], ""))
				}
			}
		}
	}
	switch name {
	case "err":
		return []near{{"error1", "renamed"}, {"errs", "plural"}, {"e", "shortened"}, {"ferr", "renamed"}}
	case "ctx":
		add("renamed", "c")
		add("renamed", "parent")
	}
	return out
}
