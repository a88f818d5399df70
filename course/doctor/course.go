package doctor

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"evolab/agent"
	"evolab/course"
	"evolab/game"
	"evolab/host/compile"
)

// Course is what the graders of a game's course accept, and how its programs are
// examined. Positions and moves have the text forms of the command line.
type Course struct {
	Game string
	compile.Names
	Years []Year // the default first

	// Input is the text of input.txt in a position, under a clock.
	Input func(position string, c agent.Clock) ([]byte, error)
	// Answer returns the move in output.txt as the graders read it, and whether the
	// file is exactly as the assignment describes it. Its error is for people.
	Answer func(position string, output []byte) (move string, plain bool, err error)
	// Why says which rule an illegal move breaks.
	Why func(position, move string) string

	// Moves is about how many moves of its own the program makes in a game.
	Moves int
	// Told is true if input.txt tells the clock of the game, all of which a program
	// may use. Whole is that clock at the graders; an examination gives less if
	// the program needs less.
	Told  bool
	Whole time.Duration

	Plies []Ply
	Games []Game
}

// Year is what a year's graders allow, in CPU time.
type Year struct {
	Year int
	Move time.Duration
	// Whole is for all moves of a game; 0: each move has Move.
	Whole time.Duration
	// Games are played on submission within Total.
	Games int
	Total time.Duration
}

// withFiles completes a course by its formats of input.txt and output.txt.
func withFiles[S comparable](c *Course, rules game.Rules[S],
	input func(*S, agent.Clock) []byte, parse func(*S, []byte) (game.Move, error), format func(*S, game.Move) []byte) *Course {
	c.Input = func(position string, clock agent.Clock) ([]byte, error) {
		s, err := rules.Parse("", position)
		if err != nil {
			return nil, err
		}
		return input(&s, clock), nil
	}
	c.Answer = func(position string, output []byte) (string, bool, error) {
		s, err := rules.Parse("", position)
		if err != nil {
			return "", false, err
		}
		m, err := parse(&s, output)
		if err != nil {
			return "", false, err
		}
		plain := format(&s, m) // its last line may lack its end
		return rules.FormatMove(&s, m), bytes.Equal(output, plain) || bytes.Equal(output, bytes.TrimSuffix(plain, []byte("\n"))), nil
	}
	return c.withLimits()
}

// withLimits fills in the names and limits of the table of courses. Where
// input.txt tells the clock, graders give 30 s for a single move and 100 or 300 s
// for a game; an examination is shorter, and so must be a program that is told so.
func (c *Course) withLimits() *Course {
	known := course.Find(c.Game)
	c.Names = known.Names
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

// Ply is a position that the program must answer in a fresh folder, without files
// of an earlier ply.
type Ply struct {
	Name     string
	Position string
	Newline  bool // input.txt ends with a newline
	Single   bool // not a move of a game
	Opens    bool // the program's first move in a game
}

// clock returns the clock for a single move, or for one with this time left in its
// game.
func (y *Year) clock(single bool, left time.Duration) agent.Clock {
	if single || y.Whole == 0 {
		return agent.Clock{Move: y.Move}
	}
	return agent.Clock{Left: max(left, time.Millisecond)}
}

// Game is a game against a built-in agent. All games are played in the same folder,
// one after the other.
type Game struct {
	Opponent string
	Side     game.Side // the program's
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
