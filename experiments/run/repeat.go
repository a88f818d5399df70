package run

import (
	"fmt"
	"slices"
	"strings"

	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Repeatable is a run or its summary.
type Repeatable interface {
	// cell is the same for runs that have the settings and the seed in common, so that each
	// plays the same games; "" if the settings are not known.
	cell() string
	folder() string
}

func (s *Summary) folder() string { return s.Run }
func (r *Run) folder() string     { return r.Name() }

func (s *Summary) cell() string {
	if s.Setting == "" {
		return ""
	}
	return fmt.Sprintf("%s %d", s.Setting, s.Seed)
}

func (r *Run) cell() string {
	if r.Config == nil {
		return ""
	}
	return fmt.Sprintf("%s %d", r.setting(), r.Config.Seed)
}

// setting is equal for runs that differ only in seed and name.
func (r *Run) setting() string {
	return keyOf(slices.DeleteFunc(r.Settings(), func(v config.Value) bool { return v.Path == seedKey || v.Path == nameKey }))[:10]
}

// Distinct are the runs without those that repeat one before them. A repeat is the same
// sample of luck, so that means and intervals over runs count it once.
func Distinct[R Repeatable](runs []R) (distinct, repeats []R) {
	known := map[string]bool{}
	for _, r := range runs {
		if cell := r.cell(); cell != "" && known[cell] {
			repeats = append(repeats, r)
		} else {
			known[cell] = true
			distinct = append(distinct, r)
		}
	}
	return distinct, repeats
}

// RepeatWarnings say which runs repeat another one.
func RepeatWarnings[R Repeatable](runs []R) []string {
	_, repeats := Distinct(runs)
	n := len(repeats)
	if n == 0 {
		return nil
	}
	const shown = 3
	var names []string
	for _, r := range repeats[:min(n, shown)] {
		names = append(names, r.folder())
	}
	more := ""
	if n > shown {
		more = fmt.Sprintf(" and %d more", n-shown)
	}
	return []string{fmt.Sprintf("%s %s another one, with its settings and seed, and %s not counted in means over runs: %s%s",
		quantity.Of(n, "run"), quantity.Verb(n, "repeats", "repeat"), quantity.Verb(n, "is", "are"), strings.Join(names, ", "), more)}
}
