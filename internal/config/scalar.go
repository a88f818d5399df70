package config

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The plain scalars of the core schema of YAML 1.2, section 10.3.2
// (https://yaml.org/spec/1.2.2/#103-core-schema); all others are texts. yaml.v3 reads some
// of them as YAML 1.1 does, such as 010, which is eight there.
var (
	nulls    = []string{"", "~", "null", "Null", "NULL"}
	trues    = []string{"true", "True", "TRUE"}
	falses   = []string{"false", "False", "FALSE"}
	decimal  = regexp.MustCompile(`^[-+]?[0-9]+$`)
	based    = regexp.MustCompile(`^0o[0-7]+$|^0x[0-9a-fA-F]+$`)
	float    = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	infinite = regexp.MustCompile(`^[-+]?\.(inf|Inf|INF)$`)
	notOne   = regexp.MustCompile(`^\.(nan|NaN|NAN)$`)
)

// plainScalar is the value of a plain scalar: nil, bool, int64, uint64, float64 or string. A
// number beyond the range of float64 is infinite.
func plainScalar(text string) any {
	switch {
	case slices.Contains(nulls, text):
		return nil
	case slices.Contains(trues, text):
		return true
	case slices.Contains(falses, text):
		return false
	case decimal.MatchString(text):
		return wholeValue(text, 10)
	case based.MatchString(text):
		return wholeValue(text, 0)
	case float.MatchString(text):
		f, _ := strconv.ParseFloat(text, 64)
		return f
	case infinite.MatchString(text), notOne.MatchString(text):
		f, _ := strconv.ParseFloat(strings.Replace(text, ".", "", 1), 64)
		return f
	}
	return text
}

// wholeValue is the value of digits, as a float64 if they do not fit 64 bits.
func wholeValue(text string, base int) any {
	i, _ := new(big.Int).SetString(text, base)
	switch {
	case i.IsInt64():
		return i.Int64()
	case i.IsUint64():
		return i.Uint64()
	}
	f, _ := new(big.Float).SetInt(i).Float64()
	return f
}

// The forms of numbers that YAML 1.1 has alone, with its words for true and false.
var (
	oldNumber = regexp.MustCompile(`^[-+]?(0b[01_]+|0[xo]?[0-9a-fA-F_]+|[0-9][0-9_]*(\.[0-9_]*)?)$`)
	clock     = regexp.MustCompile(`^[-+]?[0-9]+(:[0-5]?[0-9])+$`)
	oldWords  = map[string]string{"y": "true", "yes": "true", "on": "true", "n": "false", "no": "false", "off": "false"}
)

// meant is how YAML 1.2 writes what a text means in YAML 1.1, or in Go, for a key of a kind;
// "" if it means nothing there.
func meant(text string, kind keyKind) string {
	switch {
	case kind == boolKind:
		return oldWords[strings.ToLower(text)]
	case kind != wholeKind && kind != seedKind && kind != numberKind:
	case clock.MatchString(text):
		seconds := new(big.Int)
		for _, part := range strings.Split(strings.TrimLeft(text, "-+"), ":") {
			digit, _ := new(big.Int).SetString(part, 10)
			seconds.Add(seconds.Mul(seconds, big.NewInt(60)), digit)
		}
		return strings.TrimRight(text[:1], "+0123456789") + seconds.String()
	case oldNumber.MatchString(text):
		digits := strings.ReplaceAll(text, "_", "")
		if i, ok := new(big.Int).SetString(digits, 0); ok && strings.ContainsAny(digits, "xbo") {
			return i.String()
		}
		if i, ok := new(big.Int).SetString(digits, 10); ok { // 010 in quotes is 10
			return i.String()
		}
		if float.MatchString(digits) {
			return digits
		}
	case float.MatchString(text): // a number in quotes
		return text
	}
	return ""
}
