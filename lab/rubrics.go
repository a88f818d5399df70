package lab

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/course"
	"evolab/course/rubric"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/stats"
)

type rubricsFlags struct {
	To string `key:"to" doc:"print the course of a rubric as a file to begin from (yaml), or the JSON Schema of such files for editors (schema)" oneof:"yaml|schema" derived:"neither"`
}

func rubricsCommand(a *app) *cobra.Command {
	var f rubricsFlags
	c := &cobra.Command{
		Use: "rubrics [NAME]", Short: "List the rubrics that evolve grade knows", Args: arguments(0, 1),
		Long: "List the rubrics, or the one called NAME. With --to yaml NAME, print its course as a file: changed, it is a course\n" +
			"of one's own for evolve grade and evolve doctor (--course FILE).",
		RunE: func(_ *cobra.Command, args []string) error {
			list := rubric.All()
			if len(args) > 0 {
				r, err := rubric.Find(args[0])
				if err != nil {
					return badInput(err, "evolve rubrics lists them")
				}
				list = []rubric.Rubric{r}
			}
			switch {
			case f.To == "schema":
				return a.printSchema()
			case f.To != "" && len(args) == 0:
				return badInput(errors.New("no rubric is named (--to yaml NAME)"), "evolve rubrics lists them")
			case f.To != "":
				_, err := a.out.Write(list[0].Text())
				return err
			}
			for _, r := range list {
				if err := a.print(newRubricLine(r), "%s", term.Entry(r.Name, 17, rubricText(r), a.textWidth())); err != nil {
					return err
				}
			}
			return nil
		},
	}
	a.formats(c)
	bind(c, &f)
	return c
}

func (a *app) printSchema() error {
	text, err := course.Schema()
	if err == nil {
		_, err = a.out.Write(text)
	}
	return err
}

// rubricText describes a rubric: opponents, games, limits and points.
func rubricText(r rubric.Rubric) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: ", r.Game, r.Doc)
	for _, s := range r.Stages {
		b.WriteString(stageText(r, s))
	}
	if r.Whole == 0 {
		fmt.Fprintf(&b, "%g s a move; ", r.Move.Seconds())
	} else if r.DrawsByTime {
		b.WriteString("a drawn game is won by the time left; ")
	}
	fmt.Fprintf(&b, "%s points", rubric.FormatPoints(r.Max()))
	if p := r.Playable(); p != r.Max() {
		fmt.Fprintf(&b, " (%s playable)", rubric.FormatPoints(p))
	}
	return b.String()
}

// stageText describes a stage, with its allowance of CPU time or those of its
// games.
func stageText(r rubric.Rubric, s course.Stage) string {
	var names []string
	each := ""
	for _, o := range s.Opponents {
		switch {
		case o.Single():
			each = fmt.Sprintf("%s of %g s", quantity.Of(o.Games, "single move"), r.Move.Seconds())
		case s.CPU == 0:
			each = fmt.Sprintf("%s %s of %g s of CPU a side, %d as the first side", o.Name, quantity.Of(o.Games, "game"), r.Whole.Seconds(), o.Games-o.Games/2)
		}
		names = append(names, fmt.Sprintf("%s %d", o.Name, o.Games))
	}
	if each != "" {
		return each + "; "
	}
	return fmt.Sprintf("%s games in %g s of CPU; ", strings.Join(names, ", "), s.CPU.Seconds())
}

// rubricLine is the result line of a rubric.
type rubricLine struct {
	Rubric   string            `json:"rubric"`
	Doc      string            `json:"doc"`
	Game     string            `json:"game"`
	Max      float64           `json:"max"`
	Playable float64           `json:"playable"`  // the part of max for opponents that exist
	MoveTime float64           `json:"move_time"` // of single moves only, where games have a budget
	GameTime float64           `json:"game_time"` // for each side; 0: none
	PlanTime float64           `json:"plan_time"` // a time per move within all limits
	Stages   []rubricStageLine `json:"stages"`
}

type rubricStageLine struct {
	Stage      string               `json:"stage"`
	CPUAllowed float64              `json:"cpu_allowed"`
	Opponents  []rubricOpponentLine `json:"opponents"`
}

type rubricOpponentLine struct {
	Opponent string      `json:"opponent"`
	Agent    string      `json:"agent"` // which plays the opponent here; empty for single moves
	Games    int         `json:"games"`
	Single   bool        `json:"single"` // single moves
	Max      float64     `json:"max"`
	Missing  bool        `json:"missing"`
	Scale    stats.Scale `json:"scale"`
}

func newRubricLine(r rubric.Rubric) rubricLine {
	line := rubricLine{
		Rubric: r.Name, Doc: r.Doc, Game: r.Game, Max: r.Max(), Playable: r.Playable(),
		MoveTime: r.Move.Seconds(), GameTime: r.Whole.Seconds(), PlanTime: r.Plan.Seconds(),
	}
	for _, s := range r.Stages {
		stage := rubricStageLine{Stage: s.Name, CPUAllowed: r.Allowed(s).Seconds()}
		for _, o := range s.Opponents {
			row := rubricOpponentLine{
				Opponent: o.Name, Agent: o.Agent, Games: o.Games, Single: o.Single(), Max: o.Scale.Max(), Missing: o.Missing(), Scale: o.Scale,
			}
			if o.Single() {
				row.Agent = ""
			}
			stage.Opponents = append(stage.Opponents, row)
		}
		line.Stages = append(line.Stages, stage)
	}
	return line
}
