// Package course holds the assignments: the game, and of each year the names and
// languages of programs, the limits, the points, and how an ambiguous text is read. The
// built-in courses are the files in builtin/; a course's own file is read by the same
// reader (read.go). games.go has what belongs to a game rather than to a year, such as
// the positions that an examination asks for (exam.go). It plays nothing: package rubric
// grades, package doctor examines programs, and package class does both for a folder.
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
	Game string
	// Files are the names of all years; see [Year.Files] for those of one.
	Files compile.Names
	// OwnFiles are those that only this game's programs keep between plies.
	OwnFiles []string
	// SourceWords matches words that only the sources of this game's programs have.
	SourceWords string
	Years       []Year // the oldest first
	Exam        Exam
}

// Year is the grading of a year, with its limits of CPU time, as a file describes it.
type Year struct {
	Rubric    string              `key:"name" doc:"what --rubric and the results call the grading; NAME-submit is its rehearsal" match:"[a-z0-9][a-z0-9-]{0,39}" allowed:"lower-case letters, digits and -, up to 40"`
	Game      string              `key:"game" doc:"the game" oneof:"littlego|checkers|halma"`
	Year      int                 `key:"year" doc:"the year" range:"1990..2100"`
	Term      string              `key:"term" doc:"the course and its term, for people" allowed:"a text"`
	Languages []compile.Toolchain `key:"languages" doc:"the languages and names of programs, the preferred one first" count:"1..20"`
	Helpers   []string            `key:"helpers" doc:"the endings of files that may come along" count:"0..50" match:"\\.[A-Za-z0-9]{1,10}" allowed:"endings such as .txt" default:"[]"`
	Second    string              `key:"second_program" doc:"a second program that may come along, without its ending; empty: none" match:"|[A-Za-z0-9_]{1,40}" allowed:"a name without an ending, or empty" default:"\"\""`
	// Move is the limit of a move; where games have a budget, of single moves only.
	Move time.Duration `key:"move_time" doc:"CPU time of a move; where games have a budget, of single moves only" unit:"s" range:">0..3600"`
	// Whole is the budget of each side for a game; 0: none.
	Whole time.Duration `key:"game_time" doc:"CPU time of each side for a game, which input.txt then states; 0: none" unit:"s" range:"0..36000" default:"0"`
	// DrawsByTime has the side with more of Whole left win a drawn game.
	DrawsByTime bool `key:"draws_by_time" doc:"with game_time: the side with more time left wins a drawn game; false: nobody has won it" default:"true"`
	// Forfeits has a stage give no points if it takes more than its CPU time.
	Forfeits bool `key:"overrun_forfeits" doc:"a stage gives no points if its games take more than its cpu_time; false: the time is only shown" default:"true"`
	// Plan is a time per move that stays well within all limits.
	Plan      time.Duration `key:"plan_time" doc:"a time per move that stays within all limits: that of a lab's agent without one" unit:"s" range:">0..move_time"`
	Grading   []Stage       `key:"grading" doc:"the stages of the grading" count:"1..5"`
	Rehearsal []Stage       `key:"rehearsal" doc:"those of the rehearsal on submission; empty: there is none" count:"0..5" default:"[]"`
	Readings  []Reading     `key:"readings" doc:"how the text was read where it says several things or nothing" count:"0..50" default:"[]"`

	// Hash is that of a course's own file; "" for a built-in course.
	Hash string
	text []byte
}

// Text is the file as it was read.
func (y *Year) Text() []byte { return y.text }

// Reading is how a text was read that leaves a question open.
type Reading struct {
	Question string `key:"question" doc:"what the text leaves open" allowed:"a text"`
	Taken    string `key:"taken" doc:"which reading the file takes" allowed:"a text"`
}

// Files are the names and languages of programs in this year.
func (y *Year) Files() compile.Names {
	n := compile.Names{Helpers: y.Helpers, Second: y.Second, Languages: y.Languages}
	for _, l := range y.Languages {
		n.Sources = append(n.Sources, l.Programs...)
	}
	if g, err := agent.FindGame(y.Game); err == nil {
		n.Book = g.Info().Names.Book
	}
	return n
}

// Stage is a part of the grading with one allowance of CPU time.
type Stage struct {
	Name string `key:"name" doc:"the stage" match:"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}" allowed:"letters, digits, spaces, _ and -, up to 40"`
	// CPU is the graded agent's allowance for all games together; 0: the sum of what
	// the games allow.
	CPU       time.Duration `key:"cpu_time" doc:"CPU time of the graded program for all games of the stage; 0: what its games allow" unit:"s" range:"0..1000000" default:"0"`
	Opponents []Opponent    `key:"opponents" doc:"the opponents, in the order of play" count:"1..20"`
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
	Name  string      `key:"name" doc:"the opponent, as gradebooks call it" match:"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}" allowed:"letters, digits, spaces, _ and -, up to 40"`
	Agent string      `key:"agent" doc:"the lab's agent that plays it (evolve agents)" allowed:"an agent of the lab"`
	Games int         `key:"games" doc:"games, half of them on each side, an odd one as the first" range:"1..1000"`
	Scale stats.Scale `key:"points" doc:"the points by the win rate: the first band that begins at or below it counts" count:"1..20"`
	// Plies, if above 0, makes the games single moves, in positions after up to this
	// many plies; a legal move in time is a win.
	Plies int `key:"single_moves" doc:"if above 0, the games are single moves, in positions after up to this many plies, and a legal move in time is a win" range:"0..1000" default:"0"`
	// Graded opponents are met in gradings alone: training against them would show
	// what beats these weights.
	Graded bool `key:"grading_only" doc:"no experiment may train against it" default:"false"`
	// Untimed, if set, is the spec of the agent that replaces the opponent in games
	// without clocks, where Agent would take too long.
	Untimed string `key:"untimed" doc:"the agent that replaces it in games without clocks; empty: the same" default:"\"\"" allowed:"an agent of the lab, or empty"`
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
	return nil, config.Unknown("course for the game", game, names)
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
	return Year{}, fmt.Errorf("no rubric of the year %d for %s (allowed: %s)", year, c.Game, strings.Join(known, ", "))
}

// GameClock is a side's time for a game, which input.txt states; 0: it states none.
func (c *Course) GameClock() time.Duration { return c.Years[0].Whole }
