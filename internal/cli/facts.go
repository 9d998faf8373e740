package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sooth/fact"
	"sooth/fact/factdb"
	"sooth/internal/lookup"
	"sooth/internal/toolchain"
	"sooth/lang/goapi"
	"sooth/lang/gofact"
)

// factsFlags are the flags of facts.
type factsFlags struct {
	repo   string
	format string
	limit  int
}

func (p *program) factsCommand() *cobra.Command {
	f := &factsFlags{}
	c := &cobra.Command{
		Use:   "facts",
		Short: "ask what is known of a tree",
		Long: `Facts answers from the index of a tree, which is made or brought up to date first. A name may be cut at the front:
AddCommand, Command.AddCommand, cobra.Command.AddCommand and the whole path with it find the same method; if several symbols end
so, all are shown and listed. That nothing is found is an answer (exit code 0), with the nearest names.`,
		Example: "  sooth facts symbol Command.AddCommand\n  sooth facts callers AddCommand --format jsonl",
		Args:    known,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	flags := c.PersistentFlags()
	flags.StringVar(&f.repo, "repo", ".", "`folder` of the tree")
	flags.StringVar(&f.format, "format", "text", "`format`: text, json, jsonl")
	flags.IntVar(&f.limit, "limit", 0, "at most so many, a `number`; 0: all (search: 20)")
	for _, v := range []struct {
		relation       lookup.Relation
		argument, what string
		example        string
	}{
		{lookup.Symbol, "NAME", "where a symbol is declared, and how", "Command.AddCommand"},
		{lookup.Available, "NAME", "since which release of Go, or in which builds, a symbol is there", "strings.Cut"},
		{lookup.File, "PATH", "the lines of a file and what it declares", "command.go"},
		{lookup.Callers, "NAME", "who calls a function", "Command.AddCommand"},
		{lookup.Callees, "NAME", "what a function calls", "Command.Execute"},
		{lookup.Imports, "NAME", "what a package or file imports", "cobra"},
		{lookup.Implements, "NAME", "the interfaces of a type, or the types of an interface", "io.Writer"},
		{lookup.Members, "NAME", "fields and methods of a type, promoted ones too; what a package declares", "Command"},
		{lookup.Search, "TEXT", "definitions by words of their names, signatures and docs, best first", "\"suggestions for unknown command\""},
	} {
		c.AddCommand(&cobra.Command{
			Use:     string(v.relation) + " " + v.argument,
			Short:   v.what,
			Example: "  sooth facts " + string(v.relation) + " " + v.example,
			Args:    exactly(v.argument),
			RunE:    func(c *cobra.Command, args []string) error { return p.facts(c.Context(), v.relation, args[0], f) },
		})
	}
	return c
}

func (p *program) facts(ctx context.Context, relation lookup.Relation, argument string, f *factsFlags) error {
	if err := knownFormat(f.format, "", "text", "json", "jsonl"); err != nil {
		return err
	}
	switch {
	case f.limit < 0:
		return usage(fmt.Errorf("--limit %d: it must not be negative", f.limit))
	case strings.TrimSpace(argument) == "":
		return usage(fmt.Errorf("%q: a name is missing; hint: sooth facts --help", argument))
	}
	reader, closing, err := p.known(ctx, f.repo)
	if err != nil {
		return err
	}
	defer closing()
	answer, err := lookup.Ask(ctx, reader, relation, argument, f.limit)
	if err != nil {
		return err
	}
	if err := p.outside(ctx, f.repo, &answer); err != nil {
		return err
	}
	if len(answer.Subjects) > 1 && relation != lookup.Symbol && relation != lookup.Search && f.format == "text" {
		p.say("%q means %d symbols, and all are shown; hint: write more of the name: %s", argument, len(answer.Subjects), plain(strings.Join(answer.Subjects[:min(len(answer.Subjects), 8)], ", ")))
	}
	switch f.format {
	case "json":
		return writeJSON(p.out, factsDocument{Schema: "sooth.facts/1", Answer: answer})
	case "jsonl":
		e := json.NewEncoder(p.out)
		e.SetEscapeHTML(false)
		for i := range answer.Facts {
			if err := e.Encode(answer.Facts[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return tellFacts(p.out, answer)
}

// outside looks for what the tree does not declare in the sources of its
// dependencies and the standard library.
func (p *program) outside(ctx context.Context, dir string, a *lookup.Answer) error {
	if a.Complete() || a.Relation != lookup.Symbol && a.Relation != lookup.Members && a.Relation != lookup.Available {
		return nil
	}
	g, err := p.toolchain(ctx)
	if errors.Is(err, toolchain.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	packages, err := gofact.NewPackages(gofact.PackagesOptions{Go: g, Dir: dir})
	if err != nil {
		return err
	}
	return lookup.Outside(ctx, packages, func(path, symbol string) (string, string, bool) {
		api, err := goapi.Load(g.Root)
		if err != nil {
			return "", "", false // a distribution without its API files
		}
		return api.Since(path, symbol)
	}, a)
}

// factsDocument is what facts --format json prints.
type factsDocument struct {
	Schema string `json:"schema"`
	lookup.Answer
}

// known opens the facts of a tree, brought up to date; while another process
// does that, as they are.
func (p *program) known(ctx context.Context, dir string) (fact.Reader, func() error, error) {
	file := filepath.Join(p.stateFolder(dir), "facts.db")
	if !exists(file) {
		p.say("%s is not there yet: indexing %s first", file, dir)
	}
	store, result, err := p.indexed(ctx, dir, false)
	if errors.Is(err, fact.ErrBusy) {
		p.say("another process is indexing %s: these are the facts before", dir)
		store, err = factdb.Open(ctx, file, factdb.Options{ReadOnly: true})
	}
	if err != nil {
		return nil, nil, err
	}
	if result.Changed > 0 && result.State.Generation > 1 {
		p.say("index brought up to date: %d files changed", result.Changed)
	}
	for _, n := range result.Notes {
		p.say("note: %s", plain(n))
	}
	return store, store.Close, nil
}

// tellFacts prints an answer for people: a line for each fact, place first.
func tellFacts(w io.Writer, a lookup.Answer) error {
	var b strings.Builder
	for i := range a.Facts {
		tellFact(&b, &a.Facts[i])
	}
	if len(a.Facts) == 0 {
		fmt.Fprintf(&b, "nothing found for %q", a.Argument)
		if len(a.Subjects) > 0 {
			fmt.Fprintf(&b, ", which is %s", plain(strings.Join(a.Subjects, ", ")))
		}
		if len(a.Near) > 0 {
			fmt.Fprintf(&b, "; near: %s", plain(strings.Join(a.Near, ", ")))
		}
		b.WriteString("\n")
	}
	if a.More > 0 {
		fmt.Fprintf(&b, "and %d more\n", a.More)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func tellFact(b *strings.Builder, f *fact.Fact) {
	place := plain(f.Span.String())
	subject, object, detail := plain(f.Subject), plain(f.Object), plain(f.Detail)
	if place != "" {
		place += ": "
	}
	switch f.Kind {
	case fact.Definition:
		fmt.Fprintf(b, "%s%s %s", place, f.Symbol, subject)
		if f.Strength != fact.Compiler {
			fmt.Fprintf(b, " (%s)", f.Strength)
		}
		b.WriteString("\n")
		for _, more := range []string{detail, plain(f.Doc)} {
			if more != "" {
				fmt.Fprintf(b, "    %s\n", more)
			}
		}
	case fact.File:
		fmt.Fprintf(b, "%s: %d lines\n", subject, f.Index)
	case fact.Call:
		fmt.Fprintf(b, "%s%s calls %s", place, subject, object)
		if f.Interface {
			b.WriteString(" through the interface")
		}
		b.WriteString("\n")
	case fact.Deprecated:
		fmt.Fprintf(b, "%s%s is deprecated: %s\n", place, subject, detail)
	case fact.Available:
		where := "in builds with " + object
		if release, ok := lookup.Release(f); ok {
			where = "since Go " + release
		}
		fmt.Fprintf(b, "%s%s is there %s (%s)\n", place, subject, where, detail)
	case fact.Promotes:
		fmt.Fprintf(b, "%s%s has %s by promotion\n", place, subject, object)
	case fact.Implements: // a star before the arguments of a generic interface: only a pointer does
		arguments, pointer := strings.CutPrefix(detail, "*")
		if pointer {
			subject = "*" + subject
		}
		fmt.Fprintf(b, "%s%s implements %s%s\n", place, subject, object, arguments)
	case fact.Import:
		fmt.Fprintf(b, "%s%s imports %s\n", place, subject, object)
	default:
		fmt.Fprintf(b, "%s%s %s %s %s\n", place, subject, f.Kind, object, detail)
	}
}
