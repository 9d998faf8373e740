package truth

import (
	"strings"

	"sooth/internal/truth/label"
)

// phrasings returns the eight phrasings of a label: five that say whose the
// names are, and three that do not.
func phrasings(l label.Label) []phrasing {
	list := templates()[set(l)]
	if len(list) == 0 {
		return nil
	}
	var out []phrasing
	for i, t := range list {
		if l.Module == "std" && (strings.Contains(t, "{file}") || strings.Contains(t, "{base}")) {
			continue // paths of the standard library are not paths of the tree
		}
		out = append(out, phrasing{t, i < len(list)-3})
	}
	return out
}

// set names the templates that suit a label.
func set(l label.Label) string {
	s := string(l.True.Form)
	switch {
	case l.True.Form == label.Exists && l.Mutant != nil && l.Mutant.Package != "":
		return "exists in a package"
	case l.True.Form == label.Exists && l.Module == "std":
		return "exists in std"
	case l.True.Form == label.Exists && (l.True.Kind == "func" || l.True.Kind == "method"):
		return "exists to be called"
	case l.True.Form == label.Member && l.Module == "std":
		return "member in std"
	case l.True.Form == label.Signature && l.Module == "std":
		return "signature of std"
	}
	return s
}

// templates are the phrasings by set; the last three of each are without
// anchor. Those of tables, of lists with a place in brackets, of listings and of
// signatures are how recorded answers of a model speak.
func templates() map[string][]string {
	table := func(a, b, x, y string) string {
		return "| " + a + " | " + b + " |\n|---|---|\n| " + x + " | " + y + " |\n"
	}
	return map[string][]string{
		"exists": {
			"`{qualified}` does most of the work here.", "- `{pointer}` (`{file}:{line}`) – looked at on every request",
			"What you want is `{full}`, and nothing else.", "### `{file}`\n\n" + table("Name", "Purpose", "`{name}`", "see the comment in the source"),
			"See [`{qualified}`]({file}#L{line}) for the details.",
			"`{name}` is the piece that ties this together.", "Most of it happens in the {noun} `{name}`, which is short.",
			table("Name", "Remark", "`{name}`", "short, worth reading"),
		},
		"exists to be called": {
			"`{qualified}` does most of the work here.", "- `{pointer}` (`{file}:{line}`) – on the hot path",
			"The entry point is `{call}`, which you rarely need directly.", "### `{file}`\n\n" + table("Function", "Purpose", "`{bare call}`", "see the comment in the source"),
			"See [`{qualified}`]({file}#L{line}) for the details.",
			"`{name}` is the piece that ties this together.", "Most of it happens in the {noun} `{name}`, which is short.",
			table("Name", "Remark", "`{name}`", "short, worth reading"),
		},
		"exists in std": {
			"`{full}` does most of the work here.", "- `{full}` – on the hot path", "1. Then comes `{full}`; nothing surprising.", "What you want is `{full}`, and nothing else.",
			table("Symbol", "Remark", "`{full}`", "from the standard library"),
			"`{name}` is the piece that ties this together.", "Most of it happens in the {noun} `{name}`, which is short.", table("Name", "Remark", "`{name}`", "short, worth reading"),
		},
		"exists in a package": {
			"`{full}` does most of the work here.", "What you want is `{full}`, and nothing else.", "- `{full}`: worth a look", "`{name}` is declared in package `{package}`.",
			table("Symbol", "Remark", "`{full}`", "exported"),
			"`{name}` lives in package `{package}`.", "The `{name}` {noun} of the `{package}` package is what you want.", "`{package}` comes with a ready-made `{name}`.",
		},
		"member": {
			"`{receiver}.{name}` is what you are looking for.", "1. Look at `{pointer}` first.", "- `{full}` – documented in the source", "`{receiver}` has a {member} `{name}`.",
			"`{name}` is a {member} of `{receiver}`.",
			"The {member} `{name}` on `{receiver}` does this.", "`{receiver}` has `{name}` for this.", table("Type", "Member", "`{receiver}`", "`{name}`"),
		},
		"member in std": {
			"`{full}` is what you are looking for.", "1. Look at `{full}` first.", "- `{full}` – documented in the source", "`{package}.{receiver}` has a {member} `{name}`.",
			"`{name}` is a {member} of `{package}.{receiver}`.",
			"`{receiver}` has a {member} `{name}`.", "`{receiver}.{name}` is short.", table("Type", "Member", "`{receiver}`", "`{name}`"),
		},
		"within": {
			"`{pointer}` in `{file}` is short.", "`{qualified}` is defined in `{file}`.", "`{file}` defines `{name}`.", table("File", "Contents", "`{file}`", "`{name}`"),
			"`{qualified}` lives in `{file}`.",
			"`{name}` (`{base}`) is short.", "You find `{name}` in `{base}`.", "`{base}` has `{name}` and little else.",
		},
		"location": {
			"`{pointer}` (`{file}:{line}`) is the interesting part.", "`{qualified}` is defined in `{file}` at line {line}.", "- `{qualified}` — `{file}:{line}`",
			"[`{qualified}`]({file}#L{line}) is the interesting part.", table("Symbol", "Where", "`{pointer}`", "`{file}:{line}`"),
			"`{name}` ({base}:{line}) is the interesting part.", "In `{base}`, look at `{name}` (line {line}).", "`{name}` is declared in {base}:{line}.",
		},
		"citation": {
			"See `{file}:{line}-{end}`.", "The code is at {file}:{line}-{end}, near the others.", "[the source]({file}#L{line}-L{end}) is clear", "Lines {line}–{end} of `{file}` show it.",
			"`{file}`, lines {line}-{end}: the interesting part",
			"It happens in `{base}` (lines {line}-{end}).", "It is short (see {base}:{line}-{end}).", table("What", "Where", "the loop", "`{base}:{line}-{end}`"),
		},
		"calls": {
			"`{pointer}` calls `{qualified object}`.", "- `{pointer}` (`{file}:{line}`) calls `{qualified object}` and goes on.", "`{qualified object}` is called by `{pointer}`.",
			"`{pointer}`:\n\n1. calls `{qualified object}`\n2. is done\n", "- `{qualified}()` → `{qualified object}()`",
			"`{name}` calls `{object name}`.", "Internally, `{name}` invokes `{object name}`.", "`{name}` does this with the help of `{object name}`.",
		},
		"signature": {
			"`{signature}` (`{file}:{line}`) – the one to read first", "- `{signature}`", "```go\n{signature}\n```\n", "- `{short}` (`{file}:{line}`)", table("Signature", "File", "`{short}`", "`{file}`"),
			"The signature is `{bare signature}`.", "Its shape: `{bare signature}`, nothing special.", table("Name", "Signature", "`{name}`", "`{bare signature}`"),
		},
		"signature of std": {
			"`{full}` is declared as `{signature}` there.", "- `{full}`: `{signature}`", "The declaration of `{full}` is `{signature}`.", "In package `{path}`:\n\n- `{signature}`\n",
			"### Package `{path}`\n\n- `{signature}`\n",
			"The signature is `{bare signature}`.", "Its shape: `{bare signature}`, nothing special.", table("Name", "Signature", "`{name}`", "`{bare signature}`"),
		},
		"returns": {
			"`{qualified}` returns `{object}`.", "- `{pointer}` (`{file}:{line}`) returns a `{object}`.", "`{call}` returns `{object}`.", "- `{pointer}` returns a `{object}`", "`{object}` is returned by `{pointer}`.",
			"`{name}` returns `{object}`.", "`{name}` returns a `{object}` if all is well.", table("Function", "Returns", "`{name}`", "`{object}`"),
		},
		"implements": {
			"`*{full}` implements `{qualified object}`.", "`{full}` satisfies the `{qualified object}` interface.", "`{qualified object}` is implemented by `*{full}`.",
			"- `*{full}` implements `{qualified object}`; see the source", "`{full}` (`{file}:{line}`) implements `{qualified object}`.",
			"`{name}` implements `{object}`.", "`{name}` satisfies `{object}`, so it can be passed on.", "`{name}` can be used as a `{object}`.",
		},
		"embeds": {
			"`{full}` embeds `{qualified object}`.", "`{full}` (`{file}:{line}`) embeds `{qualified object}`.", "`{qualified object}` is embedded in `{full}`.", "- `{full}` embeds `{qualified object}`",
			"`{full}` also embeds `{qualified object}`.",
			"`{name}` embeds `{object}`.", "`{name}` embeds `{object}`, and with it the methods.", table("Type", "Embeds", "`{name}`", "`{object}`"),
		},
		"imports": {
			"`{file}` imports `{object}`.", "`{object}` is imported by `{file}`.", "`{file}` also imports `{object}`.", "Package `{path}` imports `{object}`.", "- `{file}` imports `{object}`",
			"Package `{package}` imports `{object}`.", "`{base}` imports `{object}`.", table("File", "Imports", "`{base}`", "`{object}`"),
		},
		"since": {
			"`{full}` is available since Go {object}.", "`{full}` was added in Go {object}.", "`{full}` exists since Go {object}.", "`{full}` (since Go {object}) fits well.", "- `{full}` was introduced in Go {object}",
			"`{name}` was added in Go {object}.", "`{name}` (since Go {object}) fits well.", table("Function", "Since", "`{name}`", "Go {object}"),
		},
		"deprecated": {
			"`{full}` is deprecated.", "`{full}` is deprecated and only kept for old callers.", "- `{full}` is deprecated", "`{full}` has been deprecated.", "`{qualified}` (`{file}:{line}`) is deprecated.",
			"`{name}` is deprecated.", "`{name}` is deprecated, as its comment says.", table("Name", "Status", "`{name}`", "deprecated"),
		},
		"code": {
			"```go\n{object}```\n", "A short program:\n\n```go\n{object}```\n", "### Program\n\n```go\n{object}```\n\nThat is all.\n", "```golang\n{object}```\n", "- run this:\n\n  ```go\n{indented}  ```\n",
			"```\n{object}```\n", "~~~\n{object}~~~\n", "Try this instead:\n\n```\n{object}```\n\nIt prints the result.\n",
		},
	}
}
