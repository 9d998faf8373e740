package stat

import (
	"math"
	"testing"
)

type powerFile struct {
	Cases []struct {
		Name      string
		N         int
		DZ, Alpha float64
		Two       number `json:"power_two_sided"`
		One       number `json:"power_one_sided"`
	}
	MDE []struct {
		N            int
		Alpha, Power float64
		DZ           float64 `json:"mde_dz"`
	}
	Sign []struct {
		N      int
		Win    float64 `json:"p_win"`
		Alpha  float64
		K      int `json:"reject_if_wins_le_or_losses_le"`
		Power  float64
		Actual float64 `json:"actual_alpha"`
	}
}

func TestSignPowerGolden(t *testing.T) {
	var file powerFile
	golden(t, "power.json", &file)
	if len(file.Sign) != 20 {
		t.Fatalf("%d cases, want 20", len(file.Sign))
	}
	for _, c := range file.Sign {
		k, actual := SignCritical(c.N, c.Alpha)
		got := SignPower(c.N, c.Win, c.Alpha)
		if k != c.K || !near(actual, c.Actual, 1e-12) || !nearPointer(got.Value, c.Power, 1e-11) {
			t.Errorf("n %d, win %v: k %d, level %v, power %v; want %d, %v, %v", c.N, c.Win, k, actual, show(got.Value), c.K, c.Actual, c.Power)
		}
	}
}

// TestMcNemarPowerKnown holds published figures: 30 tasks with 25 % gained and
// 5 % lost have power 0.40 two-sided, 60 have 0.80, 100 have 0.96.
func TestMcNemarPowerKnown(t *testing.T) {
	for n, want := range map[int]float64{30: 0.40, 60: 0.80, 100: 0.96} {
		if got := McNemarPower(n, 0.05, 0.25, 0.05); math.Abs(*got.Value-want) > 0.005 {
			t.Errorf("%d tasks: %v, want %v", n, *got.Value, want)
		}
	}
}

// TestMcNemarPowerEnumerated sums over all tables of a small n, without the
// binomial formulas.
func TestMcNemarPowerEnumerated(t *testing.T) {
	const n, lost, gained = 12, 0.07, 0.5
	sum := 0.0
	for b := 0; b <= n; b++ {
		for c := 0; b+c <= n; c++ {
			ways := 1.0
			for i := range b {
				ways *= float64(n-i) / float64(i+1)
			}
			for i := range c {
				ways *= float64(n-b-i) / float64(i+1)
			}
			if p := McNemar(b, c).Exact.TwoSided; p != nil && *p <= 0.05 {
				sum += ways * math.Pow(lost, float64(b)) * math.Pow(gained, float64(c)) * math.Pow(1-lost-gained, float64(n-b-c))
			}
		}
	}
	if got := McNemarPower(n, lost, gained, 0.05); !nearPointer(got.Value, sum, 1e-12) {
		t.Errorf("%v, enumerated %v", *got.Value, sum)
	}
}

// TestFewDiscordant keeps the sentence true: five of five do not reach 0.05,
// six of six do, and five tasks have no detectable gain.
func TestFewDiscordant(t *testing.T) {
	if *McNemar(0, 5).Exact.TwoSided <= 0.05 || *McNemar(0, 6).Exact.TwoSided > 0.05 {
		t.Error("the sentence is false")
	}
	if k, _ := SignCritical(5, 0.05); k != -1 {
		t.Errorf("5 discordant pairs reject at %d", k)
	}
	if gain, at := McNemarMDE(5, 0, 0.05, 0.8); gain != nil || at.Reason == "" {
		t.Errorf("5 tasks show a gain of %v", *gain)
	}
	gain, at := McNemarMDE(46, 0, 0.05, 0.8)
	if gain == nil || *at.Value < 0.8 || *McNemarPower(46, 0, *gain-1e-9, 0.05).Value >= 0.8 {
		t.Errorf("46 tasks: %v with power %v is not the smallest gain", show(gain), show(at.Value))
	}
	if with, _ := McNemarMDE(46, 0.05, 0.05, 0.8); with == nil || *with <= *gain {
		t.Errorf("losses make it no harder: %v against %v", show(with), show(gain))
	}
}

// TestPairedTPowerGolden: SciPy's noncentral t, which agrees with R to 9e-10.
func TestPairedTPowerGolden(t *testing.T) {
	var file powerFile
	golden(t, "power.json", &file)
	if len(file.Cases) != 72 || len(file.MDE) != 28 {
		t.Fatalf("%d cases and %d effects, want 72 and 28", len(file.Cases), len(file.MDE))
	}
	for _, c := range file.Cases {
		two, one := PairedTPower(c.N, c.DZ, c.Alpha, false), PairedTPower(c.N, c.DZ, c.Alpha, true)
		if math.IsNaN(float64(c.Two)) || math.Abs(*two.Value-float64(c.Two)) > 1e-8 || math.Abs(*one.Value-float64(c.One)) > 1e-8 {
			t.Errorf("%s: %v and %v, want %v and %v", c.Name, *two.Value, *one.Value, c.Two, c.One)
		}
	}
	for _, c := range file.MDE {
		if got := PairedTMDE(c.N, c.Alpha, c.Power); math.Abs(*got.Value-c.DZ) > 1e-8 {
			t.Errorf("n %d, alpha %v, power %v: %v, want %v", c.N, c.Alpha, c.Power, *got.Value, c.DZ)
		}
	}
}

// TestNoncentralTCentral: without noncentrality it is Student's t.
func TestNoncentralTCentral(t *testing.T) {
	for _, df := range []float64{1, 2, 4, 9, 29, 400, 6999} {
		for _, x := range []float64{-3, -0.5, 0, 1, 2.5} {
			if got, want := noncentralT(x, df, 0, true), studentSF(x, df); math.Abs(got-want) > 1e-11 {
				t.Errorf("df %v, t %v: %v, want %v", df, x, got, want)
			}
		}
	}
}
