// Package course is the table of the assignments: the game, the names of the files,
// the limits of each year, the points of its rubric, and the positions that an
// examination asks for. It reads and plays nothing: package rubric grades by the table,
// package doctor examines programs, and package class does both for a folder of them.
package course

import (
	"fmt"
	"strings"
	"time"

	"evolab/agent"
	"evolab/host/compile"
	"evolab/internal/config"
	"evolab/stats"
)

// Course is the assignment of a game.
type Course struct {
	Game  string
	Files compile.Names // as the game in package agent has them
	// OwnFiles are those that only this game's programs keep between plies.
	OwnFiles []string
	// SourceWords matches words that only the sources of this game's programs have.
	SourceWords string
	Years       []Year // the oldest first
	Exam        Exam
}

// Year is the grading of a year, with its limits of CPU time.
type Year struct {
	Year   int
	Term   string
	Rubric string // the name of the grading
	// Move is the limit of a move; where games have a budget, of single moves only.
	Move time.Duration
	// Whole is the budget of each side for a game; 0: none. With a budget, the side
	// with more time left wins a drawn game.
	Whole time.Duration
	// Plan is a time per move that stays well within all limits.
	Plan      time.Duration
	Grading   []Stage
	Rehearsal []Stage // of the grading, on submission; nil: there is none
}

// Stage is a part of the grading with one allowance of CPU time.
type Stage struct {
	Name string
	// CPU is the graded agent's allowance for all games together; 0: the sum of what
	// the games allow.
	CPU       time.Duration
	Opponents []Opponent
}

// Games is the number of games of the stage.
func (s *Stage) Games() (n int) {
	for _, o := range s.Opponents {
		n += o.Games
	}
	return n
}

// Opponent is one row: an opponent and what beating it is worth.
type Opponent struct {
	Name  string
	Agent string // spec of the agent that plays it here
	Games int    // half of them on each side, an odd one as the first
	Scale stats.Scale
	// Plies, if above 0, makes the games single moves, in positions after up to this
	// many plies; a legal move in time is a win.
	Plies int
	// Graded opponents are met in gradings alone: training against them would show
	// what beats these weights.
	Graded bool
	// Untimed, if set, is the spec of the agent that replaces the opponent in games
	// without clocks, where Agent would take too long.
	Untimed string
}

// Single reports whether the games are single moves, without an opponent.
func (o Opponent) Single() bool { return o.Plies > 0 }

// Missing reports whether the lab has no agent that plays this opponent.
func (o Opponent) Missing() bool {
	_, err := agent.ParseSpec(o.Agent)
	return err != nil
}

// Find returns the course of a game.
func Find(game string) (*Course, error) {
	var names []string
	for _, c := range All() {
		if c.Game == game {
			return &c, nil
		}
		names = append(names, c.Game)
	}
	return nil, fmt.Errorf("course: %w", config.Unknown("course for the game", game, names))
}

// Newest returns the limits of the newest year: those used unless another is named.
func (c *Course) Newest() Year { return c.Years[len(c.Years)-1] }

// FindYear returns the limits of a year; 0 is the newest.
func (c *Course) FindYear(year int) (Year, error) {
	if year == 0 {
		return c.Newest(), nil
	}
	var known []string
	for _, y := range c.Years {
		if y.Year == year {
			return y, nil
		}
		known = append(known, fmt.Sprint(y.Year))
	}
	return Year{}, fmt.Errorf("course: no rubric of the year %d for %s (allowed: %s)", year, c.Game, strings.Join(known, ", "))
}

// GameClock is a side's time for a game, which input.txt states; 0: it states none.
func (c *Course) GameClock() time.Duration { return c.Years[0].Whole }
