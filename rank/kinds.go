package rank

// Kind names a family of measures.
type Kind string

// The kinds, in the spelling of ir_measures where it has them.
const (
	NumQ         Kind = "NumQ"         // topics that count
	NumRet       Kind = "NumRet"       // documents retrieved; with rel: relevant ones
	NumRel       Kind = "NumRel"       // relevant documents in the judgements
	NumRelRet    Kind = "NumRelRet"    // relevant documents retrieved
	NumNonrelRet Kind = "NumNonrelRet" // documents retrieved that are judged not relevant
	AP           Kind = "AP"           // average precision
	GMAP         Kind = "GMAP"         // its geometric mean
	Rprec        Kind = "Rprec"        // precision at R, or at a multiple of it
	Bpref        Kind = "Bpref"        // binary preference
	GMBpref      Kind = "GMBpref"      // its geometric mean
	RR           Kind = "RR"           // reciprocal rank
	IPrec        Kind = "IPrec"        // interpolated precision at a recall point
	IPrecAvg     Kind = "IPrecAvg"     // mean over recall points
	P            Kind = "P"            // precision
	R            Kind = "R"            // recall
	InfAP        Kind = "infAP"        // inferred average precision
	Utility      Kind = "Utility"      // weighted count of the four cells
	BinG         Kind = "BinG"         // G with binary gain
	G            Kind = "G"            // normalized gain
	DCG          Kind = "DCG"          // discounted cumulative gain
	IDCG         Kind = "IDCG"         // of the ideal ranking
	NDCG         Kind = "nDCG"         // DCG / IDCG
	NDCGRel      Kind = "nDCGrel"      // nDCG averaged at relevant documents
	RNDCG        Kind = "RnDCG"        // nDCG averaged where the ideal gain changes
	Success      Kind = "Success"      // is there a relevant document
	SetP         Kind = "SetP"         // precision of everything retrieved
	SetR         Kind = "SetR"         // recall of it
	SetF         Kind = "SetF"         // F measure of it
	SetAP        Kind = "SetAP"        // SetP · SetR
	YAAP         Kind = "YAAP"         // smoothed log-odds of average precision
	RBP          Kind = "RBP"          // rank-biased precision
	RBPResidual  Kind = "RBPResidual"  // what unjudged documents could add to it
	Unjudged     Kind = "Unjudged"     // unjudged in the first k, over k
	Judged       Kind = "Judged"       // judged among those retrieved of the first k
	ERR          Kind = "ERR"          // expected reciprocal rank
)

// cut says what a kind does with "@k".
type cut int

const (
	noCut cut = iota
	mayCut
	mustCut
	recallCut // @recall, a number in [0, 1]
)

// kindRow is what is known of a kind.
type kindRow struct {
	kind       Kind
	cut        cut
	parameters string // those it takes, between blanks
	value      func(*Topic, *formula) float64
	mean       Mean
	aliases    []string // further spellings, in lower case
}

// Mean says how the values of topics become one.
type Mean int

// The means.
const (
	Arithmetic Mean = iota
	Sum             // counts add up
	Geometric       // the value of a topic is a logarithm; the mean is exp of the mean
)

// Mean says how the measure is summarised over topics.
func (m Measure) Mean() Mean {
	for _, k := range kinds() {
		if k.kind == m.Kind {
			return k.mean
		}
	}
	return Arithmetic
}

// kinds is the table of kinds: one line for each.
func kinds() []kindRow {
	return []kindRow{
		{kind: NumQ, value: numQ, mean: Sum},
		{kind: NumRet, parameters: " rel judged_only ", value: numRet, mean: Sum},
		{kind: NumRel, parameters: " rel ", value: numRel, mean: Sum},
		{kind: NumRelRet, parameters: " rel ", value: numRelRet, mean: Sum},
		{kind: NumNonrelRet, parameters: " rel ", value: numNonrelRet, mean: Sum},
		{kind: AP, cut: mayCut, parameters: " rel judged_only ", value: averagePrecision, aliases: []string{"map"}},
		{kind: GMAP, parameters: " rel ", value: geometricAP, mean: Geometric},
		{kind: Rprec, parameters: " rel times judged_only ", value: precisionAtR, aliases: []string{"rprecision"}},
		{kind: Bpref, parameters: " rel ", value: binaryPreference},
		{kind: GMBpref, parameters: " rel ", value: geometricBpref, mean: Geometric},
		{kind: RR, cut: mayCut, parameters: " rel judged_only ", value: reciprocalRank, aliases: []string{"mrr"}},
		{kind: IPrec, cut: recallCut, parameters: " rel judged_only ", value: interpolated},
		{kind: IPrecAvg, parameters: " rel points judged_only ", value: interpolatedMean},
		{kind: P, cut: mustCut, parameters: " rel relative judged_only ", value: precision, aliases: []string{"precision"}},
		{kind: R, cut: mustCut, parameters: " rel judged_only ", value: recall, aliases: []string{"recall"}},
		{kind: InfAP, parameters: " rel ", value: inferredAP},
		{kind: Utility, parameters: " rel points ", value: utility},
		{kind: BinG, parameters: " rel ", value: binaryGain},
		{kind: G, parameters: " gains ", value: normalizedGain},
		{kind: DCG, cut: mayCut, parameters: " gains dcg judged_only ", value: dcg},
		{kind: IDCG, cut: mayCut, parameters: " gains dcg ", value: idealDCG},
		{kind: NDCG, cut: mayCut, parameters: " gains dcg judged_only ", value: ndcg},
		{kind: NDCGRel, parameters: " gains ", value: ndcgRelevant},
		{kind: RNDCG, parameters: " rel gains ", value: ndcgLevels},
		{kind: Success, cut: mustCut, parameters: " rel judged_only ", value: success, aliases: []string{"hit"}},
		{kind: SetP, parameters: " rel relative judged_only ", value: setPrecision},
		{kind: SetR, parameters: " rel ", value: setRecall},
		{kind: SetF, parameters: " rel beta judged_only ", value: setF},
		{kind: SetAP, parameters: " rel judged_only ", value: setAP},
		{kind: YAAP, parameters: " rel ", value: yaap},
		{kind: RBP, cut: mayCut, parameters: " rel p max_rel ", value: rankBiased},
		{kind: RBPResidual, cut: mayCut, parameters: " p ", value: rankBiasedResidual},
		{kind: Unjudged, cut: mustCut, value: unjudged},
		{kind: Judged, cut: mayCut, value: judged},
		{kind: ERR, cut: mayCut, parameters: " max_rel judged_only ", value: expectedReciprocalRank},
	}
}

// Kinds returns every kind.
func Kinds() []Kind {
	var list []Kind
	for _, k := range kinds() {
		list = append(list, k.kind)
	}
	return list
}
