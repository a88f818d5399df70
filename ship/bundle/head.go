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

// table lists the features in the order of the weights, phase by phase.
func (o *Order) table(line func(string, ...any)) {
	phases := []*features.Terms{&o.Numbers.Opening}
	if o.Numbers.HasEndgame {
		phases = append(phases, &o.Numbers.Endgame)
	}
	for i := range o.Numbers.Blend {
		phases = append(phases, &o.Numbers.Blend[i])
	}
	values := o.Weights.Phases()
	connectives := 0
	for i, name := range o.Weights.Features {
		text := fmt.Sprintf("  %-24s", name)
		for phase, terms := range phases {
			if phase > 0 {
				text += "   later"
			}
			text += fmt.Sprintf(" %9.4f %8d", values[phase][i], o.weight(terms, name, connectives))
		}
		line("%s", text)
		if features.IsConnective(name) {
			connectives++
		}
	}
	o.phases(line)
}

// weight is the weight of a feature, or of a connective by its number among
// these, as the program has it.
func (o *Order) weight(t *features.Terms, name string, connective int) int {
	if name == features.PatternsName {
		return t.Share
	}
	if at := features.Index(o.Features, name); at >= 0 {
		return int(t.Weights[at])
	}
	return int(t.Connectives[connective].Weight)
}

// phases says when which weights hold, and what the tables are.
func (o *Order) phases(line func(string, ...any)) {
	if e := o.Weights.Endgame; e != nil && e.From >= 1 {
		line("No game gets to where the later weights would hold.")
	} else if e != nil {
		line("The later weights hold once %.1f %% of the game have gone.", e.From*100)
	}
	if b := o.Weights.Blend; b != nil {
		var at []string
		for _, a := range b.At {
			at = append(at, fmt.Sprintf("%.1f", a*100))
		}
		line("The weights hold where %s %% of the game have gone; in between they change little by little.", strings.Join(at, ", "))
	}
	if p := o.Weights.Patterns; p != nil {
		line("The tables of patterns are those of the shapes %s.", strings.Join(p.Shapes, ", "))
	}
}
