// Package rubric grades agents as courses do: it lists the games of a rubric and
// turns their results into points.
package rubric

import (
	"fmt"
	"slices"
	"time"

	"evolab/arena"
	"evolab/course"
	"evolab/experiments/experiment"
	"evolab/internal/config"
)

// Rubric is the grading of a year, or its rehearsal.
type Rubric struct {
	Name, Doc string
	Game      string
	course.Year
	Stages []course.Stage
	full   *course.Year // with the limits of the course, if the rubric's are lower
}

// Full returns the rubric's year with its own limits.
func (r Rubric) Full() course.Year {
	if r.full != nil {
		return *r.full
	}
	return r.Year
}

// Allowed is the graded agent's CPU time for a stage.
func (r Rubric) Allowed(s course.Stage) time.Duration {
	if s.CPU > 0 {
		return s.CPU
	}
	return r.allowedGames(s, func(o course.Opponent) int { return o.Games })
}

// allowedGames is what the limits of single games allow for so many against each opponent
// of a stage.
func (r Rubric) allowedGames(s course.Stage, games func(course.Opponent) int) (sum time.Duration) {
	for _, o := range s.Opponents {
		limits := r.limits(o)
		sum += time.Duration(games(o)) * max(limits.Move, limits.Game)
	}
	return sum
}

// AllAllowed is the graded agent's CPU time for all stages.
func (r Rubric) AllAllowed() time.Duration {
	var sum time.Duration
	for _, s := range r.Stages {
		sum += r.Allowed(s)
	}
	return sum
}

// limits are those of a game against an opponent.
func (r Rubric) limits(o course.Opponent) arena.Limits {
	if o.Single() {
		return arena.Limits{Move: r.Move}
	}
	return r.GameLimits()
}

// GameLimits are those of a whole game.
func (r Rubric) GameLimits() arena.Limits {
	if r.Whole > 0 {
		return arena.Limits{Game: r.Whole}
	}
	return arena.Limits{Move: r.Move}
}

// decidesDraws reports whether the time left decides drawn games.
func (r Rubric) decidesDraws() bool { return r.Whole > 0 && r.DrawsByTime }

// Lower returns the rubric with shorter limits; 0 keeps a limit.
func (r Rubric) Lower(move, whole time.Duration) (Rubric, error) {
	if move < 0 || move > r.Move {
		return r, fmt.Errorf("%g s for a move (allowed: up to the %g s of %s)", move.Seconds(), r.Move.Seconds(), r.Name)
	}
	if whole > 0 && r.Whole == 0 {
		return r, fmt.Errorf("%g s for a game: %s limits moves", whole.Seconds(), r.Name)
	}
	if whole < 0 || whole > r.Whole {
		return r, fmt.Errorf("%g s for a game (allowed: up to the %g s of %s)", whole.Seconds(), r.Whole.Seconds(), r.Name)
	}
	full := r.Full()
	r.full = &full
	if move > 0 {
		r.Move = move
	}
	if whole > 0 {
		r.Whole = whole
	}
	return r, nil
}

// Max is the maximum of the points, including those of missing opponents.
func (r Rubric) Max() float64 { return r.maxPoints(func(course.Opponent) bool { return true }) }

// Playable is the maximum of the points, excluding those of missing opponents.
func (r Rubric) Playable() float64 {
	return r.maxPoints(func(o course.Opponent) bool { return !o.Missing() })
}

func (r Rubric) maxPoints(counts func(course.Opponent) bool) float64 {
	total := 0.0
	for _, o := range r.Opponents() {
		if counts(o) {
			total += o.Scale.Max()
		}
	}
	return total
}

// Opponents lists the opponents of all stages in the order of play.
func (r Rubric) Opponents() []course.Opponent {
	var list []course.Opponent
	for _, s := range r.Stages {
		list = append(list, s.Opponents...)
	}
	return list
}

// Sparring lists the opponents of whole games that may train others, as agents that
// play without a clock.
func (r Rubric) Sparring() []course.Opponent {
	var list []course.Opponent
	for _, o := range r.Opponents() {
		if o.Missing() || o.Single() || o.Graded {
			continue
		}
		if o.Untimed != "" {
			o.Agent = o.Untimed
		}
		list = append(list, o)
	}
	return list
}

// Objectives are the rubrics whose points an experiment can maximise, with the
// opponents that candidates can meet.
func Objectives() experiment.Rubrics {
	list := experiment.Rubrics{Read: readObjective}
	for _, r := range All() {
		list.List = append(list.List, r.objective())
	}
	return list
}

// readObjective reads the grading of a course's own file.
func readObjective(path string) (experiment.Rubric, error) {
	y, err := course.Load(path)
	if err != nil {
		return experiment.Rubric{}, err
	}
	r, err := Of(y, "")
	return r.objective(), err
}

func (r Rubric) objective() experiment.Rubric {
	o := experiment.Rubric{Name: r.Name, Game: r.Game}
	for _, s := range r.Sparring() {
		o.Opponents = append(o.Opponents, experiment.RubricOpponent{Agent: s.Agent, Games: s.Games, Scale: s.Scale})
	}
	return o
}

// All lists the rubrics of the courses: of each game the gradings, then the
// rehearsals on submission.
func All() []Rubric {
	var list []Rubric
	for _, c := range course.All() {
		var rehearsals []Rubric
		for _, y := range c.Years {
			of := rubricsOf(y)
			list, rehearsals = append(list, of[0]), append(rehearsals, of[1:]...)
		}
		list = append(list, rehearsals...)
	}
	return list
}

// rubricsOf lists the grading of a year, and its rehearsal if there is one.
func rubricsOf(y course.Year) []Rubric {
	list := []Rubric{{Name: y.Rubric, Doc: y.Term + ", grading", Game: y.Game, Year: y, Stages: clone(y.Grading)}}
	if len(y.Rehearsal) > 0 {
		list = append(list, Rubric{Name: y.RehearsalName(), Doc: y.Term + ", rehearsal on submission", Game: y.Game, Year: y, Stages: clone(y.Rehearsal)})
	}
	return list
}

// clone copies stages, so that a rubric can be changed and its course stays as it is.
func clone(stages []course.Stage) []course.Stage {
	stages = slices.Clone(stages)
	for i := range stages {
		stages[i].Opponents = slices.Clone(stages[i].Opponents)
	}
	return stages
}

// Find returns a rubric of a built-in course by its name.
func Find(name string) (Rubric, error) { return named(All(), name) }

// Of returns the rubric of a course's own file by its name; "" is the grading.
func Of(y *course.Year, name string) (Rubric, error) {
	list := rubricsOf(*y)
	if name == "" {
		return list[0], nil
	}
	return named(list, name)
}

func named(list []Rubric, name string) (Rubric, error) {
	var names []string
	for _, r := range list {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	return Rubric{}, config.Unknown("rubric", name, names)
}
