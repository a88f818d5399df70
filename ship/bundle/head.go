package bundle

import (
	"fmt"
	"strings"

	"evolab/features"
)

// head is the comment at the top of a source.
func (o *Order) head(name, sign string) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(sign+" "+fmt.Sprintf(format, args...), " ") + "\n")
	}
	line("%s: a program that plays %s.", name, o.Game)
	line("")
	line("Copyright (c) 2026 The evolab authors. Licence: MIT.")
	line("")
	line("Translated by evolve ship (%s) from the Go sources of evolab, where a change belongs.", o.Made)
	line("Weights: %s", o.From)
	if o.Weights.Source != "" && !strings.Contains(o.From, o.Weights.Source) {
		line("Made by: %s", o.Weights.Source)
	}
	line("")
	line("The features of the evaluation with their weights per standard deviation, and as the program has them:")
	o.table(line)
	return b.String()
}

// table lists the features in the order of the vector.
func (o *Order) table(line func(string, ...any)) {
	row := func(name string, i int, quantised, late int32) {
		text := fmt.Sprintf("  %-24s %9.4f %8d", name, o.Weights.Values[i], quantised)
		if o.Weights.Endgame != nil {
			text += fmt.Sprintf("   later %9.4f %8d", o.Weights.Endgame.Values[i], late)
		}
		line("%s", text)
	}
	connectives := 0
	for i, name := range o.Weights.Features {
		if at := features.Index(o.Features, name); at >= 0 {
			row(name, i, o.Numbers.Opening.Weights[at], o.Numbers.Endgame.Weights[at])
			continue
		}
		late := int32(0)
		if o.Numbers.HasEndgame {
			late = o.Numbers.Endgame.Connectives[connectives].Weight
		}
		row(name, i, o.Numbers.Opening.Connectives[connectives].Weight, late)
		connectives++
	}
	if e := o.Weights.Endgame; e != nil && e.From >= 1 {
		line("No game gets to where the later weights would hold.")
	} else if e != nil {
		line("The later weights hold once %.1f %% of the game have gone.", e.From*100)
	}
}
