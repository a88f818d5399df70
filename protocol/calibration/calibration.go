// Package calibration is calibration.txt, in which the command calibrate tells
// the shipped agent how fast its search is on the machine at hand.
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

// Slowest and Fastest bound the speeds that are believed, in nodes per second.
const (
	Slowest = 1_000
	Fastest = 1_000_000_000
)

// Speeds are nodes per second of CPU time of each game's search; 0 is unknown.
type Speeds struct {
	Checkers, Halma, Konane, Littlego, Tictactoe int64
}

// ErrNone is the error of a file that does not hold speeds.
var ErrNone = errors.New("calibration.txt holds no speeds")

// Of is the speed of a game, 0 if it is unknown.
func (s *Speeds) Of(game string) int64 {
	if at := s.at(game); at != nil {
		return *at
	}
	return 0
}

func (s *Speeds) at(game string) *int64 {
	switch game {
	case "checkers":
		return &s.Checkers
	case "halma":
		return &s.Halma
	case "konane":
		return &s.Konane
	case "littlego":
		return &s.Littlego
	case "tictactoe":
		return &s.Tictactoe
	}
	return nil
}

// Set notes the speed of a game, in nodes per second; what cannot be believed
// stays unknown.
func (s *Speeds) Set(game string, speed int64) {
	if at := s.at(game); at != nil && speed >= Slowest && speed <= Fastest {
		*at = speed
	}
}

// Games lists the games that have a speed, in the order of the file.
func Games() []string {
	return []string{"checkers", "halma", "konane", "littlego", "tictactoe"}
}

// Append appends the text form: a line for each game whose speed is known.
func (s *Speeds) Append(dst []byte) []byte {
	start := len(dst)
	dst = sealed.Begin(dst, version)
	for _, game := range Games() {
		if speed := s.Of(game); speed > 0 {
			dst = sealed.Number(dst, game, speed)
		}
	}
	return sealed.Seal(dst, start)
}

// Parse reads a file. Whatever Append cannot have written is refused with
// ErrNone, speeds that nobody can believe included.
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
