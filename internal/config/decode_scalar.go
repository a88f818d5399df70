package config

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// maxText is longer than any name, agent or path needs to be.
const maxText = 1000

func (d *decoder) fillText(path string, s *keySpec, n *node, into reflect.Value) {
	text, ok := n.value.(string)
	switch {
	case !ok && n.kind == scalarNode && n.value != nil:
		d.problems.add(n.at, path, fmt.Sprintf("%s where a text belongs; put it in quotes", describe(n)), s.allowed())
	case !ok:
		d.wrongType(path, s, n)
	case len(text) > maxText:
		d.problems.add(n.at, path, fmt.Sprintf("%d bytes are too many", len(text)), fmt.Sprintf("%d bytes", maxText))
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		d.problems.add(n.at, path, "a line break or another character that cannot be printed", s.allowed())
	case s.match != "" && !regexp.MustCompile(s.match).MatchString(text):
		d.problems.add(n.at, path, fmt.Sprintf("%s is not possible", brief(text)), s.allowed())
	case len(s.oneOf) > 0 && !slices.Contains(s.oneOf, text):
		message := fmt.Sprintf("unknown: %s; the nearest is %s", brief(text), Nearest(text, s.oneOf))
		d.problems.add(n.at, path, message, s.allowed())
	default:
		into.SetString(text)
	}
}

func (d *decoder) fillWhole(path string, s *keySpec, n *node, into reflect.Value) {
	i := d.wholeNumber(path, s, n)
	if i == nil {
		return
	}
	if f, _ := i.Float64(); !i.IsInt64() || !s.values.contains(f) {
		d.outOfRange(path, s, n)
	} else if s.even && i.Bit(0) == 1 {
		d.problems.add(n.at, path, brief(n.text)+" is odd", s.allowed())
	} else {
		into.SetInt(i.Int64())
	}
}

func (d *decoder) fillSeed(path string, s *keySpec, n *node, into reflect.Value) {
	i := d.wholeNumber(path, s, n)
	if i == nil {
		return
	}
	if i.IsUint64() {
		into.SetUint(i.Uint64())
	} else {
		d.outOfRange(path, s, n)
	}
}

// wholeNumber returns nil after a problem. Digits that YAML resolves as a float64,
// because they do not fit 64 bits, are a whole number, too.
func (d *decoder) wholeNumber(path string, s *keySpec, n *node) *big.Int {
	switch v := n.value.(type) {
	case int:
		return big.NewInt(int64(v))
	case int64:
		return big.NewInt(v)
	case uint64:
		return new(big.Int).SetUint64(v)
	case float64:
		if i, ok := new(big.Int).SetString(n.text, 10); ok {
			return i
		}
		d.problems.add(n.at, path, brief(n.text)+" is not a whole number", s.allowed())
		return nil
	}
	d.wrongType(path, s, n)
	return nil
}

func (d *decoder) fillBool(path string, s *keySpec, n *node, into reflect.Value) {
	if v, ok := n.value.(bool); ok {
		into.SetBool(v)
		return
	}
	d.wrongType(path, s, n)
}

func (d *decoder) fillNumber(path string, s *keySpec, n *node, into reflect.Value) {
	var f float64
	switch v := n.value.(type) {
	case int:
		f = float64(v)
	case int64:
		f = float64(v)
	case uint64:
		f = float64(v)
	case float64:
		f = v
	default:
		d.wrongType(path, s, n)
		return
	}
	switch {
	case math.IsNaN(f):
		d.problems.add(n.at, path, brief(n.text)+" is not a number", s.allowed())
	case math.IsInf(f, 0) || !s.values.contains(f):
		d.outOfRange(path, s, n)
	default:
		into.SetFloat(f + 0) // no negative zero, which YAML would lose
	}
}

func (d *decoder) outOfRange(path string, s *keySpec, n *node) {
	d.problems.add(n.at, path, brief(n.text)+" is out of range", s.allowed())
}
