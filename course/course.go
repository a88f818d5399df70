// Package course is the one table of the assignments that programs are handed in
// for: the game, the names of the files, the limits of each year, and what its
// rubric pays. It reads and plays nothing.
//
// Read course.go (what is known of a course), table.go (the courses) and scale.go
// (what a win rate is worth). Package rubric grades by it, package doctor examines
// programs, host/build finds them by their names, and ship/bundle writes them.
package course

import (
	"slices"
	"time"
)

// Course is the assignment of a game.
type Course struct {
	Game string
	Names
	// Own are further files by which its programs are known: what they keep
	// between plies.
	Own []string
	// Words is a pattern of words that only this game's programs use.
	Words string
	Years []Year // the default first
}

// Names are the files that are handed in.
type Names struct {
	Sources []string // the accepted names of the program; of a language, the usual one first
	Helpers []string // endings of the files that may come along
	Second  string   // a second program that the assignment takes, without its ending; "" for none
	Book    string   // the file of proven openings that may come along; "" for none
}

// Year is what the graders of a year allow, in CPU time.
type Year struct {
	Year   int
	Term   string
	Rubric string // the name of the grading
	// Move is for a move. Where whole games have a budget, it is for single moves
	// alone.
	Move time.Duration
	// Whole is for either side in a game; 0: there is no such budget. With it,
	// the side with more time left wins a drawn game.
	Whole time.Duration
	// Plan is for a move, and also keeps the allowance of the stages, with room
	// to spare.
	Plan      time.Duration
	Grading   []Stage
	Rehearsal []Stage // of the grading, on submission; nil: there is none
}

// Stage is a part of the grading with one allowance of CPU time.
type Stage struct {
	Name string
	// CPU is allowed to the graded agent for all games together; 0: for as many
	// games as there are, what each of them allows.
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
	Games int    // half of them as either side, the odd one as the first
	Scale Scale
	// Plies makes single moves of the games, in positions after up to so many
	// plies; a legal move in time is a win. 0: whole games.
	Plies int
	// Untimed, if set, is the spec of the agent that stands for the opponent
	// in games without clocks, for which Agent takes too long.
	Untimed string
}

// Find returns the course of a game, nil if there is none.
func Find(game string) *Course {
	all := All()
	i := slices.IndexFunc(all, func(c Course) bool { return c.Game == game })
	if i < 0 {
		return nil
	}
	return &all[i]
}
