package render

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"sooth/claim"
	"sooth/internal/report"
	"sooth/oracle"
	"sooth/source"
)

// The address of the schema that the output is valid against, and the name of
// the fingerprints.
const (
	sarifSchema      = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifFingerprint = "soothClaim/v1"
	sarifRoot        = "%SRCROOT%"
)

// sarifRule is a rule: one for each kind of claim.
type sarifRule struct {
	ID    string       `json:"id"`
	Name  string       `json:"name"`
	Short sarifMessage `json:"shortDescription"`
	Full  sarifMessage `json:"fullDescription"`
	Level struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifResult struct {
	Rule         string             `json:"ruleId"`
	RuleIndex    int                `json:"ruleIndex"`
	Kind         string             `json:"kind"`
	Level        string             `json:"level"`
	Message      sarifMessage       `json:"message"`
	Locations    []sarifLocation    `json:"locations"`
	Related      []sarifLocation    `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string  `json:"partialFingerprints"`
	Suppressions []sarifSuppression `json:"suppressions"`
	Properties   sarifProperties    `json:"properties"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int           `json:"startLine"`
	StartColumn int           `json:"startColumn,omitempty"`
	EndLine     int           `json:"endLine,omitempty"`
	EndColumn   int           `json:"endColumn,omitempty"`
	Snippet     *sarifMessage `json:"snippet,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

type sarifProperties struct {
	Outcome   string   `json:"outcome"`
	Near      bool     `json:"near"`
	Oracle    string   `json:"oracle"`
	Strength  string   `json:"strength,omitempty"`
	Witnesses []string `json:"witnesses,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifRun struct {
	Tool struct {
		Driver struct {
			Name  string      `json:"name"`
			Rules []sarifRule `json:"rules"`
		} `json:"driver"`
	} `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
	Properties  report.Counts     `json:"properties"`
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

// checkSARIF writes a SARIF 2.1.0 log: a result for each refuted claim, also for
// those that are passed over, which it marks as suppressed. Results are written
// one at a time: there may be very many.
func checkSARIF(w io.Writer, c *report.Check, o Options) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}, Properties: c.Counts, Invocations: []sarifInvocation{{Successful: true}}}
	run.Tool.Driver.Name, run.Tool.Driver.Rules = "sooth", sarifRules()
	for _, s := range warnings(c) {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"warning", sarifMessage{s}})
	}
	for _, s := range c.Notes {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"note", sarifMessage{visible(s)}})
	}
	skeleton, err := indented(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}}, "")
	if err != nil {
		return err
	}
	const empty = `"results": []`
	before, after, _ := strings.Cut(skeleton, empty)
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(before + strings.TrimSuffix(empty, "]"))
	between := "\n"
	for _, a := range c.Answers {
		var at *columns
		for _, f := range a.Verdicts {
			if f.Outcome == oracle.Verified || f.Outcome == oracle.Undecided && (!o.Verbose || f.Silent()) {
				continue
			}
			if at == nil {
				at = &columns{text: a.Text, lines: source.NewLines(a.Text)}
			}
			result, err := indented(sarif(a, f, at), "        ")
			if err != nil {
				return err
			}
			b.WriteString(between + "        " + result)
			between = ",\n"
		}
	}
	if between != "\n" {
		b.WriteString("\n      ")
	}
	b.WriteString("]" + after + "\n")
	return b.Flush()
}

// indented is a value as JSON, all lines but the first after a prefix.
func indented(v any, prefix string) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// sarif is one finding as a result.
func sarif(a report.Checked, f report.Finding, at *columns) sarifResult {
	r := sarifResult{
		Rule: string(f.Claim.Kind), RuleIndex: slices.IndexFunc(sarifRules(), func(r sarifRule) bool { return r.ID == string(f.Claim.Kind) }),
		Kind: "fail", Level: "error", Message: sarifMessage{why(f)}, Suppressions: []sarifSuppression{},
		Locations:    []sarifLocation{{sarifPhysical{artifact(cmp.Or(a.File, a.Source)), at.region(f.Claim)}}},
		Fingerprints: map[string]string{sarifFingerprint: f.Fingerprint},
		Properties:   sarifProperties{string(f.Outcome), f.Near, f.Oracle, string(f.Strength), f.Witnesses},
	}
	switch {
	case f.Outcome == oracle.Undecided:
		r.Kind, r.Level = "open", "none" // SARIF: the tool was unable to decide
	case f.Near:
		r.Level = "warning"
	}
	switch {
	case f.Ignored != "":
		r.Suppressions = append(r.Suppressions, sarifSuppression{"inSource", visible(f.Ignored)})
	case f.Known:
		r.Suppressions = append(r.Suppressions, sarifSuppression{"external", "the baseline has it"})
	}
	for _, e := range f.Evidence {
		if e.File == "" {
			continue
		}
		l := sarifLocation{sarifPhysical{Artifact: artifact(e.File)}}
		if e.Line > 0 {
			l.Physical.Region = &sarifRegion{StartLine: e.Line, EndLine: max(e.EndLine, e.Line)}
		}
		r.Related = append(r.Related, l)
	}
	return r
}

// artifact is a file as a URI reference: relative ones to the root of the
// sources.
func artifact(name string) sarifArtifact {
	u := url.URL{Path: path.Clean(strings.ReplaceAll(strings.ToValidUTF8(name, "�"), "\\", "/"))}
	if path.IsAbs(u.Path) {
		u.Scheme = "file"
		return sarifArtifact{URI: u.String()}
	}
	return sarifArtifact{URI: u.String(), Base: sarifRoot}
}

// columns turns places of one text into columns that count characters. Places
// that come in the order of the text cost no more than the text is long.
type columns struct {
	text  string
	lines *source.Lines
	last  source.Position
	count int // characters before last in its line
}

// at returns the column of a place in characters, starting at 1.
func (c *columns) at(p source.Position) int {
	offset := min(max(p.Offset, 0), len(c.text))
	if p.Line != c.last.Line || offset < c.last.Offset {
		c.last = source.Position{Offset: max(offset-(p.Column-1), 0), Line: p.Line}
		c.count = 0
	}
	c.count += utf8.RuneCountInString(c.text[c.last.Offset:offset])
	c.last.Offset = offset
	return c.count + 1
}

// region is where a claim stands; columns count characters and end after the
// last one.
func (c *columns) region(k claim.Claim) *sarifRegion {
	words := strings.TrimRight(k.Text, "\r\n")
	end := c.lines.Position(k.Offset + len(words))
	r := &sarifRegion{StartLine: k.Line, EndLine: end.Line, Snippet: &sarifMessage{strings.ToValidUTF8(words, "�")}}
	r.StartColumn = c.at(k.Position)
	r.EndColumn = c.at(end)
	return r
}

// sarifRules lists the kinds of claims.
func sarifRules() []sarifRule {
	var rules []sarifRule
	for _, r := range []struct {
		kind             claim.Kind
		name, says, full string
	}{
		{claim.Citation, "FalseCitation", "A cited file or line does not exist.", "The text cites a file, a line or a range of lines that the code base does not have."},
		{claim.Location, "FalseLocation", "A symbol does not stand where the text says.", "The text says in which file or line a symbol is declared, and it is declared elsewhere."},
		{claim.Symbol, "FalseSymbol", "A named symbol does not exist.", "The text names a package, type, function, method, field, constant or variable that neither the code base nor its dependencies have."},
		{claim.Signature, "FalseSignature", "A quoted signature is not that of the symbol.", "The text quotes a signature that differs from the declaration."},
		{claim.Structure, "FalseStructure", "A statement about structure is false.", "The text says that something calls, imports, implements, embeds, returns, takes, has or is something else, and it does not."},
		{claim.Contains, "FalseContents", "A file does not contain what the text says.", "The text says that a file contains a string, and it does not."},
		{claim.Code, "WrongCode", "A block of code is wrong.", "A block of code in the text uses what does not exist, or does not compile, in the module of the code base."},
		{claim.Behaviour, "FalseBehaviour", "A statement about behaviour is false.", "The text says that a test passes or what a function returns, and it does not."},
	} {
		rule := sarifRule{ID: string(r.kind), Name: r.name, Short: sarifMessage{r.says}, Full: sarifMessage{r.full}}
		rule.Level.Level = "error"
		rules = append(rules, rule)
	}
	return rules
}
