package sgf

import (
	"fmt"
	"strings"

	"evolab/game/littlego"
)

// Game is one game. Names and texts are UTF-8; line breaks in names, in the opening and
// in the reason become blanks.
type Game struct {
	Black, White string // names
	// Opening is the position before the first move, on one line as on the
	// command line; "start" (or nothing, when written) is the empty board.
	Opening string
	Moves   []string // "2,3" (row and column from the top left) or "PASS"
	Winner  string   // Black, White, Draw, or "" if that is not known
	Margin  float64  // points by which the winner won, 0 if not counted
	// Reason says how the game ended, in the words of the arena's records;
	// from files of other programs also "resign" and "forfeit"; "" is unknown.
	Reason  string
	Comment string
}

// The values of Game.Winner.
const (
	Black = "B"
	White = "W"
	Draw  = "0"
)

// start is the name of the empty board.
const start = "start"

// opening is the position that a game begins from.
func (g *Game) opening() (littlego.State, error) {
	if strings.TrimSpace(g.Opening) == "" {
		return littlego.Start("")
	}
	return littlego.Parse("", g.Opening)
}

// result is the value of RE.
func (g *Game) result() (string, error) {
	switch g.Winner {
	case "":
		return "?", nil
	case Draw:
		return "0", nil
	case Black, White:
		how := reasonCode(g.Reason)
		if how == "" && g.Margin > 0 {
			how = fmt.Sprintf("%g", g.Margin)
		}
		return g.Winner + "+" + how, nil
	}
	return "", fmt.Errorf("winner %q (allowed: B, W, 0 or nothing)", g.Winner)
}

// reasonCode is the code in RE of a game that ended before the count; "" for other
// reasons.
func reasonCode(reason string) string {
	switch reason {
	case "time":
		return "T"
	case "illegal", "crash", "malformed", "no-output", "forfeit":
		return "F"
	case "resign":
		return "R"
	}
	return ""
}
