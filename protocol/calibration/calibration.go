// Package calibration is calibration.txt, in which the command calibrate records the
// speed of the shipped agent's search on a machine.
//
// The package is pure and keeps to the plain subset of Go that the shipped
// agent is translated from.
package calibration

import (
	"errors"
	"strconv"

	"evolab/protocol/sealed"
)

// Name is the file's name.
const Name = "calibration.txt"

const version = "evolab calibration 1"

// Slowest and Fastest bound credible speeds, in nodes per second.
const (
	Slowest = 1_000
	Fastest = 1_000_000_000
)

// Speed is how many nodes a second of CPU time a game's search visits.
type Speed struct {
	Game  string
	Nodes int64
}

// Speeds are the speeds of the games that were measured.
type Speeds struct {
	list []Speed // in the order of the games' names
}

// ErrNone is the error of a file that does not hold speeds.
var ErrNone = errors.New("calibration.txt holds no speeds")

// All lists the speeds in the order of the file, read-only.
func (s *Speeds) All() []Speed { return s.list }

// Of is the speed of a game, 0 if it is unknown.
func (s *Speeds) Of(game string) int64 {
	for i := range s.list {
		if s.list[i].Game == game {
			return s.list[i].Nodes
		}
	}
	return 0
}

// Set notes the speed of a game, in nodes per second, if it is credible.
func (s *Speeds) Set(game string, nodes int64) {
	if game == "" || nodes < Slowest || nodes > Fastest {
		return
	}
	at := len(s.list)
	for at > 0 && s.list[at-1].Game >= game {
		at--
	}
	if at == len(s.list) || s.list[at].Game != game {
		s.list = append(s.list, Speed{})
		for i := len(s.list) - 1; i > at; i-- {
			s.list[i] = s.list[i-1]
		}
	}
	s.list[at] = Speed{Game: game, Nodes: nodes}
}

// Append appends the text form: a line for each game.
func (s *Speeds) Append(dst []byte) []byte {
	start := len(dst)
	dst = sealed.Begin(dst, version)
	for _, speed := range s.list {
		dst = sealed.Number(dst, speed.Game, speed.Nodes)
	}
	return sealed.Seal(dst, start)
}

// Parse reads a file. It refuses whatever Append cannot have written, including
// incredible speeds, with ErrNone.
func Parse(data []byte) (Speeds, error) {
	lines, ok := sealed.Open(data, version)
	if !ok {
		return Speeds{}, ErrNone
	}
	var s Speeds
	for len(lines) > 0 {
		word, value, rest, ok := sealed.Cut(lines)
		if !ok {
			return Speeds{}, ErrNone
		}
		speed, err := strconv.ParseInt(string(value), 10, 64)
		if err != nil {
			return Speeds{}, ErrNone
		}
		s.Set(string(word), speed)
		lines = rest
	}
	if again := s.Append(make([]byte, 0, len(data))); string(again) != string(data) {
		return Speeds{}, ErrNone
	}
	return s, nil
}
