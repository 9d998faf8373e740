package perturb

import (
	"path"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// language is what has to be known of one.
type language struct {
	name    string
	comment string // what begins a comment that ends with its line
	lexer   string // file in lexers/; empty: read here
	layout  bool   // indentation means something
	words   bool   // a carriage return at the end of a line is part of the last word
	reader  chroma.Lexer
	tools   []string // beginnings of comments that tools read, after the comment's mark and blanks
}

func languages() []language {
	return []language{
		{name: "go", comment: "//", tools: []string{"go:", "+build", "export ", "line ", "nolint", "lint:"}},
		{name: "python", comment: "#", lexer: "python", layout: true, tools: []string{"-*-", "coding", "vim:", "type:", "noqa", "pragma:", "pylint:", "mypy:"}},
		{name: "typescript", comment: "//", lexer: "typescript", tools: []string{"@ts-", "/", "eslint", "prettier-", "@jsx", "#"}},
		{name: "tsx", comment: "//", lexer: "tsx", tools: []string{"@ts-", "/", "eslint", "prettier-", "@jsx", "#"}},
		{name: "jsx", comment: "//", lexer: "javascript", tools: []string{"@ts-", "@flow", "eslint", "prettier-", "@jsx", "#"}},
		{name: "javascript", comment: "//", lexer: "javascript", tools: []string{"@ts-", "@flow", "eslint", "prettier-", "@jsx", "#"}},
		{name: "rust", comment: "//", lexer: "rust", tools: []string{"/", "!", "rustfmt"}}, // doc comments are attributes
		{name: "java", comment: "//", lexer: "java"},
		{name: "yaml", comment: "#", lexer: "yaml", layout: true, tools: []string{"yaml-language-server", "cloud-config", "!"}},
		{name: "dockerfile", comment: "#", words: true, tools: []string{"syntax=", "escape=", "check=", "hadolint"}},
		{name: "shell", comment: "#", lexer: "bash", words: true, tools: []string{"!", "shellcheck"}},
		{name: "ruby", comment: "#", lexer: "ruby", tools: []string{"frozen_string_literal", "-*-", "encoding", "rubocop", "typed:", "!"}},
		{name: "toml", comment: "#", lexer: "toml"},
	}
}

// extensions are those of the languages, by name.
func extensions() map[string]string {
	return map[string]string{
		".go": "go", ".py": "python", ".pyi": "python", ".ts": "typescript", ".tsx": "tsx", ".mts": "typescript", ".cts": "typescript",
		".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "jsx", ".rs": "rust", ".java": "java",
		".yaml": "yaml", ".yml": "yaml", ".sh": "shell", ".bash": "shell", ".rb": "ruby", ".toml": "toml", ".dockerfile": "dockerfile",
	}
}

// languageOf finds the language of a file by its name, else by its first line.
func languageOf(name, text string) (language, bool) {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	found := extensions()[path.Ext(base)]
	switch {
	case base == "dockerfile" || strings.HasPrefix(base, "dockerfile.") || base == "containerfile":
		found = "dockerfile"
	case found == "" && strings.HasPrefix(text, "#!"):
		first, _, _ := strings.Cut(text, "\n")
		for program, language := range map[string]string{"python": "python", "sh": "shell", "bash": "shell", "node": "javascript", "ruby": "ruby"} {
			fields := strings.FieldsFunc(first, func(r rune) bool { return r == '/' || r == ' ' })
			if len(fields) > 0 && strings.TrimRight(fields[len(fields)-1], "0123456789.") == program {
				found = language
			}
		}
	}
	for _, l := range languages() {
		if l.name == found {
			return l, true
		}
	}
	return language{}, false
}

// tooled reports whether a comment is one that tools read.
func (l language) tooled(comment string) bool {
	said := strings.TrimPrefix(comment, l.comment)
	if strings.HasPrefix(comment, "/*") {
		said = strings.TrimPrefix(comment, "/*")
	}
	for _, t := range l.tools {
		if strings.HasPrefix(said, t) || strings.HasPrefix(strings.ToLower(strings.TrimSpace(said)), t) && t != "/" && t != "!" && t != "#" {
			return true
		}
	}
	return false
}
