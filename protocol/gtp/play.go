package gtp

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evolab/game"
	"evolab/game/littlego"
)

// now is the position on the board.
func (s *Session) now() *littlego.State { return &s.game[len(s.game)-1] }

// begin puts up an empty board.
func (s *Session) begin() error {
	start, err := littlego.Start("")
	if err != nil {
		return err
	}
	s.game = []littlego.State{start}
	s.times.reset()
	return s.engine.Begin()
}

func (s *Session) boardSize(args []string) (string, error) {
	size, err := strconv.Atoi(args[0])
	if err != nil {
		return "", errors.New("boardsize not an integer")
	}
	if size != littlego.Size {
		return "", errors.New("unacceptable size")
	}
	return "", s.begin()
}

func (s *Session) komi(args []string) (string, error) {
	komi, err := strconv.ParseFloat(args[0], 64)
	if err != nil {
		return "", errors.New("syntax error")
	}
	if 2*komi != littlego.Komi {
		return "", fmt.Errorf("unacceptable komi: it is always %g here", float64(littlego.Komi)/2)
	}
	return "", nil
}

func (s *Session) play(args []string) (string, error) {
	side, ok := parseColour(args[0])
	m, good := ParseVertex(args[1])
	if !ok || !good {
		return "", errors.New("invalid color or coordinate")
	}
	if err := s.mayMove(side); err != nil {
		return "", fmt.Errorf("illegal move: %w", err)
	}
	if !slices.Contains(s.now().Moves(nil), m) {
		return "", errors.New("illegal move")
	}
	s.put(m)
	return "", nil
}

// mayMove reports why a side cannot move at all.
func (s *Session) mayMove(side game.Side) error {
	switch {
	case s.now().Outcome().Over():
		return fmt.Errorf("the game is over after %d plies", s.now().Ply())
	case s.now().Turn() != side:
		return fmt.Errorf("it is %s's turn", colourNames[side.Other()])
	}
	return nil
}

// put plays a legal move.
func (s *Session) put(m game.Move) {
	var next littlego.State
	s.now().Play(m, &next)
	s.game = append(s.game, next)
}

func (s *Session) genMove(args []string) (string, error) {
	side, ok := parseColour(args[0])
	if !ok {
		return "", errors.New("invalid color")
	}
	if err := s.mayMove(side); err != nil {
		return "", err
	}
	m, used, err := s.engine.Choose(s.now(), s.times.left[side])
	if err != nil {
		return "", err
	}
	if !slices.Contains(s.now().Moves(nil), m) {
		return "", errors.New("the agent chose an illegal move")
	}
	s.times.spend(side, used)
	s.put(m)
	return FormatVertex(m), nil
}

func (s *Session) undo([]string) (string, error) {
	if len(s.game) == 1 {
		return "", errors.New("cannot undo")
	}
	s.game = s.game[:len(s.game)-1]
	return "", nil
}

// showBoard draws the board as the protocol names its points.
func (s *Session) showBoard([]string) (string, error) {
	var b strings.Builder
	b.WriteString("\n  A B C D E\n")
	now := s.now()
	for r := range littlego.Size {
		fmt.Fprintf(&b, "%d", littlego.Size-r)
		for c := range littlego.Size {
			switch p := littlego.At(r, c); {
			case now.Black()&p != 0:
				b.WriteString(" X")
			case now.White()&p != 0:
				b.WriteString(" O")
			default:
				b.WriteString(" .")
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "ply %d of %d, ", now.Ply(), littlego.LastPly)
	if now.Outcome().Over() {
		b.WriteString("the game is over")
	} else {
		fmt.Fprintf(&b, "%s to move", colourNames[now.Turn()])
	}
	return b.String(), nil
}

// finalScore counts the board as it is, whether or not the game is over.
func (s *Session) finalScore([]string) (string, error) {
	winner, margin := "B", s.now().Margin()
	if margin < 0 {
		winner, margin = "W", -margin
	}
	return fmt.Sprintf("%s+%g", winner, float64(margin)/2), nil
}
