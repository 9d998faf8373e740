package rank

import (
	"bytes"
	"math"
	"strconv"
)

// maxGrade is the largest grade that is told apart.
const maxGrade = math.MaxInt32

// parseScore reads a score. What is written with at most 19 digits, a mantissa
// below 2^53 and a power of ten up to 22 is exact with one multiplication or
// division (Clinger, PLDI 1990); the rest goes to strconv.
func parseScore(s []byte) (x float64, ok bool) {
	p, negative := 0, false
	if p < len(s) && (s[p] == '-' || s[p] == '+') {
		negative = s[p] == '-'
		p++
	}
	var mantissa uint64
	first := p
	for p < len(s) && s[p]-'0' < 10 {
		mantissa = mantissa*10 + uint64(s[p]-'0')
		p++
	}
	digits, exponent := p-first, 0
	if p < len(s) && s[p] == '.' {
		p++
		first = p
		for p < len(s) && s[p]-'0' < 10 {
			mantissa = mantissa*10 + uint64(s[p]-'0')
			p++
		}
		digits += p - first
		exponent = first - p
	}
	if digits == 0 || digits > 19 {
		return slowScore(s)
	}
	if p < len(s) {
		e, good := decimalExponent(s[p:])
		if !good {
			return slowScore(s)
		}
		exponent += e
	}
	if mantissa >= 1<<53 || exponent < -22 || exponent > 22 {
		return slowScore(s)
	}
	x = float64(mantissa)
	if exponent < 0 {
		x /= powersOfTen[-exponent]
	} else if exponent > 0 {
		x *= powersOfTen[exponent]
	}
	if negative {
		x = -x
	}
	return x, true
}

// quickScore reads a number like "12.345" that starts at p and ends with a
// blank; ok is false for every other spelling, which parseScore reads.
func quickScore(s []byte, p int) (x float64, end int, ok bool) {
	var mantissa uint64
	first := p
	for p < len(s) && s[p]-'0' < 10 {
		mantissa = mantissa*10 + uint64(s[p]-'0')
		p++
	}
	digits, point := p-first, p
	if p < len(s) && s[p] == '.' {
		p++
		point = p
		for p < len(s) && s[p]-'0' < 10 {
			mantissa = mantissa*10 + uint64(s[p]-'0')
			p++
		}
		digits += p - point
	} else {
		point = p
	}
	if digits == 0 || digits > 15 || p == len(s) || s[p] != ' ' {
		return 0, p, false
	}
	return float64(mantissa) / powersOfTen[p-point], p, true
}

// powersOfTen are those that a float64 holds exactly; never written to.
var powersOfTen = [23]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// decimalExponent reads "e-7" of at most three digits, to the end of s.
func decimalExponent(s []byte) (int, bool) {
	if len(s) < 2 || s[0]|0x20 != 'e' {
		return 0, false
	}
	s = s[1:]
	sign := 1
	if s[0] == '-' || s[0] == '+' {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	if len(s) == 0 || len(s) > 3 {
		return 0, false
	}
	n := 0
	for _, c := range s {
		if c-'0' >= 10 {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return sign * n, true
}

// slowScore reads what strconv reads, infinities among it. Not a number is not
// a score: it has no place in an order.
func slowScore(s []byte) (float64, bool) {
	if len(s) > 4096 || bytes.IndexByte(s, '_') >= 0 {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(s), 64)
	if err != nil && !math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, false
	}
	return x, true
}

// lenientScore reads the longest beginning of s that is a number, as atof does,
// else 0. "nan" is not a number and comes last in the order.
func lenientScore(s []byte) float64 {
	s = s[:min(len(s), 4096)]
	for n := len(s); n > 0; n-- {
		if x, ok := parseScore(s[:n]); ok {
			return x
		}
	}
	if bytes.HasPrefix(bytes.ToLower(bytes.TrimLeft(s, "+-")), []byte("nan")) {
		return math.NaN()
	}
	return 0
}

// parseGrade reads a whole number.
func parseGrade(s []byte) (int32, bool) {
	if len(s) == 1 && s[0]-'0' < 10 {
		return int32(s[0] - '0'), true
	}
	if len(s) > 4096 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(s), 10, 32)
	return int32(n), err == nil
}

// lenientGrade reads the longest beginning of s that is a whole number, as atol
// does, else 0.
func lenientGrade(s []byte) int32 {
	s = s[:min(len(s), 4096)]
	end := 0
	if end < len(s) && (s[end] == '-' || s[end] == '+') {
		end++
	}
	for end < len(s) && s[end]-'0' < 10 {
		end++
	}
	n, _ := strconv.ParseInt(string(s[:end]), 10, 32) // out of range: the nearest
	return int32(n)
}
