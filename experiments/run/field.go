package run

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/internal/untrusted"
	"evolab/stats"
)

// FieldKind is how the values of a field are compared.
type FieldKind int

// The kinds of fields.
const (
	TextField FieldKind = iota
	NumberField
	BoolField // of settings
	TimeField
	TagsField
)

// Field is something that is known of each run, by which a list of runs is filtered,
// sorted and grouped: a fact, or a setting of its config.
type Field struct {
	Name string // as filters write it
	Doc  string
	Kind FieldKind

	number   func(s *Summary) (x float64, known bool) // of numbers, and of times in seconds
	text     func(s *Summary) string                  // "" if it is not known
	estimate func(s *Summary) *stats.Estimate         // of a number with an interval
}

// Text is the value for people, "" if it is not known.
func (f *Field) Text(s *Summary) string { return f.text(s) }

// Number reports whether the field is a number.
func (f *Field) Number() bool { return f.Kind == NumberField }

// Fields lists the facts; then come the settings, each by its key.
func Fields() []Field { return slices.Clone(fields().facts) }

// FindField is the field of a name.
func FindField(name string) (Field, bool) {
	f, ok := fields().byName[name]
	return f, ok
}

// FieldNames lists the names of all fields.
func FieldNames() []string { return slices.Sorted(maps.Keys(fields().byName)) }

// fieldTable is all fields.
type fieldTable struct {
	facts    []Field
	settings []string // keys of the config, in its order
	byName   map[string]Field
	version  string // another one if a key, or its default, is another
}

var fields = sync.OnceValue(func() fieldTable {
	t := fieldTable{facts: facts(), byName: map[string]Field{}}
	keys := sha256.New()
	for _, k := range config.Keys[experiment.Config]() {
		if k.Type == "section" || strings.Contains(k.Path, ".N") {
			continue
		}
		fmt.Fprintf(keys, "%q %q %q\n", k.Path, k.Type, k.Default)
		t.settings = append(t.settings, k.Path)
		t.byName[k.Path] = settingField(k)
	}
	for _, f := range t.facts {
		t.byName[f.Name] = f
	}
	t.version = hex.EncodeToString(keys.Sum(nil)[:4])
	return t
})

func facts() []Field {
	text := func(name, doc string, get func(s *Summary) string) Field {
		return Field{Name: name, Doc: doc, text: get}
	}
	number := func(name, doc string, format func(float64) string, get func(s *Summary) (float64, bool)) Field {
		return Field{Name: name, Doc: doc, Kind: NumberField, number: get, text: func(s *Summary) string {
			if x, known := get(s); known {
				return format(x)
			}
			return ""
		}}
	}
	whole := func(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }
	fitness := func(name, doc string, get func(s *Summary) *float64) Field {
		return number(name, doc, func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }, func(s *Summary) (float64, bool) {
			if x := get(s); x != nil {
				return *x, true
			}
			return 0, false
		})
	}
	test := func(s *Summary) *stats.Estimate { return s.Test }
	return []Field{
		text("run", "the name of its folder", func(s *Summary) string { return s.Run }),
		text("name", "the name that people have given it", func(s *Summary) string { return s.Name }),
		text("game", "its game", func(s *Summary) string { return s.Game }),
		text("status", "running, finished, interrupted or crashed", func(s *Summary) string { return s.Status }),
		text("experiment", "the name of its config", func(s *Summary) string { return s.Experiment }),
		text("sweep", "the sweep that it is a cell of", func(s *Summary) string { return s.Sweep }),
		text("setting", "the same for runs that differ only in their seeds and names", func(s *Summary) string { return s.Setting }),
		{Name: "seed", Doc: "its seed", Kind: NumberField, text: func(s *Summary) string { return s.known(strconv.FormatUint(s.Seed, 10)) },
			number: func(s *Summary) (float64, bool) { return float64(s.Seed), s.settings != nil }},
		{Name: "test", Doc: "the champion's score against the config's opponents, 0 to 1", Kind: NumberField, estimate: test,
			number: func(s *Summary) (float64, bool) { return estimateOf(test(s)) },
			text: func(s *Summary) string {
				if s.Test == nil {
					return ""
				}
				return s.Test.Text()
			}},
		fitness("validated", "fitness in the newest validation", func(s *Summary) *float64 { return s.Validated }),
		fitness("claimed", "fitness of the last generation's best in its training games", func(s *Summary) *float64 { return s.Best }),
		number("generation", "the last that has ended", whole, func(s *Summary) (float64, bool) { return float64(s.Generation), s.Generation >= 0 }),
		number("games", "games of the training so far", whole, func(s *Summary) (float64, bool) { return float64(s.Games), s.Generation >= 0 }),
		number("cpu", "seconds of CPU time of the training so far", durationText, func(s *Summary) (float64, bool) { return s.CPU, s.CPU > 0 }),
		number("seconds", "seconds of work", durationText, func(s *Summary) (float64, bool) { return s.Seconds, s.Seconds > 0 }),
		{Name: "started", Doc: "when it was started, a text such as 2026-01-31 12:00", Kind: TimeField,
			number: func(s *Summary) (float64, bool) { return float64(s.Started.Unix()), !s.Started.IsZero() },
			text: func(s *Summary) string {
				if s.Started.IsZero() {
					return ""
				}
				return s.Started.Local().Format(startedForm)
			}},
		{Name: "tags", Doc: "its tags: \"good\" in tags asks for one", Kind: TagsField, text: func(s *Summary) string { return strings.Join(s.Tags, " ") }},
		text("note", "its last note", func(s *Summary) string { return s.Note }),
		text("problem", "what cannot be read of it, or why it crashed", func(s *Summary) string { return s.Problem }),
	}
}

