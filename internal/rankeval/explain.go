package rankeval

import (
	"bufio"
	"io"
)

// Difference is a place where trec_eval 10.0 is not followed.
type Difference struct {
	Case string // a measure, an option or an input
	Trec string // what trec_eval 10.0 does
	Here string // what is done here, and why
}

// Differences lists every known place where the output or the exit status is
// not that of trec_eval 10.0. docs/format/rank.md has the same table.
func Differences() []Difference {
	return []Difference{
		{"rbp", "scales gains by a least and a largest gain that it never initialises, so builds differ",
			"RBP with p = 0.9 and gain = grade / highest grade of the judgements; rel=… makes it binary, as published"},
		{"rbp_resid", "prints 0 when everything retrieved is judged, and for missing topics under -c",
			"the tail p^n behind the last document is always part of it (Moffat and Zobel, 2008); it is 1 where nothing was retrieved"},
		{"num_rel of all, -c and -l above 1", "adds documents of every grade from 1 for topics that the run lacks",
			"the sum of what the topics show"},
		{"custom gains less than 1 apart", "sorts gains by a difference that it cuts to a whole number, so that the ideal ranking may be out of order",
			"sorted as numbers"},
		{"custom gains of several measures", "dcg, ideal_dcg and ndcg share the parameters of whichever was given any, and the second to be freed ends the program",
			"each measure has its own"},
		{"-J or -M that leave nothing of a ranking", "divides 0 by 0: iprec_at_recall_0.00 and 11pt_avg print -nan, their means too",
			"0: nothing retrieved has no precision"},
		{"Rndcg without a positive gain", "divides 0 by 0", "0"},
		{"utility and relstring with parameters, missing topic under -c", "computed as if one document without a judgement had been retrieved",
			"computed of the empty ranking"},
		{"a topic of the judgements that the run lacks, without -c", "prints the topics before it and exits 4",
			"evaluates the topics that both have, as trec_eval 9 did, with a warning; none at all is an error"},
		{"every judgement of a topic below 0", "exits 4 or crashes", "a topic without relevant documents: 0"},
		{"comments (#)", "reads one comment line, refuses two in a row, crashes on one at the end of qrels",
			"every line whose first word starts with # is a comment, in both files"},
		{"blank line in qrels", "refuses the file", "passed over, as in runs"},
		{"byte order mark", "becomes part of the first topic", "passed over"},
		{"document twice in a topic", "exits 4 without a line number; beyond -M it is not noticed",
			"refused with both places; --lenient keeps the first judgement and the better score, and says how many"},
		{"grade that is no whole number (0.5, yes)", "reads its beginning as a whole number, else 0",
			"refused with its place; --lenient reads as trec_eval does"},
		{"score that is no number (abc, nan)", "reads abc as 0; nan makes the order depend on the sort",
			"refused with its place; --lenient reads abc as 0 and puts nan last"},
		{"header line", "becomes a topic called qid", "refused with a hint; --lenient reads it as trec_eval does"},
		{"grade of more than 2^31 - 1", "allocates an array of that size", "refused; --lenient takes 2^31 - 1"},
		{"-m given twice for one measure", "uses the parameters of the first alone", "the union of both"},
		{"cutoffs of P.5_10 and the like", "stops reading at the first character that is no digit", "refused"},
		{"exit status", "2, 4, 7 or a signal", "0, or 2 with one message file:line:column"},
	}
}

func explain(w io.Writer) error {
	b := bufio.NewWriter(w)
	b.WriteString("Where trec_eval 10.0 is not followed:\n")
	for _, d := range Differences() {
		b.WriteString("\n" + d.Case + "\n  trec_eval: " + d.Trec + "\n  here: " + d.Here + "\n")
	}
	return b.Flush()
}
