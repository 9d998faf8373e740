package facttool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sooth/fact"
	"sooth/internal/ground"
	"sooth/internal/lookup"
	"sooth/tool"
)

// symbol answers find_symbol.
func (t *Tools) symbol(ctx context.Context, a arguments) (tool.Result, error) {
	found, err := lookup.Ask(ctx, t.corpus.Facts(), lookup.Symbol, a.Name, 0)
	if err != nil {
		return tool.Result{}, err
	}
	var lines []string
	for _, f := range found.Facts {
		if f.Kind == fact.Definition {
			lines = append(lines, declaration(f))
		}
	}
	return t.told(a.Name, found, lines, maxNodes, "declarations"), nil
}

// callers answers find_callers.
func (t *Tools) callers(ctx context.Context, a arguments) (tool.Result, error) {
	return t.calls(ctx, lookup.Callers, a.Name)
}

// callees answers find_callees.
func (t *Tools) callees(ctx context.Context, a arguments) (tool.Result, error) {
	return t.calls(ctx, lookup.Callees, a.Name)
}

func (t *Tools) calls(ctx context.Context, relation lookup.Relation, name string) (tool.Result, error) {
	found, err := lookup.Ask(ctx, t.corpus.Facts(), relation, name, 0)
	if err != nil {
		return tool.Result{}, err
	}
	var lines []string
	for _, f := range found.Facts {
		if f.Kind == fact.Call {
			lines = append(lines, fmt.Sprintf("%s calls %s at %s:%d", f.Subject, f.Object, f.Span.File, f.Span.Line))
		}
	}
	return t.told(name, found, lines, maxEdges, "calls"), nil
}

// search answers search_text.
func (t *Tools) search(ctx context.Context, a arguments) (tool.Result, error) {
	found, err := lookup.Ask(ctx, t.corpus.Facts(), lookup.Search, a.Query, 5*maxHits)
	if err != nil {
		return tool.Result{}, err
	}
	var lines []string
	for _, f := range found.Facts {
		lines = append(lines, declaration(f))
	}
	if len(lines) == 0 {
		return nothing("No declaration has a word of %q. Try other words, or find_symbol with a name.", a.Query), nil
	}
	return tool.Result{Text: capped(lines, maxHits, "hits")}, nil
}

// subgraph answers get_subgraph.
func (t *Tools) subgraph(ctx context.Context, a arguments) (tool.Result, error) {
	found, err := lookup.Ask(ctx, t.corpus.Facts(), lookup.Symbol, a.Name, 0)
	if err != nil {
		return tool.Result{}, err
	}
	nodes, edges := t.corpus.Around(found.Subjects, min(max(a.Depth, 1), maxDepth))
	if len(nodes) == 0 {
		return t.told(a.Name, found, nil, maxNodes, "declarations"), nil
	}
	text := capped(nodes, maxNodes, "declarations")
	if len(edges) > 0 {
		text += "\n" + capped(edges, maxEdges, "edges")
	}
	return tool.Result{Text: text}, nil
}

// file answers read_file.
func (t *Tools) file(_ context.Context, a arguments) (tool.Result, error) {
	first := max(a.FirstLine, 1)
	if a.LastLine != 0 && a.LastLine < first {
		return tool.Result{}, tool.Refuse("last_line %d lies before first_line %d", a.LastLine, first)
	}
	lines, total, err := t.corpus.Lines(a.Path, first, a.LastLine)
	if err != nil {
		return nothing("%v. search_text finds declarations with their files.", err), nil
	}
	cut := len(lines) > maxLines
	lines = lines[:min(len(lines), maxLines)]
	var b strings.Builder
	fmt.Fprintf(&b, "%s, lines %d to %d of %d\n", a.Path, first, first+len(lines)-1, total)
	for i, l := range lines {
		fmt.Fprintf(&b, "%d\t%s\n", first+i, l)
	}
	if cut {
		fmt.Fprintf(&b, "[at most %d lines at once]\n", maxLines)
	}
	return tool.Result{Text: strings.TrimSuffix(b.String(), "\n")}, nil
}

// context answers get_context_for_task.
func (t *Tools) context(ctx context.Context, a arguments) (tool.Result, error) {
	made, err := t.corpus.Context(ctx, ground.Request{Kind: ground.Smart, Query: a.Task, Tokens: a.BudgetTokens})
	if errors.Is(err, ground.ErrNothing) {
		return nothing("%v. Try other words.", err), nil
	}
	return tool.Result{Text: made.Text}, err
}

// told lays out what was found of a name, or says what is like it.
func (t *Tools) told(name string, found lookup.Answer, lines []string, most int, what string) tool.Result {
	if len(lines) > 0 {
		return tool.Result{Text: capped(lines, most, what)}
	}
	if len(found.Subjects) > 0 {
		return nothing("%s has no %s in %s.", strings.Join(found.Subjects[:min(len(found.Subjects), 3)], ", "), what, t.corpus.Label())
	}
	text := fmt.Sprintf("There is no %q in %s.", name, t.corpus.Label())
	if len(found.Near) > 0 {
		return nothing("%s Like it: %s", text, strings.Join(found.Near, ", "))
	}
	return nothing("%s Try another name, or search_text.", text)
}

// nothing is the result of a call that found nothing, with what to try instead.
func nothing(format string, a ...any) tool.Result {
	return tool.Result{Text: fmt.Sprintf(format, a...), Empty: true}
}

// capped joins the first few of many lines, and says how many there are.
func capped(lines []string, most int, what string) string {
	lines = slices.Compact(lines)
	if n := len(lines); n > most {
		return fmt.Sprintf("%s\n[top %d of %d %s]", strings.Join(lines[:most], "\n"), most, n, what)
	}
	return strings.Join(lines, "\n")
}

// maxSignature bounds a signature that is shown, in bytes.
const maxSignature = 120

// declaration is a line about a declaration.
func declaration(f fact.Fact) string {
	signature := strings.Join(strings.Fields(f.Detail), " ")
	if len(signature) > maxSignature {
		signature = strings.ToValidUTF8(signature[:maxSignature], "") + " …"
	}
	line := fmt.Sprintf("%s (%s) %s:%d-%d", f.Subject, f.Symbol, f.Span.File, f.Span.Line, max(f.Span.EndLine, f.Span.Line))
	if signature != "" {
		line += " " + signature
	}
	if doc := strings.Join(strings.Fields(f.Doc), " "); doc != "" {
		line += " // " + doc
	}
	return line
}
