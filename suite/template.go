package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"sooth/internal/nearest"
	"sooth/source"
)

// placeholder is one {name} of a template.
type placeholder struct {
	name       string
	start, end int  // offsets of "{" and after "}"
	literal    bool // written {{name}}: stands for {name}
}

// placeholders finds every {name} and {{name}} in a template. Braces around
// anything else are text, so a template may hold code and JSON.
func placeholders(template string) []placeholder {
	var found []placeholder
	for i := 0; i < len(template); i++ {
		if template[i] != '{' {
			continue
		}
		double := strings.HasPrefix(template[i:], "{{")
		from := i + 1
		if double {
			from++
		}
		n := 0
		for from+n < len(template) && (template[from+n] == '_' || template[from+n]|0x20 >= 'a' && template[from+n]|0x20 <= 'z' || n > 0 && template[from+n] >= '0' && template[from+n] <= '9') {
			n++
		}
		rest := template[from+n:]
		switch {
		case n > 0 && double && strings.HasPrefix(rest, "}}"):
			found = append(found, placeholder{template[from : from+n], i, from + n + 2, true})
		case n > 0 && !double && strings.HasPrefix(rest, "}"):
			found = append(found, placeholder{template[from : from+n], i, from + n + 1, false})
		default:
			continue
		}
		i = found[len(found)-1].end - 1
	}
	return found
}

// render puts values into a template in one pass: what a value holds is never
// read as a placeholder.
func render(template string, values map[string]string) string {
	var b strings.Builder
	at := 0
	for _, p := range placeholders(template) {
		b.WriteString(template[at:p.start])
		if p.literal {
			b.WriteString("{" + p.name + "}")
		} else {
			b.WriteString(values[p.name])
		}
		at = p.end
	}
	b.WriteString(template[at:])
	return b.String()
}

// Prompt returns the user prompt of a task under the arm, exactly as it is sent.
func (a Arm) Prompt(t Task) string {
	return render(a.Template, map[string]string{
		"prompt":  t.Prompt,
		"context": strings.TrimRight(t.Contexts[a.Name], "\r\n"),
	})
}

// PromptSHA256 identifies what a model was asked, in hex: the SHA-256 of the
// system prompt, a newline, and the user prompt.
func PromptSHA256(system, prompt string) string {
	sum := sha256.Sum256([]byte(system + "\n" + prompt))
	return hex.EncodeToString(sum[:])
}

// checkTemplate says what is wrong with the template of an arm.
func (l *loader) checkTemplate(file, template string, arm Arm) {
	known := []string{"prompt", "context"}
	lines := source.NewLines(template)
	seen := map[string]bool{}
	for _, p := range placeholders(template) {
		if p.literal {
			continue
		}
		where := lines.Position(p.start)
		at := place{file, where.Line, where.Column}
		switch {
		case p.name != "prompt" && p.name != "context":
			l.problems.add(at, nearest.Hint(p.name, known)+" Write {{"+p.name+"}} for the braces themselves", "unknown placeholder {%s}", p.name)
			seen[nearest.Word(p.name, known)] = true // one slip, one message
		case p.name == "context" && !arm.hasText() && arm.Kind != "":
			l.problems.add(at, "give the arm a kind with a context, or take {context} out", "{context} is not defined: arm %q is of kind %s", arm.Name, arm.Kind)
		}
		seen[p.name] = true
	}
	at := place{file: file}
	if !seen["prompt"] {
		l.problems.add(at, "put {prompt} where the task's prompt belongs", "the template of arm %q lacks {prompt}", arm.Name)
	}
	if arm.hasText() && !seen["context"] {
		l.problems.add(at, "put {context} where the arm's text belongs", "the template of arm %q lacks {context}", arm.Name)
	}
}