// startedForm is a time to the minute.
const startedForm = "2006-01-02 15:04"

func durationText(x float64) string {
	switch {
	case x < 90:
		return strconv.FormatFloat(x, 'f', 1, 64) + " s"
	case x < 5400:
		return strconv.FormatFloat(x/60, 'f', 0, 64) + " min"
	}
	return strconv.FormatFloat(x/3600, 'f', 1, 64) + " h"
}

func estimateOf(e *stats.Estimate) (float64, bool) {
	if e == nil {
		return 0, false
	}
	return e.Value, true
}

func settingField(k config.Key) Field {
	f := Field{Name: k.Path, Doc: k.Doc, text: func(s *Summary) string { return s.Value(k.Path) }}
	switch k.Type {
	case "true or false":
		f.Kind = BoolField
	case "number", "whole number":
		f.Kind = NumberField
		f.number = func(s *Summary) (float64, bool) {
			x, err := strconv.ParseFloat(s.settings[k.Path], 64)
			return x, err == nil
		}
	}
	return f
}

// Value is that of a key of the config, "" if it is not known. Texts have no quotes.
func (s *Summary) Value(key string) string {
	value := s.settings[key]
	if text, err := strconv.Unquote(value); err == nil {
		return text
	}
	return value
}

// known is a text of the config, "" without one.
func (s *Summary) known(text string) string {
	if s.settings == nil {
		return ""
	}
	return text
}

// compare compares two runs by the field, the smaller value or earlier text first; runs
// without a value are alike.
func (f *Field) compare(a, b *Summary) int {
	if f.number == nil {
		return cmp.Compare(f.text(a), f.text(b))
	}
	x, _ := f.number(a)
	y, _ := f.number(b)
	return cmp.Compare(x, y)
}

func (f *Field) has(s *Summary) bool { return f.text(s) != "" }

// head and cells are the columns of a table as CSV: an estimate has three.
func (f *Field) head() []string {
	if f.estimate != nil {
		return []string{f.Name, f.Name + "_low", f.Name + "_high"}
	}
	return []string{untrusted.Literal(f.Name)}
}

func (f *Field) cells(s *Summary) []string {
	switch {
	case f.estimate != nil:
		return estimateCells(f.estimate(s))
	case f.Kind == TimeField && f.has(s):
		return []string{s.Started.Format(time.RFC3339)}
	case f.Kind == NumberField && f.Name != seedKey:
		if x, known := f.number(s); known {
			return []string{exact(x)}
		}
		return []string{""}
	case f.Kind == NumberField, f.text(s) == "true", f.text(s) == "false": // of a setting
		return []string{f.text(s)}
	}
	return []string{untrusted.Literal(f.text(s))}
}

func estimateCells(e *stats.Estimate) []string {
	if e == nil {
		return []string{"", "", ""}
	}
	return []string{exact(e.Value), exact(e.Low), exact(e.High)}
}
