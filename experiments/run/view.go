package run

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"evolab/internal/config"
	"evolab/internal/untrusted"
	"evolab/stats"
)

// View is a choice of runs: which ones, in which order, each by itself or in groups.
type View struct {
	Filter  Filter
	Sort    string // a field; "": the newest first
	Reverse bool
	Group   string // a field; "": no groups
}

// Validate reports a field that there is not.
func (v *View) Validate() error {
	for _, by := range [][2]string{{"sort by", v.Sort}, {"group by", v.Group}} {
		if _, ok := FindField(by[1]); by[1] != "" && !ok {
			return fmt.Errorf("%s %q: neither a fact nor a key of configs%s", by[0], by[1], config.DidYouMean(by[1], FieldNames()))
		}
	}
	return nil
}

// Runs are those of a list that the filter lets through, in the view's order: texts
// alphabetically, numbers and times with the largest or newest first, runs without a value
// last.
func (v *View) Runs(list []*Summary) []*Summary {
	var own []*Summary
	for _, s := range list {
		if v.Filter.Holds(s) {
			own = append(own, s)
		}
	}
	if f, ok := FindField(cmp.Or(v.Sort, "started")); ok {
		f.sort(own, v.Reverse)
	}
	return own
}

func (f *Field) sort(list []*Summary, reverse bool) {
	down := f.descends() != reverse
	slices.SortStableFunc(list, func(a, b *Summary) int {
		if has := f.has(a); has != f.has(b) {
			return map[bool]int{true: -1, false: 1}[has]
		}
		if down {
			a, b = b, a
		}
		return f.compare(a, b)
	})
}

// descends reports whether the largest comes first unless the order is reversed.
func (f *Field) descends() bool { return f.number != nil }

// Descends reports whether the view's order has the largest or latest value first.
func (v *View) Descends() bool {
	f, _ := FindField(cmp.Or(v.Sort, "started"))
	return f.descends() != v.Reverse
}

// Varying lists the keys of configs that do not have the same value in all of some runs,
// but for the seed, the game and the name of the experiment, which are facts.
func Varying(list []*Summary) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s *Summary) bool { return s.settings == nil })
	var keys []string
	for _, key := range fields().settings {
		fact := key == seedKey || key == nameKey || key == "game"
		if !fact && slices.ContainsFunc(list, func(s *Summary) bool { return s.settings[key] != list[0].settings[key] }) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Fold is runs that have one value of a field, summed up over those that were tested.
type Fold struct {
	Group
	Value string // of the field
	All   []*Summary
}

// Fold groups runs, which are in the view's order: groups are in that of their first runs,
// or of their means, if runs are in the order of a result.
func (v *View) Fold(list []*Summary) []*Fold {
	f, _ := FindField(v.Group)
	var folds []*Fold
	known := map[string]*Fold{}
	for _, s := range list {
		for _, value := range f.groups(s) {
			if known[value] == nil {
				known[value] = &Fold{Value: value}
				folds = append(folds, known[value])
			}
			known[value].All = append(known[value].All, s)
		}
	}
	for _, fold := range folds {
		fold.sum()
	}
	if result := map[string]func(*Fold) float64{"test": (*Fold).test, "validated": (*Fold).validated}[v.Sort]; result != nil {
		slices.SortStableFunc(folds, func(a, b *Fold) int {
			if v.Reverse && len(a.Runs) > 0 && len(b.Runs) > 0 {
				a, b = b, a
			}
			return cmp.Compare(result(b), result(a))
		})
	}
	return folds
}

// groups are the values by which a run is found with others: each of its tags, and of
// times the day.
func (f *Field) groups(s *Summary) []string {
	switch {
	case f.Kind == TagsField && len(s.Tags) > 0:
		return s.Tags
	case f.Kind == NumberField:
		return f.cells(s)[:1]
	case f.Kind == TimeField && f.has(s):
		return []string{f.text(s)[:len(time.DateOnly)]}
	}
	return []string{f.text(s)}
}

// sum sums up the runs that were tested, as [NewGroup] does.
func (f *Fold) sum() {
	f.Runs = []string{}
	tested, repeats := Distinct(slices.DeleteFunc(slices.Clone(f.All), func(s *Summary) bool { return s.Test == nil || s.Validated == nil }))
	for _, s := range repeats {
		f.Repeats = append(f.Repeats, s.Run)
	}
	var claimed, validated, test []float64
	for _, s := range tested {
		f.Runs = append(f.Runs, s.Run)
		f.Games, f.CPU = append(f.Games, s.Games), append(f.CPU, s.CPU)
		if validated, test = append(validated, *s.Validated), append(test, s.Test.Value); s.Best != nil {
			claimed = append(claimed, *s.Best)
		}
	}
	f.Claimed, f.Validated, f.Test = stats.AcrossRuns(claimed), stats.AcrossRuns(validated), stats.AcrossRuns(test)
}

func (f *Fold) test() float64      { return f.mean(f.Test) }
func (f *Fold) validated() float64 { return f.mean(f.Validated) }

// mean is less than that of any other group, if no run was tested.
func (f *Fold) mean(e stats.Estimate) float64 {
	if len(f.Runs) == 0 {
		return -1
	}
	return e.Value
}

// Common are the values of some keys in the group, where its runs have the same value.
func (f *Fold) Common(keys []string) (list []config.Value) {
	for _, key := range keys {
		value := f.All[0].Value(key)
		if !slices.ContainsFunc(f.All, func(s *Summary) bool { return s.Value(key) != value }) {
			list = append(list, config.Value{Path: key, Text: value})
		}
	}
	return list
}

// CSV writes a row for each run, with the columns of these fields. A spreadsheet keeps all
// texts as they are.
func (v *View) CSV(w io.Writer, list []*Summary, columns []Field) error {
	out := csv.NewWriter(w)
	var head []string
	for i := range columns {
		head = append(head, columns[i].head()...)
	}
	_ = out.Write(head) // the writer keeps its errors for the end
	for _, s := range list {
		var cells []string
		for i := range columns {
			cells = append(cells, columns[i].cells(s)...)
		}
		_ = out.Write(cells)
	}
	return flush(out)
}

// FoldedCSV writes a row for each group, with the values of the keys in which its runs
// agree.
func (v *View) FoldedCSV(w io.Writer, folds []*Fold, keys []string) error {
	out := csv.NewWriter(w)
	_ = out.Write(slices.Concat([]string{untrusted.Literal(v.Group), "runs", "tested", "test", "test_low", "test_high", "validated", "validated_low", "validated_high"}, keys))
	for _, f := range folds {
		cells := []string{untrusted.Literal(f.Value), strconv.Itoa(len(f.All)), strconv.Itoa(len(f.Runs))}
		cells = append(cells, f.meanCells(f.Test)...)
		cells = append(cells, f.meanCells(f.Validated)...)
		own := f.Common(keys)
		for _, key := range keys {
			i := slices.IndexFunc(own, func(o config.Value) bool { return o.Path == key })
			if i < 0 {
				cells = append(cells, "")
				continue
			}
			cells = append(cells, settingCell(own[i].Text))
		}
		_ = out.Write(cells)
	}
	return flush(out)
}

// meanCells has an interval only where there are enough runs for one.
func (f *Fold) meanCells(e stats.Estimate) []string {
	switch n := len(f.Runs); {
	case n == 0:
		return []string{"", "", ""}
	case n < stats.FewestRuns:
		return []string{exact(e.Value), "", ""}
	}
	return estimateCells(&e)
}

func flush(out *csv.Writer) error {
	out.Flush()
	return out.Error()
}
