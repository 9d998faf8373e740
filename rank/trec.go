package rank

import (
	"fmt"
	"slices"
	"strings"
)

// trecRow is a measure of trec_eval. shape says what its parameters are.
type trecRow struct {
	name     string
	measure  Measure
	shape    shape
	defaults string
	set      string // sets that have it: o official, a all_trec, s set
}

type shape int

const (
	plain   shape = iota
	cutoffs       // one value for each whole number
	recalls       // one value for each number
	pairs         // grade=gain
	single        // one number
	points        // a list of numbers
	special
)

const trecCutoffs = "5,10,15,20,30,100,200,500,1000"

// trecRows are the measures of trec_eval 10.0 for qrels and runs, in the order
// in which it prints them.
func trecRows() []trecRow {
	return []trecRow{
		{name: "runid", shape: special, set: "oas"},
		{name: "num_q", measure: Measure{Kind: NumQ}, set: "oas"},
		{name: "num_ret", measure: Measure{Kind: NumRet}, set: "oas"},
		{name: "num_rel", measure: Measure{Kind: NumRel}, set: "oas"},
		{name: "num_rel_ret", measure: Measure{Kind: NumRelRet}, set: "oas"},
		{name: "map", measure: Measure{Kind: AP}, set: "oa"},
		{name: "gm_map", measure: Measure{Kind: GMAP}, set: "oa"},
		{name: "Rprec", measure: Measure{Kind: Rprec}, set: "oa"},
		{name: "bpref", measure: Measure{Kind: Bpref}, set: "oa"},
		{name: "recip_rank", measure: Measure{Kind: RR}, set: "oa"},
		{name: "iprec_at_recall", measure: Measure{Kind: IPrec}, shape: recalls, defaults: "0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1", set: "oa"},
		{name: "P", measure: Measure{Kind: P}, shape: cutoffs, defaults: trecCutoffs, set: "oa"},
		{name: "relstring", shape: special, defaults: "10", set: "a"},
		{name: "recall", measure: Measure{Kind: R}, shape: cutoffs, defaults: trecCutoffs, set: "a"},
		{name: "infAP", measure: Measure{Kind: InfAP}, set: "a"},
		{name: "gm_bpref", measure: Measure{Kind: GMBpref}, set: "a"},
		{name: "Rprec_mult", measure: Measure{Kind: Rprec}, shape: recalls, defaults: ".2,.4,.6,.8,1,1.2,1.4,1.6,1.8,2", set: "a"},
		{name: "utility", measure: Measure{Kind: Utility}, shape: points, set: "as"},
		{name: "11pt_avg", measure: Measure{Kind: IPrecAvg}, shape: points, set: "a"},
		{name: "binG", measure: Measure{Kind: BinG}, set: "a"},
		{name: "G", measure: Measure{Kind: G}, shape: pairs, set: "a"},
		{name: "dcg", measure: Measure{Kind: DCG}, shape: pairs},
		{name: "ideal_dcg", measure: Measure{Kind: IDCG}, shape: pairs},
		{name: "ndcg", measure: Measure{Kind: NDCG}, shape: pairs, set: "a"},
		{name: "ndcg_rel", measure: Measure{Kind: NDCGRel}, shape: pairs, set: "a"},
		{name: "Rndcg", measure: Measure{Kind: RNDCG}, shape: pairs, set: "a"},
		{name: "ndcg_cut", measure: Measure{Kind: NDCG}, shape: cutoffs, defaults: trecCutoffs, set: "a"},
		{name: "map_cut", measure: Measure{Kind: AP}, shape: cutoffs, defaults: trecCutoffs, set: "a"},
		{name: "relative_P", measure: Measure{Kind: P, Relative: true}, shape: cutoffs, defaults: trecCutoffs, set: "a"},
		{name: "success", measure: Measure{Kind: Success}, shape: cutoffs, defaults: "1,5,10", set: "a"},
		{name: "set_P", measure: Measure{Kind: SetP}, set: "as"},
		{name: "set_relative_P", measure: Measure{Kind: SetP, Relative: true}, set: "as"},
		{name: "set_recall", measure: Measure{Kind: SetR}, set: "as"},
		{name: "set_map", measure: Measure{Kind: SetAP}, set: "as"},
		{name: "set_F", measure: Measure{Kind: SetF}, shape: single, set: "as"},
		{name: "num_nonrel_judged_ret", measure: Measure{Kind: NumNonrelRet}, set: "a"},
		{name: "yaap", measure: Measure{Kind: YAAP}},
		{name: "rbp", measure: Measure{Kind: RBP, Patience: .9}, shape: pairs, set: "a"},
		{name: "rbp_resid", measure: Measure{Kind: RBPResidual, Patience: .9}, shape: pairs, set: "a"},
		{name: "unj", measure: Measure{Kind: Unjudged}, shape: cutoffs, defaults: "5,10,20", set: "a"},
	}
}

// trecSet returns the names of a set of measures.
func trecSet(name string) ([]string, bool) {
	letter, ok := map[string]string{"official": "o", "all_trec": "a", "set": "s"}[name]
	var names []string
	for _, r := range trecRows() {
		if ok && strings.Contains(r.set, letter) {
			names = append(names, r.name)
		}
	}
	return names, ok
}

// trecColumns reads "name", "name.parameters" and "name_cutoff". known is false
// for what is no name of trec_eval.
func trecColumns(text string) (columns []Column, known bool, err error) {
	name, parameters, dotted := strings.Cut(text, ".")
	rows := trecRows()
	place := slices.IndexFunc(rows, func(r trecRow) bool { return r.name == name })
	if place >= 0 && dotted && parameters == "" {
		return nil, true, fmt.Errorf("no parameters after %q", name+".")
	}
	if place < 0 { // P_5, iprec_at_recall_0.10: one value of a family
		i := strings.LastIndexByte(text, '_')
		if i < 0 {
			return nil, false, nil
		}
		name, parameters, dotted = text[:i], text[i+1:], true
		place = slices.IndexFunc(rows, func(r trecRow) bool {
			return r.name == name && (r.shape == cutoffs || r.shape == recalls) && !strings.Contains(parameters, ",")
		})
		if place < 0 {
			return nil, false, nil
		}
	}
	r := rows[place]
	given := parameters
	if !dotted {
		given = r.defaults
	}
	columns, err = r.columns(given, dotted)
	for i := range columns {
		columns[i].place = place
		columns[i].Whole = columns[i].Measure.Mean() == Sum
	}
	return columns, true, err
}
