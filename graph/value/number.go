package value

import (
	"math"
	"strconv"
	"strings"
)

// FormatFloat writes a float as Python does: the shortest digits that read back, with ".0" or an exponent of two digits.
func FormatFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// FormatComplex writes a complex number as Python's repr does: "(1+2j)", "2j".
func FormatComplex(re, im float64) string {
	part := func(f float64) string {
		switch {
		case math.IsNaN(f):
			return "nan"
		case math.IsInf(f, 0):
			return strings.TrimSuffix(strings.Replace(FormatFloat(f), "Infinity", "inf", 1), ".0")
		}
		return strings.TrimSuffix(FormatFloat(f), ".0")
	}
	b := part(im) + "j"
	if re == 0 && !math.Signbit(re) {
		return b
	}
	if b[0] != '-' {
		b = "+" + b
	}
	return "(" + part(re) + b + ")"
}

// beyond tells whether an integer is one that JSON readers round: above 2^53 either way.
func beyond(digits string) bool {
	d := strings.TrimPrefix(digits, "-")
	return len(d) > 16 || len(d) == 16 && d > "9007199254740992"
}

// finite tells numbers that JSON has from NaN and the infinities.
func finite(digits string) bool {
	return digits != "" && digits != "NaN" && digits != "Infinity" && digits != "-Infinity"
}

// numberEnd checks b against JSON's grammar of numbers, with NaN, Infinity and -Infinity beside it. It gives the end of the
// number, 0 where there is none, and the kind.
func numberEnd(b []byte) (end int, k Kind) {
	for _, word := range [...]string{"NaN", "Infinity", "-Infinity"} {
		if len(b) >= len(word) && string(b[:len(word)]) == word {
			return len(word), Float
		}
	}
	i := 0
	if i < len(b) && b[i] == '-' {
		i++
	}
	start := i
	i = digitsEnd(b, i)
	if i == start || b[start] == '0' && i > start+1 {
		return 0, Invalid
	}
	k = Int
	if i < len(b) && b[i] == '.' {
		j := digitsEnd(b, i+1)
		if j == i+1 {
			return 0, Invalid
		}
		i, k = j, Float
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		j := i + 1
		if j < len(b) && (b[j] == '+' || b[j] == '-') {
			j++
		}
		e := digitsEnd(b, j)
		if e == j {
			return 0, Invalid
		}
		i, k = e, Float
	}
	return i, k
}

func digitsEnd(b []byte, i int) int {
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	return i
}

// number is an Int or Float as a float64, to sort by.
func number(v Value) (float64, bool) {
	if v.kind != Int && v.kind != Float {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.content(), 64)
	return f, err == nil && !math.IsNaN(f)
}
