package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// keyRange limits a number. Without text there is no limit.
type keyRange struct {
	text      string
	low, high bound
	above     bool // low itself is excluded
}

// bound is a number, or the value of another key plus a number.
type bound struct {
	key    string // in the same section
	number float64
}

var boundForm = regexp.MustCompile(`^([a-z_]+)(-[0-9]+)?$`)

func mustRange(text string) keyRange {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		panic(fmt.Sprintf("config: range %q: no '..'", text))
	}
	low, above := strings.CutPrefix(low, ">")
	return keyRange{text: text, low: mustBound(low), high: mustBound(high), above: above}
}

func mustBound(text string) bound {
	if m := boundForm.FindStringSubmatch(text); m != nil {
		if m[2] == "" {
			return bound{key: m[1]}
		}
		return bound{m[1], mustBound(m[2]).number}
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("config: bound %q: %v", text, err))
	}
	return bound{number: number}
}

// contains compares with the bounds that are plain numbers.
func (r keyRange) contains(x float64) bool {
	if r.text == "" {
		return true
	}
	lowOK := r.low.key != "" || x > r.low.number || x == r.low.number && !r.above
	return lowOK && (r.high.key != "" || x <= r.high.number)
}
