package doctor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/agent"
	"evolab/game"
)

// Course is what the graders of a game's course accept, and how a program of
// it is examined. Positions and moves have the text forms of the command line.
type Course struct {
	Game    string
	Sources []string // the accepted names
	Helpers []string // endings of the files that may come along
	Second  string   // a second program that the assignment takes, without its ending; "" for none
	Years   []Year   // the default first

	// Input is the text of input.txt in a position, under a clock.
	Input func(position string, c agent.Clock) ([]byte, error)
	// Told says that input.txt tells the clock: a program may use all of it.
	Told bool
	// Answer is the move that output.txt holds, as the graders read it. The
	// error of an output that holds none is for people.
	Answer func(position string, output []byte) (string, error)
	// Plain tells whether output.txt is as the assignment describes it, to the
	// byte, and not merely tolerated.
	Plain func(position string, output []byte) bool
	// Why says which rule a move breaks that is not legal.
	Why func(position, move string) string

	Plies []Ply
	Games []Game
}

// Year is what a year's graders allow, in CPU time.
type Year struct {
	Year int
	Move time.Duration
	// Whole is for all moves of a game, of which single plies begin one; 0: each
	// of its moves has Move.
	Whole time.Duration
	// Games that are played within Total, and the plies of one program in each.
	Games, Plies int
	Total        time.Duration
}

// Ply is a position that the program has to answer in a fresh folder, without
// helper files of its own.
type Ply struct {
	Name     string
	Position string
	Newline  bool // input.txt ends with a newline
	Single   bool // it is no move of a game
	Opens    bool // it is a program's first one in a game
}

// clock is that of a move with so much left of its game; single: it is alone.
func (y *Year) clock(single bool, left time.Duration) agent.Clock {
	if single || y.Whole == 0 {
		return agent.Clock{Move: y.Move}
	}
	return agent.Clock{Left: max(left, time.Millisecond)}
}

// Game is a game against a built-in agent, from the start to the end. All games
// are played in the same folder, one after the other.
type Game struct {
	Opponent string
	Side     game.Side // of the program
}

// courses lists the games whose programs can be examined.
func courses() []*Course {
	return []*Course{littlegoCourse(), checkersCourse(), halmaCourse()}
}

// FindCourse returns the course of a game.
func FindCourse(name string) (*Course, error) {
	var names []string
	for _, c := range courses() {
		if c.Game == name {
			return c, nil
		}
		names = append(names, c.Game)
	}
	return nil, fmt.Errorf("doctor: no course for the game %q (allowed: %s)", name, strings.Join(names, ", "))
}

// FindYear returns the limits of a year; 0 is the default.
func (c *Course) FindYear(year int) (Year, error) {
	if year == 0 {
		return c.Years[0], nil
	}
	var known []string
	for _, y := range c.Years {
		if y.Year == year {
			return y, nil
		}
		known = append(known, fmt.Sprint(y.Year))
	}
	return Year{}, fmt.Errorf("doctor: no rubric of the year %d for %s (allowed: %s)", year, c.Game, strings.Join(known, ", "))
}

// helper tells whether a file may come along under this name.
func (c *Course) helper(name string) bool { return slices.Contains(c.Helpers, filepath.Ext(name)) }

// second tells whether a file is the source of the course's second program.
func (c *Course) second(name string) bool {
	return c.Second != "" && languageOf(name) != executable && strings.TrimSuffix(name, filepath.Ext(name)) == c.Second
}

// rightName is the accepted name of a source in the same language, or "".
func (c *Course) rightName(name string) string {
	for _, s := range c.Sources {
		if languageOf(s) == languageOf(name) {
			return s
		}
	}
	return ""
}
