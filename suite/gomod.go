package suite

import (
	"fmt"
	"go/version"
	"slices"
	"strconv"
	"strings"

	"sooth/internal/nearest"
)

// goMod is what a suite needs to know of a go.mod file. The grammar is that of
// https://go.dev/ref/mod#go-mod-file; reading it here needs no go command.
type goMod struct {
	module, version string            // version of the go line: "1.26.0"
	require         map[string]string // module path → version
	goLine          modPlace
	replaced        modPlace // the first replacement by a folder
	problems        []modProblem
}

type modPlace struct{ line, column int }

type modProblem struct {
	modPlace
	message, hint string
}

// modToken is one word of a line of go.mod.
type modToken struct {
	text   string
	column int
}

// goModVerbs are the directives of go.mod, with the least and greatest number
// of words that may follow each. The words of retract are not looked at.
func goModVerbs() map[string][2]int {
	return map[string][2]int{
		"module": {1, 1}, "go": {1, 1}, "toolchain": {1, 1}, "require": {2, 2}, "exclude": {2, 2},
		"replace": {3, 5}, "retract": {1, 99}, "tool": {1, 1}, "godebug": {1, 1}, "ignore": {1, 1},
	}
}

// parseGoMod reads a go.mod file and reports all that is wrong with it.
func parseGoMod(text string) goMod {
	mod := goMod{require: map[string]string{}}
	if i := invalidUTF8([]byte(text)); i >= 0 {
		line := 1 + strings.Count(text[:i], "\n")
		mod.wrong(line, i-strings.LastIndex(text[:i], "\n"), "", "invalid UTF-8: byte 0x%02x at offset %d", text[i], i)
		return mod
	}
	verbs := goModVerbs()
	block, blockLine := "", 0
	for number, line := range strings.Split(text, "\n") {
		number++
		words, at, problem := modWords(line)
		if problem != "" {
			mod.wrong(number, at, "", "%s", problem)
			continue
		}
		switch {
		case len(words) == 0:
			continue
		case block != "" && len(words) == 1 && words[0].text == ")":
			block = ""
			continue
		case block != "":
			mod.directive(number, block, words)
			continue
		}
		verb := words[0]
		if _, known := verbs[verb.text]; !known {
			var list []string
			for v := range verbs {
				list = append(list, v)
			}
			slices.Sort(list)
			mod.wrong(number, verb.column, nearest.Hint(verb.text, list), "go.mod: unknown directive %q", verb.text)
			if words[len(words)-1].text == "(" {
				block, blockLine = "ignored", number
			}
			continue
		}
		if len(words) == 2 && words[1].text == "(" {
			block, blockLine = verb.text, number
			continue
		}
		if len(words) == 1 {
			mod.wrong(number, verb.column, "", "go.mod: nothing follows %q", verb.text)
			continue
		}
		mod.directive(number, verb.text, words[1:])
	}
	if block != "" {
		mod.wrong(blockLine, 1, "", "go.mod: the block is not closed")
	}
	if mod.module == "" && len(mod.problems) == 0 {
		mod.wrong(1, 1, "add `module solution`", "go.mod has no module line")
	}
	return mod
}

func (mod *goMod) wrong(line, column int, hint, format string, arguments ...any) {
	mod.problems = append(mod.problems, modProblem{modPlace{line, column}, fmt.Sprintf(format, arguments...), hint})
}

// directive reads the words after a verb.
func (mod *goMod) directive(line int, verb string, words []modToken) {
	counts, known := goModVerbs()[verb]
	if !known {
		return
	}
	first := words[0]
	if n := len(words); n < counts[0] || n > counts[1] {
		mod.wrong(line, first.column, "", "go.mod: %s has %d words where it needs %s", verb, n, wordCount(counts))
		return
	}
	switch verb {
	case "module":
		if mod.module != "" {
			mod.wrong(line, first.column, "", "go.mod: a second module line")
		}
		mod.module = first.text
	case "go":
		if mod.version != "" {
			mod.wrong(line, first.column, "", "go.mod: a second go line")
		}
		if !version.IsValid("go" + first.text) {
			mod.wrong(line, first.column, "a version is written as in 1.26", "go.mod: version %q is not understood", first.text)
			return
		}
		mod.version, mod.goLine = first.text, modPlace{line, first.column}
	case "require", "exclude":
		if !moduleVersion(words[1].text) {
			mod.wrong(line, words[1].column, "a version is written as in v1.2.3", "go.mod: version %q is not understood", words[1].text)
			return
		}
		if verb == "require" {
			mod.require[first.text] = words[1].text
		}
	case "replace":
		arrow := slices.IndexFunc(words, func(w modToken) bool { return w.text == "=>" })
		if arrow != 1 && arrow != 2 || arrow == len(words)-1 || len(words) > arrow+3 {
			mod.wrong(line, first.column, "", "go.mod: replace is written as `module => module version`")
			return
		}
		if to := words[arrow+1:]; len(to) == 1 && mod.replaced.line == 0 {
			mod.replaced = modPlace{line, to[0].column}
		}
	}
}

func wordCount(counts [2]int) string {
	if counts[0] == counts[1] {
		return strconv.Itoa(counts[0])
	}
	return fmt.Sprintf("%d to %d", counts[0], counts[1])
}
