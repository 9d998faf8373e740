package stat

import "fmt"

// PassAtK is the unbiased estimate of the chance that at least one of k
// answers passes, from c passes in n answers: 1 − C(n−c, k)/C(n, k) (Chen and
// others, "Evaluating Large Language Models Trained on Code", 2021).
func PassAtK(n, c, k int) Estimate {
	out := Estimate{N: n, Method: fmt.Sprintf("pass@%d, unbiased", k)}
	if out.Reason = badRepeats(n, c, k); out.Reason == "" {
		v := 1 - choiceRatio(n-c, n, k)
		out.Value = &v
	}
	return out
}

// PassHatK is the unbiased estimate of the chance that all of k answers pass:
// C(c, k)/C(n, k) (Yao and others, "τ-bench", 2024). The plain (c/n)^k is
// biased upwards.
func PassHatK(n, c, k int) Estimate {
	out := Estimate{N: n, Method: fmt.Sprintf("pass^%d, unbiased", k)}
	if out.Reason = badRepeats(n, c, k); out.Reason == "" {
		v := choiceRatio(c, n, k)
		out.Value = &v
	}
	return out
}

// Estimate is a number without an interval.
type Estimate struct {
	Value  *float64
	N      int
	Method string
	Reason string // why Value is nil
}

// choiceRatio is C(m, k)/C(n, k) for m ≤ n.
func choiceRatio(m, n, k int) float64 {
	if k > m {
		return 0
	}
	ratio := 1.0
	for i := range k {
		ratio *= float64(m-i) / float64(n-i)
	}
	return ratio
}

func badRepeats(n, c, k int) string {
	switch {
	case c < 0 || c > n:
		return "the number of passes must lie within [0, n]"
	case k < 1:
		return "k must be at least 1"
	case k > n:
		return fmt.Sprintf("%d repeats say nothing of %d", n, k)
	}
	return ""
}
