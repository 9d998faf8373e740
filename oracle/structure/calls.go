package structure

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
	"sooth/oracle/world"
	"sooth/source"
)

// calls judges that a function's own body, closures in it included, calls
// another one.
func (o *Oracle) calls(ctx context.Context, c claim.Claim, subject world.Meaning) (oracle.Verdict, error) {
	callers := keep(subject.Symbols, func(s world.Symbol) bool { return s.Symbol == "func" || s.Symbol == "method" })
	if len(callers) == 0 {
		return oracle.Undecide(c, oracle.Ambiguous, c.Subject+" has no body"), nil
	}
	object, err := o.world.Resolve(ctx, c.Object)
	if err != nil {
		return oracle.Verdict{}, err
	}
	object.Symbols = built(object.Symbols)
	last := world.ParseName(c.Object).Last()
	var through, byName []fact.Fact
	total := 0
	for _, caller := range callers {
		edges, err := o.edges(ctx, caller)
		if err != nil {
			return oracle.Verdict{}, err
		}
		total += len(edges)
		for _, e := range edges {
			exact := slices.ContainsFunc(object.Symbols, func(s world.Symbol) bool { return s.Subject == e.Object })
			name := fact.LastName(&fact.Fact{Subject: e.Object})
			switch {
			case exact:
				return oracle.Verify(c, e.Strength, caller.Called()+" calls "+short(e.Object), e.Span), nil
			case name == last && e.Interface:
				through = append(through, e)
			case name == last:
				byName = append(byName, e)
			}
		}
	}
	switch {
	case len(through) > 0:
		return oracle.Undecide(c, oracle.OpenWorld, "it calls "+short(through[0].Object)+" through an interface"), nil
	case len(byName) > 0 && (object.Guessed || len(object.Symbols) == 0) && o.written(callers, c.Object):
		return oracle.Verify(c, byName[0].Strength, callers[0].Called()+" calls "+short(byName[0].Object), byName[0].Span), nil
	case len(object.Symbols) == 0 && object.Missing != nil:
		return oracle.Undecide(c, oracle.NoAnchor, "there is no "+c.Object), nil
	case len(object.Symbols) == 0:
		return oracle.Undecide(c, oracle.NoAnchor, object.What), nil
	}
	return o.notCalled(ctx, c, subject, callers, object, byName, total)
}

// edges returns the calls in the body of a function.
func (o *Oracle) edges(ctx context.Context, s world.Symbol) ([]fact.Fact, error) {
	list, err := o.world.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Call}, Path: s.Span.File})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(f fact.Fact) bool {
		return f.Span.Line < s.Span.Line || f.Span.Line > max(s.Span.Line, s.Span.EndLine)
	}), nil
}

// notCalled refutes a call that the index does not have, if the body does not
// even name it.
func (o *Oracle) notCalled(ctx context.Context, c claim.Claim, subject world.Meaning, callers []world.Symbol, object world.Meaning, byName []fact.Fact, total int) (oracle.Verdict, error) {
	last := world.ParseName(c.Object).Last()
	callables := keep(object.Symbols, world.Symbol.IsFunc)
	for _, caller := range callers {
		line, quoted := o.named(caller, last)
		switch {
		case line > 0 && len(callables) == 0 && !quoted && o.invoked(caller, last) > 0:
			return oracle.Verify(c, fact.Syntax, fmt.Sprintf("%s calls the value of %s", caller.Called(), last), source.Span{File: caller.Span.File, Line: o.invoked(caller, last)}), nil
		case line > 0 && len(byName) == 0:
			return oracle.Undecide(c, oracle.OpenWorld, fmt.Sprintf("it names %s at line %d, and may call it as a value", last, line)), nil
		case line > 0 && object.Guessed:
			return oracle.Undecide(c, oracle.Ambiguous, fmt.Sprintf("it calls another %s at line %d", last, line)), nil
		}
	}
	switch {
	case len(callables) == 0:
		return oracle.Undecide(c, oracle.OpenWorld, c.Object+" is no function"), nil
	case subject.Guessed || object.Guessed || len(callers) > 3:
		return oracle.Undecide(c, oracle.Ambiguous, "several functions may be meant"), nil
	}
	why, err := o.closed(ctx, callers, callables)
	if err != nil {
		return oracle.Verdict{}, err
	}
	if why != "" {
		return oracle.Undecide(c, oracle.OpenWorld, why), nil
	}
	for _, caller := range callers {
		if edges, err := o.edges(ctx, caller); err != nil {
			return oracle.Verdict{}, err
		} else if len(edges) == 0 && caller.Strength != fact.Compiler && caller.Strength != fact.Index {
			return oracle.Undecide(c, oracle.OpenWorld, "the calls of "+caller.Called()+" are not known"), nil
		}
		again, ok, err := o.again(ctx, caller)
		if err != nil {
			return oracle.Verdict{}, err
		}
		if !ok || again.Span.File != caller.Span.File || again.Span.Line != caller.Span.Line {
			return oracle.Undecide(c, oracle.Ambiguous, "the index and a fresh look differ; hint: index again"), nil
		}
	}
	witnesses := []string{
		fmt.Sprintf("of the %d calls in %s none is of %s", total, names(callers, 3), last),
		fmt.Sprintf("its source, read now, does not have the word %s", last),
	}
	if len(byName) > 0 {
		witnesses[1] = fmt.Sprintf("its source, read now, has the word %s only where %s is called", last, short(byName[0].Object))
	}
	suggestion, err := o.caller(ctx, callables)
	if err != nil {
		return oracle.Verdict{}, err
	}
	reason := callers[0].Called() + " does not call it"
	if via := o.via(ctx, callers, callables); via != "" {
		reason += " itself, only through " + via
	}
	return oracle.Refute(c, fact.Index, reason, witnesses, suggestion, callers[0].Span), nil
}

