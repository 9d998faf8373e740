package main

import (
	"fmt"
	"regexp"
	"strings"

	"sooth/internal/truth/label"
)

// typeList returns the types of parameters without their names.
func typeList(list []parameter) string {
	var out []string
	for _, p := range list {
		out = append(out, p.typ)
	}
	return strings.Join(out, ", ")
}

// signatureProbe compiles if and only if the function has this signature.
func (c *corpus) signatureProbe(d *declaration, pointer bool, params, results []parameter) *probe {
	list, value := typeList(params), d.name
	if d.receiver != "" {
		star := ""
		if pointer {
			star = "*"
		}
		list = strings.TrimSuffix(star+d.receiver+", "+list, ", ")
		value = "(" + star + d.receiver + ")." + d.name
	}
	return c.probe(d, "var _ func(%s) (%s) = %s", list, typeList(results), value)
}

// written is a parameter list as it is written in Go.
func written(list []parameter) string {
	var out []string
	for i, p := range list {
		switch {
		case p.name == "":
			out = append(out, p.typ)
		case i+1 < len(list) && list[i+1].typ == p.typ && list[i+1].name != "":
			out = append(out, p.name)
		default:
			out = append(out, p.name+" "+p.typ)
		}
	}
	return strings.Join(out, ", ")
}

// writtenResults is a result list with what goes before it.
func writtenResults(list []parameter) string {
	switch {
	case len(list) == 0:
		return label.NoResults
	case len(list) == 1 && list[0].name == "":
		return " " + list[0].typ
	}
	return " (" + written(list) + ")"
}

func replaced(list []parameter, i int, p parameter) []parameter {
	out := append([]parameter(nil), list...)
	out[i] = p
	return out
}

// otherType returns a type that is not t.
func otherType(t string, pick uint64) string {
	list := []string{"string", "int", "bool", "[]byte", "error", "int64", "map[string]string"}
	for i := range list {
		if o := list[(int(pick%7)+i)%7]; o != t && !(o == "error") {
			return o
		}
	}
	return "uint16"
}

// signatures makes M6: results, parameters, their names, the receiver.
func (c *corpus) signatures(limit int) []candidate {
	var out []candidate
	for _, d := range c.shuffled("M6", "func", "method") {
		if len(out) >= limit {
			break
		}
		if strings.Contains(d.params+d.results, "struct{ ") || len(d.params) > 160 {
			continue
		}
		pick := order("M6", d.symbol())
		for round := range 2 {
			params, results, pointer := d.paramList, d.resultList, d.pointer
			mutant, style, compiled := label.Statement{}, "", true
			switch (pick + uint64(round)*3) % 7 {
			case 0:
				if len(results) == 0 {
					continue
				}
				i := int(pick / 7 % uint64(len(results)))
				results, style = replaced(results, i, parameter{results[i].name, otherType(results[i].typ, pick/49)}), "another result type"
			case 1:
				if n := len(results); n > 1 && results[0].name == "" {
					results, style = results[:n-1], "a result less"
				} else if n == 1 && results[0].name == "" && results[0].typ != "error" {
					results, style = append(append([]parameter(nil), results...), parameter{"", "error"}), "a result more"
				} else if n == 0 {
					results, style = []parameter{{"", "error"}}, "a result more"
				} else {
					continue
				}
			case 2:
				if len(params) < 2 {
					continue
				}
				params, style = params[:len(params)-1], "a parameter less"
			case 3:
				if len(params) == 0 || params[0].name == "" || strings.HasPrefix(params[len(params)-1].typ, "...") {
					continue
				}
				params, style = append(append([]parameter(nil), params...), parameter{"force", "bool"}), "a parameter more"
			case 4:
				if len(params) == 0 {
					continue
				}
				i := int(pick / 7 % uint64(len(params)))
				params, style = replaced(params, i, parameter{params[i].name, otherType(params[i].typ, pick/49)}), "another parameter type"
			case 5:
				if len(params) == 0 || len(params[0].name) < 2 {
					continue
				}
				name := params[0].name + "Value"
				if len(params[0].name) > 4 {
					name = params[0].name[:3]
				}
				params, style, compiled = replaced(params, 0, parameter{name, params[0].typ}), "another parameter name", false
				if !c.tagged(d, params[0].name) {
					continue
				}
			case 6:
				if !d.pointer {
					continue
				}
				pointer, style, mutant.Value = false, "no pointer receiver", true
			}
			if mutant.Fault = "signature"; !mutant.Value {
				if p := "(" + written(params) + ")"; p != "("+written(d.paramList)+")" {
					mutant.Params = p
				}
				if r := writtenResults(results); r != writtenResults(d.resultList) {
					mutant.Results = r
				}
			}
			s := c.statement(label.Signature, d)
			s.Params, s.Results = "("+written(d.paramList)+")", strings.TrimSuffix(writtenResults(d.resultList), label.NoResults)
			yes := c.signatureProbe(d, d.pointer, d.paramList, d.resultList)
			check, tools := yes.ok, "go/parser, universal-ctags, compiler"
			if compiled {
				no := c.signatureProbe(d, pointer, params, results)
				check = func() bool { return yes.ok() && no.fails("cannot use", "invalid method expression") }
			}
			out = append(out, c.pair("M6", style, tools, d, s, mutant, check))
		}
	}
	return out
}

