package doctor

import (
	"fmt"
	"strings"
	"time"

	"evolab/agent"
	"evolab/course"
	"evolab/game"
	"evolab/host/build"
)

// Course is what the graders of a game's course accept, and how a program of
// it is examined. Positions and moves have the text forms of the command line.
type Course struct {
	Game string
	build.Names
	Years []Year // the default first

	// Input is the text of input.txt in a position, under a clock.
	Input func(position string, c agent.Clock) ([]byte, error)
	// Moves is about how many moves of its own the program makes in a game.
	Moves int
	// Whole is the CPU time that graders give for a game of which input.txt tells
	// the time; an examination gives less where the program does with less.
	Whole time.Duration
	// Told says that input.txt tells the clock: a program may use all of it.
	Told bool
	// Answer is the move that output.txt holds, as the graders read it. The
	// error of an output that holds none is for people.
	Answer func(position string, output []byte) (string, error)
	// Plain reports whether output.txt is as the assignment describes it, to the
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
	// Games that are played on submission within Total.
	Games int
	Total time.Duration
}

// rules fills in what the table of courses says. Where input.txt tells the time,
// graders give 30 s for a single move and 100 or 300 s for a game; an examination
// is shorter, and a program that is told so has to be, too.
func (c *Course) rules() *Course {
	known := course.Find(c.Game)
	c.Names = build.Names(known.Names)
	for _, y := range known.Years {
		if y.Whole > 0 {
			c.Whole, c.Told = y.Whole, true
			c.Years = append(c.Years, Year{Year: y.Year, Move: time.Second, Whole: 30 * time.Second})
			continue
		}
		first := &y.Rehearsal[0]
		c.Years = append(c.Years, Year{Year: y.Year, Move: y.Move, Games: first.Games(), Total: first.CPU})
	}
	return c
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
