package stat

import (
	"fmt"
	"math"
)

// NormalCDF returns P(Z ≤ z) of the standard normal distribution. The relative
// error stays below 1e-12 as long as the result is a normal number (z > -37).
func NormalCDF(z float64) (float64, error) {
	if math.IsNaN(z) {
		return 0, fmt.Errorf("normal distribution: z is not a number")
	}
	return normalCDF(z), nil
}

// NormalQuantile returns the z with P(Z ≤ z) = p, for 0 < p < 1.
func NormalQuantile(p float64) (float64, error) {
	if !(p > 0 && p < 1) {
		return 0, fmt.Errorf("normal quantile: p is %v; hint: it must lie between 0 and 1", p)
	}
	return normalQuantile(p), nil
}

func normalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

func normalSF(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// normalQuantile inverts normalCDF: Wichura's algorithm AS 241 (PPND16,
// Applied Statistics 37, 1988) and one step of Newton on the logarithm, which
// mends its last digits.
func normalQuantile(p float64) float64 {
	if p > 0.5 { // 1-p is exact here
		return -normalQuantile(1 - p)
	}
	z := wichura(p)
	density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
	c := normalCDF(z)
	if density > 0 && c > 0 {
		z -= math.Log(c/p) * c / density
	}
	return z
}

// wichura is AS 241 for 0 < p ≤ 1/2.
func wichura(p float64) float64 {
	q := p - 0.5
	if q >= -0.425 {
		r := 0.180625 - q*q
		return q * polynomial(r, 3.3871328727963666080, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
			1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
			3.3430575583588128105e+4, 2.5090809287301226727e+3) /
			polynomial(r, 1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
				2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4,
				5.2264952788528545610e+3)
	}
	r := math.Sqrt(-math.Log(p))
	if r <= 5 {
		r -= 1.6
		return -polynomial(r, 1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
			3.64784832476320460504, 1.27045825245236838258, 2.41780725177450611770e-1,
			2.27238449892691845833e-2, 7.74545014278341407640e-4) /
			polynomial(r, 1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
				1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
				1.05075007164441684324e-9)
	}
	r -= 5
	return -polynomial(r, 6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
		2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
		2.71155556874348757815e-5, 2.01033439929228813265e-7) /
		polynomial(r, 1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
			7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
			2.04426310338993978564e-15)
}

// polynomial returns c[0] + c[1]·x + c[2]·x² + ….
func polynomial(x float64, c ...float64) float64 {
	sum := 0.0
	for i := len(c) - 1; i >= 0; i-- {
		sum = sum*x + c[i]
	}
	return sum
}