// tagged says whether ctags read the same parameters, none of them called name.
func (c *corpus) tagged(d *declaration, name string) bool {
	sig := c.tags[tag{d.file, d.name, d.nameLine}]
	if sig == "" || d.paramList[0].name == name || regexp.MustCompile(`\b`+name+`\b`).MatchString(sig) {
		return false
	}
	return strings.Contains(sig, d.paramList[0].name)
}

// concrete says whether no result but an error can hold a value of another type.
func concrete(list []parameter) bool {
	for _, p := range list {
		switch {
		case strings.HasPrefix(p.typ, "*") || strings.HasPrefix(p.typ, "[]") || strings.HasPrefix(p.typ, "map["):
		case p.typ == "error" || p.typ == "string" || p.typ == "bool" || strings.HasPrefix(p.typ, "int") || strings.HasPrefix(p.typ, "uint") || strings.HasPrefix(p.typ, "float"):
		default:
			return false
		}
	}
	return true
}

// returns makes M6 of prose: a type that the function does not return.
func (c *corpus) returns(limit int) []candidate {
	var out []candidate
	others := c.shuffled("M6 types", "struct")
	for _, d := range c.shuffled("M6 returns", "func", "method") {
		if len(out) >= limit || len(others) == 0 {
			break
		}
		i := 0
		for i < len(d.resultList) && !(strings.HasPrefix(d.resultList[i].typ, "*") || d.resultList[i].typ == "string" || d.resultList[i].typ == "bool" || d.resultList[i].typ == "int") {
			i++
		}
		if i == len(d.resultList) || !concrete(d.resultList) {
			continue
		}
		old := d.resultList[i]
		typ := otherType(old.typ, order("M6 other", d.symbol()))
		if strings.HasPrefix(old.typ, "*") {
			for k := range others {
				o := others[(int(order("M6 o", d.symbol())>>33)+k)%len(others)]
				if o.path == d.path && o.exported() == d.exported() && "*"+o.name != old.typ && !c.members[o.name]["Error"] {
					typ = "*" + o.name
					break
				}
			}
		}
		if strings.Contains(typeList(d.resultList), strings.TrimPrefix(typ, "*")) {
			continue
		}
		s := c.statement(label.Returns, d)
		s.Object = old.typ
		yes, no := c.signatureProbe(d, d.pointer, d.paramList, d.resultList), c.signatureProbe(d, d.pointer, d.paramList, replaced(d.resultList, i, parameter{"", typ}))
		if old.name != "" {
			no = c.signatureProbe(d, d.pointer, d.paramList, replaced(d.resultList, i, parameter{old.name, typ}))
		}
		out = append(out, c.pair("M6", "returns another type", "go/parser, compiler", d, s, label.Statement{Object: typ, Fault: fmt.Sprint(typ)},
			func() bool { return yes.ok() && no.fails("cannot use", "invalid") }))
	}
	return out
}
