package sgf

import (
	"strconv"
	"strings"

	"evolab/game/littlego"
)

// Parse reads the games of a file, ours or another program's: the main line of each
// tree, with passes as [] or tt and stones set up before the first move. It ignores
// properties that a Game cannot hold, such as the komi: the result is the file's.
// Errors have line and column.
func Parse(data []byte) ([]Game, error) {
	s := &scanner{data: data}
	if err := s.begin(); err != nil {
		return nil, err
	}
	var games []Game
	for s.skip() != 0 {
		t, err := s.tree()
		if err != nil {
			return nil, err
		}
		r := reader{scanner: s, game: Game{Opening: start, Moves: []string{}}}
		if err := r.read(t); err != nil {
			return nil, err
		}
		games = append(games, r.game)
	}
	return games, nil
}

// ownLines are the additions of our root comments to the format.
type ownLines struct {
	opening, reason string
	at              int
}

// reader makes a game of a tree's nodes.
type reader struct {
	*scanner
	game         Game
	black, white littlego.Board // set up
	handicap     bool
	turn         string // by PL, or by the first move
	size         bool
	own          *ownLines // of the root comment, if we wrote it
}

func (r *reader) read(t tree) error {
	for i, node := range t.nodes {
		for _, p := range node {
			if err := r.property(p, i == 0); err != nil {
				return err
			}
		}
		if i == 0 && !r.size {
			return r.fail(t.at, "a game without SZ is on a 19x19 board (expected: SZ[5])")
		}
	}
	return r.open(t)
}

func (r *reader) property(p property, root bool) error {
	if root {
		if err := r.rootProperty(p); err != nil {
			return err
		}
	}
	switch p.name {
	case "AB", "AW", "AE", "PL":
		return r.place(p)
	case "B", "W":
		return r.move(p)
	}
	return nil
}

func (r *reader) rootProperty(p property) error {
	value := strings.TrimSpace(unescape(p.values[0]))
	switch p.name {
	case "GM":
		if value != "1" {
			return r.fail(p.at, "GM is %.20q, another game (expected: 1, which is Go)", value)
		}
	case "SZ":
		if r.size = true; value != "5" && value != "5:5" {
			return r.fail(p.at, "the board's size is %.20q (expected: 5)", value)
		}
	case "HA":
		n, err := strconv.Atoi(value)
		r.handicap = err == nil && n > 1
	case "PB":
		r.game.Black = cleanLine(unescape(p.values[0]))
	case "PW":
		r.game.White = cleanLine(unescape(p.values[0]))
	case "RE":
		r.result(value)
	case "C":
		r.comment(p)
	}
	return nil
}

// result reads RE; anything unknown is an unknown result.
func (r *reader) result(value string) {
	winner, how, _ := strings.Cut(strings.ToUpper(value), "+")
	switch winner {
	case "0", "DRAW":
		r.game.Winner = Draw
		return
	case "B", "W":
	case "BLACK", "WHITE":
		winner = winner[:1]
	default:
		return
	}
	r.game.Winner = winner
	reasons := map[string]string{"T": "time", "TIME": "time", "R": "resign", "RESIGN": "resign", "F": "forfeit", "FORFEIT": "forfeit"}
	reason, known := reasons[how]
	if margin, err := strconv.ParseFloat(how, 64); err == nil && margin > 0 && margin <= littlego.Points+littlego.Komi {
		r.game.Margin = margin
		reason, known = "normal", true
	}
	if known {
		r.game.Reason = reason
	}
}

// comment takes our lines from the root comment; the rest is the game's own.
func (r *reader) comment(p property) {
	text := unescape(p.values[0])
	rest, ours := strings.CutPrefix(text, commentTitle+"\n"+commentOpening)
	if !ours {
		r.game.Comment = text
		return
	}
	r.own = &ownLines{at: p.at}
	r.own.opening, rest, _ = strings.Cut(rest, "\n")
	if after, ok := strings.CutPrefix(rest, commentReason); ok {
		r.own.reason, rest, _ = strings.Cut(after, "\n")
	}
	r.game.Comment = strings.TrimPrefix(rest, "\n")
}

// place sets stones up, or says who moves first.
func (r *reader) place(p property) error {
	if len(r.game.Moves) > 0 {
		return r.fail(p.at, "%s after a move (expected: stones are set up before the first move)", p.name)
	}
	if p.name == "PL" {
		value := strings.ToUpper(strings.TrimSpace(p.values[0]))
		if value != Black && value != White && value != "BLACK" && value != "WHITE" {
			return r.fail(p.at, "PL is %.20q (expected: B or W)", value)
		}
		r.turn = value[:1]
		return nil
	}
	for _, value := range p.values {
		area, err := parseArea(strings.TrimSpace(value))
		if err != nil {
			return r.fail(p.at, "%s: %v", p.name, err)
		}
		r.black, r.white = r.black&^area, r.white&^area
		switch p.name {
		case "AB":
			r.black |= area
		case "AW":
			r.white |= area
		}
	}
	return nil
}

func (r *reader) move(p property) error {
	switch {
	case len(p.values) != 1:
		return r.fail(p.at, "%s has %d values (expected: one move)", p.name, len(p.values))
	case r.turn == "":
		r.turn = p.name
	case r.turn != p.name && len(r.game.Moves) == 0:
		return r.fail(p.at, "the first move is %s's, but PL says %s", p.name, r.turn)
	}
	if n := len(r.game.Moves); n&1 == 0 != (p.name == r.turn) {
		return r.fail(p.at, "move %d is %s's again (expected: the sides take turns)", n+1, p.name)
	}
	move, err := parseMove(strings.TrimSpace(p.values[0]))
	if err != nil {
		return r.fail(p.at, "move %d: %v", len(r.game.Moves)+1, err)
	}
	r.game.Moves = append(r.game.Moves, move)
	return nil
}
