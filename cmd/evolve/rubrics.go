package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/rubric"
)

func rubricsCommand(a *app) *cobra.Command {
	var format formatFlag
	c := &cobra.Command{
		Use: "rubrics", Short: "List the rubrics that evolve grade knows", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			json, err := format.json()
			if err != nil {
				return err
			}
			for _, r := range rubric.All() {
				if json {
					err = a.printJSON(newRubricLine(r))
				} else {
					_, err = fmt.Fprintf(a.out, "%-16s %s\n", r.Name, rubricText(r))
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	format.add(c)
	return c
}

// rubricText describes a rubric: opponents, games, limits and points.
func rubricText(r rubric.Rubric) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: ", r.Game, r.Doc)
	for _, s := range r.Stages {
		var names []string
		for _, o := range s.Opponents {
			names = append(names, fmt.Sprintf("%s %d", o.Name, o.Games))
		}
		fmt.Fprintf(&b, "%s games in %g s of CPU; ", strings.Join(names, ", "), s.CPU.Seconds())
	}
	fmt.Fprintf(&b, "%g s a move; %s points", r.Move.Seconds(), points(r.Max()))
	if p := r.Playable(); p != r.Max() {
		fmt.Fprintf(&b, " (%s playable)", points(p))
	}
	return b.String()
}

// rubricLine is a rubric for programs.
type rubricLine struct {
	Rubric   string            `json:"rubric"`
	Doc      string            `json:"doc"`
	Game     string            `json:"game"`
	Max      float64           `json:"max"`
	Playable float64           `json:"playable"` // of max, for opponents that are there
	MoveTime float64           `json:"move_time"`
	PlanTime float64           `json:"plan_time"` // a move's time that keeps all limits
	Stages   []rubricStageLine `json:"stages"`
}

type rubricStageLine struct {
	Stage      string               `json:"stage"`
	CPUAllowed float64              `json:"cpu_allowed"`
	Opponents  []rubricOpponentLine `json:"opponents"`
}

type rubricOpponentLine struct {
	Opponent string       `json:"opponent"`
	Games    int          `json:"games"`
	Max      float64      `json:"max"`
	Missing  bool         `json:"missing"`
	Scale    rubric.Scale `json:"scale"`
}

func newRubricLine(r rubric.Rubric) rubricLine {
	line := rubricLine{
		Rubric: r.Name, Doc: r.Doc, Game: r.Game, Max: r.Max(), Playable: r.Playable(),
		MoveTime: r.Move.Seconds(), PlanTime: r.Plan.Seconds(),
	}
	for _, s := range r.Stages {
		stage := rubricStageLine{Stage: s.Name, CPUAllowed: s.CPU.Seconds()}
		for _, o := range s.Opponents {
			stage.Opponents = append(stage.Opponents, rubricOpponentLine{o.Name, o.Games, o.Scale.Max(), o.Missing(), o.Scale})
		}
		line.Stages = append(line.Stages, stage)
	}
	return line
}
