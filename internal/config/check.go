package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Check checks what tags cannot, such as names of games or agents. Every value of its
// config has the right type: where the file is wrong, it is the default. Further
// problems of a key are dropped.
type Check[T any] func(c *T, report Report)

// Report reports a problem with a key, given by its path as in an override
// (opponents.0.agent); allowed may be empty. The place is the key's value, or the
// section around it if the value is a default.
type Report func(keyPath, message, allowed string)

// report reports a problem at the value of the key. If that is a default, the place is
// the first of the others that is not one, else the section.
func (d *decoder) report(path, message, allowed string, others ...string) {
	if d.problems.has(path) || slices.ContainsFunc(others, d.problems.has) {
		return
	}
	for _, key := range append([]string{path}, others...) {
		if at, ok := d.places[key]; ok {
			d.problems.add(at, path, message, allowed)
			return
		}
	}
	d.problems.add(d.nearestPlace(path), path, message, allowed)
}

// nearestPlace returns the place of the section around a key, or of the file's first
// key.
func (d *decoder) nearestPlace(path string) place {
	for path != "" {
		path = path[:max(strings.LastIndexByte(path, '.'), 0)]
		if at, ok := d.places[path]; ok {
			return at
		}
	}
	return d.places[""]
}

// bounds checks the ranges that other keys limit.
func (d *decoder) bounds(path string, s *keySpec, v reflect.Value) {
	for _, f := range s.fields {
		key := joinPath(path, f.key)
		if f.kind == sectionKind {
			d.bounds(key, f, f.in(v))
		}
		d.bound(path, key, f, f.values.low, s, v, -1)
		d.bound(path, key, f, f.values.high, s, v, 1)
	}
}

// bound checks one limit; sign is 1 for an upper one.
func (d *decoder) bound(path, key string, f *keySpec, b bound, s *keySpec, v reflect.Value, sign float64) {
	if b.key == "" {
		return
	}
	other := s.child(b.key)
	limit := asNumber(other.in(v)) + b.number
	value := asNumber(f.in(v))
	if sign*(value-limit) <= 0 {
		return
	}
	note := ""
	if _, written := d.places[key]; !written {
		note = ", the default,"
	}
	otherKey := joinPath(path, b.key)
	message := fmt.Sprintf("%v%s does not go with %s %v", value, note, otherKey, limit-b.number)
	d.report(key, message, f.allowed(), otherKey)
}

func asNumber(v reflect.Value) float64 {
	if v.CanInt() {
		return float64(v.Int())
	}
	return v.Float()
}

// ReportTwice reports items of a list that repeat an earlier one; path has a %d for the
// item's number.
func ReportTwice[T comparable](path string, items []T, report Report) {
	for i, item := range items {
		if first := slices.Index(items, item); first < i {
			report(fmt.Sprintf(path, i), fmt.Sprintf("the same as item %d", first), "each once")
		}
	}
}
