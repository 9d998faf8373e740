package truth

import (
	"strings"

	"sooth/internal/truth/label"
)

// NonClaims makes texts that name what is not there and claim nothing of it:
// the traps of real prose. Whatever is refuted in one is accused falsely. The
// names are those of near-name mutants, words of nothing.
func NonClaims(labels []label.Label) []Text {
	var out []Text
	list := traps()
	i := 0
	for _, l := range labels {
		if l.Form() != label.Exists || l.Mutant == nil || l.Mutant.Name == "" {
			continue
		}
		f := l.False()
		owner := f.Package
		if f.Receiver != "" {
			owner = f.Receiver
		}
		fill := strings.NewReplacer("{name}", f.Name, "{qualified}", owner+"."+f.Name, "{lower}", strings.ToLower(f.Name), "{upper}", strings.ToUpper(f.Name),
			"{package}", f.Package, "{true}", owner+"."+l.True.Name, "{owner}", owner)
		for range 2 {
			trap := list[i%len(list)]
			i++
			out = append(out, Text{Module: l.Module, Symbol: l.Symbol, Class: "N", Style: trap[0], Form: label.Exists, Phrasing: i % len(list), Expect: NoClaim,
				Words: fill.Replace(trap[1]), Statement: label.Statement{Fault: f.Name}})
		}
	}
	return out
}

// traps are names of traps with their texts.
func traps() [][2]string {
	return [][2]string{
		{"negated", "There is no `{qualified}`; you have to write it yourself."},
		{"negated", "`{owner}` has no `{name}` method, so that is not possible."},
		{"negated", "Note that `{qualified}` does not exist."},
		{"negated", "It does not offer anything like `{qualified}`."},
		{"planned", "A later release will add `{qualified}`."},
		{"planned", "## Roadmap\n\n- `{qualified}` for streams\n- a better `{name}()`\n"},
		{"planned", "`{qualified}` is not implemented yet."},
		{"proposed", "We should add `{qualified}` one day."},
		{"proposed", "## Proposal\n\nAdd `func {name}() error` beside `{true}`.\n"},
		{"proposed", "TODO: write `{qualified}` and call it from `{true}`."},
		{"past", "`{qualified}` was removed a long time ago."},
		{"past", "Before the rewrite, `{qualified}` used to do this."},
		{"past", "The function was formerly called `{name}()`."},
		{"changelog", "## v0.9.1 / 2019-03-02\n\n* [CHANGE] `{qualified}` takes a context now.\n* [FIX] a crash in `{name}()`.\n"},
		{"changelog", "# Changelog\n\n## 0.4.0\n\n- add `{qualified}`\n"},
		{"changelog", "# Release notes\n\n- `{qualified}` has been renamed\n"},
		{"external", "See https://github.com/acme/widgets/blob/main/internal/{lower}.go#L120 for a similar idea."},
		{"external", "The `github.com/acme/{lower}` module is a separate project."},
		{"external", "`acmewidgets.{name}` of another library does the same."},
		{"external", "In Rails, `ActiveRecord.{name}` plays this part."},
		{"external", "Django's `models.{name}` is similar."},
		{"composed", "The counter `acme_{lower}_seconds_total` tells how long it took."},
		{"composed", "Set the environment variable `ACME_{upper}` to change that."},
		{"composed", "The label `__meta_{lower}_name` is set on every target."},
		{"HTTP", "The endpoint `/api/v1/{lower}` answers with JSON."},
		{"HTTP", "Send a `POST` to `/-/{lower}:12` of the admin port."},
		{"HTTP", "It listens on `{lower}.example.com:8080` by default."},
		{"example", "For example, `foo.{name}` could be called from `path/to/{lower}.go:12`."},
		{"example", "Suppose `{qualified}` existed: then it would be easy."},
		{"example", "e.g. `myapp/cmd/{lower}.go` with a function `{name}()`"},
		{"example", "## Example\n\nPut this into `cmd/{lower}.go` and call `{name}()`.\n"},
		{"your own", "Define your own `{name}()` and pass it in."},
		{"your own", "Write a function `{name}()` in `{lower}.go` that returns what you need."},
		{"your own", "Your `{lower}.go` then looks as follows."},
		{"hedged", "Perhaps `{qualified}` does this, but I have not looked."},
		{"hedged", "I think there might be a `{qualified}` for that."},
		{"question", "Is there something like `{qualified}`?"},
		{"question", "Does `{true}` call `{name}()`?"},
		{"conditional", "If there were a `{qualified}`, this would be easy."},
		{"conditional", "It would be better if `{true}` called `{name}()`."},
		{"other version", "In v0.3 this was called `{qualified}`."},
		{"other version", "Before v0.2.0 you needed `{qualified}` here."},
		{"bare", "The word `{name}` means nothing in particular."},
		{"bare", "Replace `{name}` by whatever you like."},
		{"glob", "All of `internal/*/{lower}_*.go` is left out."},
		{"template", "It is written to `$HOME/.cache/{lower}.go` or `<dir>/{lower}.go`."},
		{"absolute", "The configuration lies in `/etc/acme/{lower}.yaml`."},
		{"generated", "The build writes `dist/{lower}.tar.gz` and `coverage-{lower}.out`."},
		{"alternation", "The metrics `reads/{lower}_mapping` come in pairs."},
		{"MIME", "The content type is `application/{lower}` or `text/x-{lower}`."},
		{"flag", "Start it with `--{lower}` or `-{lower}=3`."},
		{"flag", "Run `acme {lower} --help` to see them all."},
		{"configuration", "In the file, write `{lower}: true` under `global:`."},
		{"configuration", "```yaml\nglobal:\n  {lower}: 5s\n```\n"},
		{"tracker", "See {upper}-4711 and issue #4711."},
		{"another language", "In Python you would write `{lower}(x=1)` or `pd.{name}`."},
		{"another language", "```python\nimport {lower}\n{lower}.run()\n```\n"},
		{"another language", "```js\nconst x = require('{lower}').{name}()\n```\n"},
		{"local name", "Call the result `{lower}` and return it."},
		{"string", "It prints \"{name} failed\" and ends."},
		{"wished", "Unfortunately nobody has written `{qualified}` so far."},
		{"never", "`{true}` never calls `{name}()`."},
		{"instead", "People look for `{qualified}` in vain; use `{true}`."},
	}
}
