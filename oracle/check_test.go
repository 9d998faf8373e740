package oracle

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sooth/claim"
)

// judgeOf judges claims of one kind by a function.
type judgeOf struct {
	name string
	kind claim.Kind
	do   func(ctx context.Context, c claim.Claim) (Verdict, error)
}

func (j judgeOf) Name() string              { return j.name }
func (j judgeOf) Judges(c claim.Claim) bool { return c.Kind == j.kind }
func (j judgeOf) Judge(ctx context.Context, c claim.Claim) (Verdict, error) {
	return j.do(ctx, c)
}

func TestCheckKeepsTheOrder(t *testing.T) {
	var claims []claim.Claim
	for i := range 500 {
		claims = append(claims, claim.Claim{Kind: claim.Symbol, Subject: fmt.Sprint(i)})
	}
	o := judgeOf{"symbol", claim.Symbol, func(_ context.Context, c claim.Claim) (Verdict, error) {
		if len(c.Subject) == 1 {
			time.Sleep(time.Millisecond) // the first end last
		}
		return Verify(c, "index", "it is "+c.Subject), nil
	}}
	got, err := Check(context.Background(), []Oracle{o}, claims)
	if err != nil || len(got) != len(claims) {
		t.Fatalf("%d verdicts, %v", len(got), err)
	}
	for i, v := range got {
		if v.Claim.Subject != fmt.Sprint(i) || v.Reason != "it is "+fmt.Sprint(i) || v.Oracle != "symbol" {
			t.Fatalf("verdict %d is %+v", i, v)
		}
	}
	if n := Count(got); n.Verified != 500 {
		t.Errorf("counts %+v", n)
	}
}

func TestCheckDecidesWhatIsJudged(t *testing.T) {
	asked := false
	o := judgeOf{"structure", claim.Structure, func(_ context.Context, c claim.Claim) (Verdict, error) {
		asked = true
		return Refute(c, "index", "no", []string{"one", "two"}, ""), nil
	}}
	for _, c := range []struct {
		claim  claim.Claim
		reason string
	}{
		{claim.Claim{Kind: claim.Structure}, NotUnderstood},
		{claim.Claim{Kind: claim.Structure, Modality: "planned"}, NotUnderstood},
		{claim.Claim{Kind: claim.Structure, Verb: "calls", Modality: "planned"}, NotAnAssertion},
		{claim.Claim{Kind: claim.Symbol}, NotAvailable},
		{claim.Claim{Kind: claim.Behaviour}, NotAvailable},
	} {
		got, err := Check(context.Background(), []Oracle{o}, []claim.Claim{c.claim})
		if err != nil || asked || got[0].Outcome != Undecided || ReasonOf(got[0].Reason) != c.reason || got[0].Oracle == "" || got[0].Strength == "" {
			t.Errorf("%+v: %+v, %v, asked %v", c.claim, got, err, asked)
		}
	}
	got, err := Check(context.Background(), []Oracle{o}, []claim.Claim{{Kind: claim.Structure, Verb: "calls"}})
	if err != nil || !asked || got[0].Outcome != Refuted {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := Check(context.Background(), nil, nil); err != nil || len(got) != 0 {
		t.Errorf("no claims: %v, %v", got, err)
	}
}

func TestCheckFails(t *testing.T) {
	broken := errors.New("disk on fire")
	o := judgeOf{"symbol", claim.Symbol, func(ctx context.Context, c claim.Claim) (Verdict, error) {
		if c.Subject == "bad" {
			return Verdict{}, broken
		}
		return Verify(c, "index", ""), nil
	}}
	claims := []claim.Claim{{Kind: claim.Symbol}, {Kind: claim.Symbol, Subject: "bad"}, {Kind: claim.Symbol}}
	if _, err := Check(context.Background(), []Oracle{o}, claims); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if _, err := Check(context.Background(), []Oracle{o, o}, claims); err == nil || !strings.Contains(err.Error(), "two oracles") {
		t.Errorf("two oracles for one claim: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Check(ctx, []Oracle{o}, claims[:1]); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestOneWitnessIsNotEnough(t *testing.T) {
	if v := Refute(claim.Claim{}, "index", "no", []string{"one"}, ""); v.Outcome != Undecided || ReasonOf(v.Reason) == "" {
		t.Errorf("%+v", v)
	}
}

func TestReasons(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Reasons() {
		if seen[r] || ReasonOf(r) != r || ReasonOf(r+": more") != r {
			t.Errorf("reason %q", r)
		}
		seen[r] = true
	}
	if ReasonOf("because") != "" || len(seen) == 0 {
		t.Error("what is not in the list is no reason")
	}
}
