package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// generated is a question as docs/format/question.md describes it, as far as it is
// needed here.
type generated struct {
	Kind, Pattern, Subject, Object string
	Truth                          struct {
		Boolean *bool
		Places  []struct {
			File string
			Line int
		}
		Names     [][]string
		Signature string
	}
}

// judged counts what a third route says of the questions of a kind.
type judged struct{ asked, agreed, contradicted, undecided int }

// third is the third route to the truth of generated questions: universal-ctags
// for places and names, gopls for what types decide.
type third struct {
	*corpus
	server  *server
	at      map[tag]*declaration // by absolute file, name, line
	symbols map[string][]*declaration
	counts  map[string]*judged
	told    []string // contradictions
}

// checkQuestions holds the questions of a file against tools that the generator
// uses in neither route. Of kinds that gopls judges at most sample are asked.
func checkQuestions(ctx context.Context, file, module, dir, gopls string, sample int) error {
	list, err := readQuestions(file)
	if err != nil {
		return err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	t, err := readTree(module, dir)
	if err != nil {
		return err
	}
	c := &corpus{tree: t, ctx: ctx, files: map[string]*sourceFile{}}
	for _, f := range t.files {
		c.files[f.file] = f
	}
	if err := c.readTags(); err != nil {
		return err
	}
	x := &third{corpus: c, at: map[tag]*declaration{}, symbols: map[string][]*declaration{}, counts: map[string]*judged{}}
	for i := range c.declarations {
		d := &c.declarations[i]
		x.at[tag{filepath.Join(dir, d.file), d.name, d.nameLine}] = d
		x.symbols[d.symbol()] = append(x.symbols[d.symbol()], d)
	}
	if x.server, err = startServer(ctx, gopls, dir); err != nil {
		return err
	}
	defer x.server.stop()
	for _, q := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := x.judge(q, sample); err != nil {
			return fmt.Errorf("%s %s: %w", q.Kind, q.Subject, err)
		}
	}
	return x.tell()
}

func readQuestions(file string) (list []generated, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := json.NewDecoder(bufio.NewReader(f))
	for {
		var q generated
		switch err := d.Decode(&q); err {
		case nil:
			list = append(list, q)
		case io.EOF:
			return list, nil
		default:
			return nil, err
		}
	}
}

// tell prints the counts, and fails if anything was contradicted.
func (x *third) tell() error {
	total := judged{}
	var kinds []string
	for k := range x.counts {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	fmt.Printf("%-16s %7s %7s %13s %10s\n", "kind", "asked", "agreed", "contradicted", "undecided")
	for _, k := range kinds {
		j := x.counts[k]
		fmt.Printf("%-16s %7d %7d %13d %10d\n", k, j.asked, j.agreed, j.contradicted, j.undecided)
		total.asked, total.agreed, total.contradicted, total.undecided = total.asked+j.asked, total.agreed+j.agreed, total.contradicted+j.contradicted, total.undecided+j.undecided
	}
	fmt.Printf("%-16s %7d %7d %13d %10d\n", "all", total.asked, total.agreed, total.contradicted, total.undecided)
	for _, s := range x.told {
		fmt.Println(s)
	}
	if total.contradicted > 0 || total.agreed == 0 {
		return fmt.Errorf("%d of %d questions contradicted by a third route", total.contradicted, total.asked)
	}
	return nil
}

// judge asks the route that can say something about a kind.
func (x *third) judge(q generated, sample int) error {
	route := x.route(q.Kind)
	if route == nil {
		return nil
	}
	j := x.counts[q.Kind]
	if j == nil {
		j = &judged{}
		x.counts[q.Kind] = j
	}
	if q.Kind != "defined-where" && q.Kind != "exports" && j.asked >= sample {
		return nil
	}
	j.asked++
	same, decided, err := route(q)
	switch {
	case err != nil:
		return err
	case !decided:
		j.undecided++
	case same:
		j.agreed++
	default:
		j.contradicted++
		truth, _ := json.Marshal(q.Truth)
		x.told = append(x.told, fmt.Sprintf("contradicted: %s %s %s: %s", q.Kind, q.Subject, q.Object, truth))
	}
	return nil
}

func (x *third) route(k string) func(generated) (same, decided bool, err error) {
	switch k {
	case "defined-where":
		return x.places
	case "exports":
		return x.exports
	case "calls":
		return x.calls_
	case "callees":
		return x.callees_
	case "callers", "covered-by":
		return x.callers
	case "implementers":
		return x.implementers
	case "returns", "takes", "field-type", "receiver":
		return x.declared
	}
	return nil
}

// places: ctags has a tag of the name on each line. Of fields and methods of
// generic types, and after some values, it has none at all: nothing is decided.
func (x *third) places(q generated) (bool, bool, error) {
	name := q.Subject[strings.LastIndexByte(q.Subject, '.')+1:]
	for _, p := range q.Truth.Places {
		if _, ok := x.tags[tag{p.File, name, p.Line}]; ok {
			continue
		}
		elsewhere := false
		for t := range x.tags {
			elsewhere = elsewhere || t.file == p.File && t.name == name
		}
		d := x.one(q.Subject)
		return false, elsewhere && d != nil && d.receiver == "", nil
	}
	return true, true, nil
}

// exports: ctags has, or has not, a tag of the name in a file of the package.
func (x *third) exports(q generated) (bool, bool, error) {
	if q.Pattern == "exports/method" {
		return false, false, nil
	}
	found := false
	for _, f := range x.tree.files {
		if f.path != q.Subject || f.test {
			continue
		}
		for t := range x.tags {
			found = found || t.file == f.file && t.name == q.Object
		}
	}
	if found && !*q.Truth.Boolean {
		return false, false, nil // a field or a method of that name
	}
	return found == *q.Truth.Boolean, true, nil
}

// one is the only declaration of a symbol; nil: there are none or several.
func (x *third) one(symbol string) *declaration {
	if list := x.symbols[symbol]; len(list) == 1 {
		return list[0]
	}
	return nil
}
