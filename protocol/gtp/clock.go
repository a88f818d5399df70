package gtp

import (
	"errors"
	"math"
	"strconv"
	"time"

	"evolab/game"
)

// Clock is the time of a side; 0 means no limit.
type Clock struct {
	Move time.Duration // for the next move: a share of the byo-yomi
	Left time.Duration // for the rest of the game
}

// timer keeps the time of both sides: what the controller says is left, or else the
// rest after the engine's moves.
type timer struct {
	main  time.Duration // of a game
	share time.Duration // of a move in byo-yomi
	left  [2]Clock
}

func (t *timer) reset() {
	for i := range t.left {
		t.left[i] = Clock{Left: t.main}
		if t.main == 0 {
			t.left[i].Move = t.share
		}
	}
}

// spend subtracts the time of a move. When the main time is used up, the byo-yomi
// begins; without byo-yomi, a nanosecond stands for no time left.
func (t *timer) spend(side game.Side, used time.Duration) {
	c := &t.left[side]
	if c.Left == 0 {
		return
	}
	if c.Left -= used; c.Left > 0 {
		return
	}
	if *c = (Clock{Left: 1}); t.share > 0 {
		*c = Clock{Move: t.share}
	}
}

// timeSettings follows the protocol: byo-yomi time without stones means no
// limits at all.
func (s *Session) timeSettings(args []string) (string, error) {
	main, err := seconds(args[0])
	if err != nil {
		return "", err
	}
	byoYomi, stones, err := period(args[1:])
	if err != nil {
		return "", err
	}
	s.times = timer{main: main, share: perStone(byoYomi, stones)}
	switch {
	case stones == 0 && byoYomi > 0:
		s.times.main = 0
	case main == 0 && s.times.share == 0:
		s.times.main = 1 // no time at all: the quickest move
	}
	s.times.reset()
	return "", nil
}

func (s *Session) timeLeft(args []string) (string, error) {
	side, ok := parseColour(args[0])
	if !ok {
		return "", errors.New("invalid color")
	}
	left, stones, err := period(args[1:])
	if err != nil {
		return "", err
	}
	s.times.left[side] = Clock{Left: max(left, 1)}
	if stones > 0 {
		s.times.left[side] = Clock{Move: max(perStone(left, stones), 1)}
	}
	return "", nil
}

func perStone(d time.Duration, stones int) time.Duration {
	if stones == 0 {
		return 0
	}
	return d / time.Duration(stones)
}

// seconds reads a time. The protocol has whole numbers; some controllers send
// fractions.
func seconds(text string) (time.Duration, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > 1e9 {
		return 0, errors.New("syntax error: time not a number of seconds")
	}
	return time.Duration(f * float64(time.Second)), nil
}

// period reads a time and a number of stones.
func period(args []string) (time.Duration, int, error) {
	d, err := seconds(args[0])
	if err != nil {
		return 0, 0, err
	}
	stones, err := strconv.Atoi(args[1])
	if err != nil || stones < 0 {
		return 0, 0, errors.New("syntax error: stones not a number")
	}
	return d, stones, nil
}