// written reports whether a name that leads to no definition is written so in the
// body of one of the functions: as a variable's method, or without a qualifier.
func (o *Oracle) written(callers []world.Symbol, name string) bool {
	n := world.ParseName(name)
	word := strings.Join(n.Parts, ".")
	return n.Path == "" && !n.Pointer && slices.ContainsFunc(callers, func(s world.Symbol) bool {
		line, quoted := o.named(s, word)
		return line > 0 && !quoted
	})
}

// named returns the first line of a function's body, as it is on disk now, that
// has a word outside of comments, and whether it stands in a string there.
func (o *Oracle) named(s world.Symbol, word string) (line int, quoted bool) {
	for i, text := range o.world.Lines(source.Span{File: s.Span.File, Line: s.Span.Line, EndLine: s.Span.EndLine}) {
		code, _, _ := strings.Cut(text, "//")
		if i == 0 { // the function's own name does not count
			code = strings.Replace(code, fact.LastName(&s.Fact), "", 1)
		}
		if _, ok := world.Literal([]byte(code), word); ok {
			at := strings.Index(code, word)
			return s.Span.Line + i, strings.Count(code[:at], `"`)%2 == 1
		}
	}
	return 0, false
}

// invoked returns the first line of a function's body that has a word before a
// parenthesis; 0: none.
func (o *Oracle) invoked(s world.Symbol, word string) int {
	for i, text := range o.world.Lines(source.Span{File: s.Span.File, Line: s.Span.Line, EndLine: s.Span.EndLine}) {
		code, _, _ := strings.Cut(text, "//")
		if i == 0 {
			code = strings.Replace(code, fact.LastName(&s.Fact), "", 1)
		}
		if _, ok := world.Literal([]byte(code), word); ok && strings.Contains(code, word+"(") {
			return s.Span.Line + i
		}
	}
	return 0
}

// caller suggests who does call a function, if one only does.
func (o *Oracle) caller(ctx context.Context, callables []world.Symbol) (string, error) {
	found := map[string]bool{}
	for _, s := range callables {
		list, err := o.world.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Call}, Object: s.Subject, Limit: 4})
		if err != nil {
			return "", err
		}
		for _, f := range list {
			if !strings.HasSuffix(f.Span.File, "_test.go") {
				found[short(f.Subject)] = true
			}
		}
	}
	if len(found) != 1 {
		return "", nil
	}
	for name := range found {
		return name + " calls it", nil
	}
	return "", nil
}

// via returns a function that one of the callers calls and that calls one of
// the callables.
func (o *Oracle) via(ctx context.Context, callers, callables []world.Symbol) string {
	between := map[string]bool{}
	for _, s := range callables {
		list, err := o.world.Facts(ctx, fact.Query{Kinds: []fact.Kind{fact.Call}, Object: s.Subject})
		if err != nil {
			return ""
		}
		for _, f := range list {
			between[f.Subject] = true
		}
	}
	for _, caller := range callers {
		edges, err := o.edges(ctx, caller)
		if err != nil {
			return ""
		}
		for _, e := range edges {
			if between[e.Object] {
				return short(e.Object)
			}
		}
	}
	return ""
}

// short leaves out the folders of a qualified name.
func short(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }
