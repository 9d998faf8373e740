package stat

import "testing"

func TestAdjustGolden(t *testing.T) {
	var file struct {
		Cases []struct {
			Name                                                     string
			P, Bonferroni, Holm, BH, BY, HolmSidak, Hochberg, Hommel []float64
			Sidak                                                    []float64 `json:"holm_sidak"`
		}
	}
	golden(t, "multiplicity.json", &file)
	if len(file.Cases) != 11 {
		t.Fatalf("%d cases, want 11", len(file.Cases))
	}
	for _, c := range file.Cases {
		for method, want := range map[Adjustment][]float64{Bonferroni: c.Bonferroni, Holm: c.Holm, HolmSidak: c.Sidak, Hochberg: c.Hochberg, Hommel: c.Hommel, BH: c.BH, BY: c.BY} {
			got, err := Adjust(c.P, method)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 && !(method == Hommel && len(c.P) == 1) {
				t.Errorf("%s %s: no reference", c.Name, method)
			}
			for i, w := range want {
				tolerance := 1e-12
				if method == HolmSidak { // the reference computes 1 − (1 − p)^k and loses what is below 1e-16
					tolerance = 1e-6
				}
				if !near(got[i], w, tolerance) && !(method == HolmSidak && got[i] < 1e-9 && w < 1e-9) {
					t.Errorf("%s %s[%d] of p %v: %v, want %v", c.Name, method, i, c.P[i], got[i], w)
				}
			}
		}
	}
}

func TestAdjustBad(t *testing.T) {
	if _, err := Adjust([]float64{0.5, 1.5}, Holm); err == nil {
		t.Error("p = 1.5 was accepted")
	}
	if _, err := Adjust([]float64{0.5}, "tukey"); err == nil {
		t.Error("an unknown adjustment was accepted")
	}
	if got, err := Adjust(nil, Holm); err != nil || len(got) != 0 {
		t.Errorf("empty family: %v, %v", got, err)
	}
}
