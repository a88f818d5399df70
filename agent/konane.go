package agent

import (
	"fmt"
	"strings"
	"time"

	"evolab/agent/board"
	featkonane "evolab/features/konane"
	"evolab/game"
	"evolab/game/konane"
	"evolab/internal/quantity"
	"evolab/protocol/artemis"
	"evolab/search"
	searchkonane "evolab/search/konane"
)

func konaneParts() Parts[konane.State] {
	colours := map[string]string{"b": "X", "w": "O"}
	rules := konane.Rules()
	return Parts[konane.State]{
		Look: search.Limits{Nodes: 10_000},
		Layout: board.Layout{
			Form: "row,column to remove a stone, from and to for a jump, as 2,3 2,5 or d3 f3", Short: "2,3 to remove, 2,3 2,5 to jump", Pairs: true, Down: true,
			Own: colours, Why: "a jump is over enemy stones, in a line",
			Note:    "the first stone removed is of the colour that player 1 plays",
			Removes: func(move string) bool { return !strings.Contains(move, "]:") }, // how a game opens
			Standing: func(b board.Position, n, captured [2]int) string {
				mover := rules.Sides[b.Turn()]
				if colour := colours[strings.Fields(b.Position())[1]]; colour != "" {
					mover += " (" + colour + ")"
				}
				return fmt.Sprintf("X %d, O %d; player 1 took %d, player 2 took %d; %s has %s", n[0], n[1], captured[0], captured[1], mover, quantity.Of(len(b.Moves(nil)), "move"))
			},
			Signs: map[string]string{"X": "black", "O": "white"}, Moves: "[row:column]",
		},
		Rules: rules, Set: featkonane.Set(), Geometry: featkonane.Geometry, Hand: featkonane.Hand(), Tactics: featkonane.Tactics(),
		Client:  func() dialogue[konane.State] { return new(artemisClient) },
		MaxLead: 40, // of moves
		Ends:    []End{{16, .63}, {36, .72}, {64, .77}, {144, .8}, {324, .8}},
		Cells:   func(s *konane.State) int { return s.Rows() * s.Cols() },
		Solve:   searchkonane.Solve,
		Speeds: Speeds{
			Rules: []RulePace{
				{Variant: "8x8", Perft: 6}, {Variant: "8x8"}, {Variant: "18x18", Perft: 6}, {Variant: "18x18"},
			},
			Search: []SearchPace{{Variant: "8x8", Reference: 12e6}, {Variant: "18x18", Reference: 6e6}},
		},
	}
}

// artemisClient plays a game with a client of the Artemis protocol: the lab is its
// server, and its opponent. The client is told of every removal and move from the full
// board on, those of a random opening too, as if both had made them.
type artemisClient struct {
	match   *artemis.Match // the game by the lines that the client gets; nil: it has not logged in
	player  int            // the client; 0 removes the first stone
	sent    game.Move      // its last answer
	pending []string       // the messages to send before the next question
	joined  bool           // the next question belongs to the last of them
	used    time.Duration  // by its moves
}

func (a *artemisClient) move(s *konane.State, c Clock, ask asker) (game.Move, error) {
	if a.match == nil {
		if err := a.login(ask); err != nil {
			return 0, err
		}
		if err := a.begin(s); err != nil {
			return 0, err
		}
	} else {
		a.play(a.sent)
	}
	board := a.match.Board()
	moves, ok := konanePath(board, *s)
	if !ok {
		return 0, fmt.Errorf("%s is too far from %s: a client is told of every move from the full board on (expected: games from the start, or few opening plies)",
			konane.Format(s), konane.Format(&board))
	}
	for _, m := range moves {
		a.play(m)
	}
	question := artemis.Message{Kind: artemis.AskMove, Clock: artemisTime(c, a.used)}
	if s.Removals() > 0 {
		question = artemis.Message{Kind: artemis.AskRemove}
	}
	messages, text := a.pending, question.String()+"\n"
	if a.joined {
		messages[len(messages)-1] += text
	} else {
		messages = append(messages, text)
	}
	a.pending, a.joined = nil, false
	began := time.Now()
	answer, err := ask("\n", messages...)
	if err != nil {
		return 0, err
	}
	a.used += time.Since(began)
	if a.sent, err = konane.ParseMove(s, strings.TrimSpace(answer)); err != nil {
		return 0, malformed(err.Error())
	}
	return a.sent, nil
}

// login lets any user in, whomever it wants to play.
func (a *artemisClient) login(ask asker) error {
	var login artemis.Login
	lines := login.Begin()
	for !login.Done() {
		for i := range lines {
			lines[i] += "\n"
		}
		answer, err := ask("\n", lines...)
		if err != nil {
			return err
		}
		if lines, err = login.Receive(answer); err != nil {
			return malformed("login: " + err.Error())
		}
	}
	return nil
}

// begin begins a game on the full board of a position, whose side to move the client
// plays.
func (a *artemisClient) begin(s *konane.State) error {
	start, err := konane.Full(s.Rows(), s.Cols())
	if err != nil {
		return err
	}
	match, lines := artemis.NewMatch(1, start, 0)
	a.match, a.player = match, int(s.Turn())
	a.tell(lines)
	return nil
}

// play makes a legal removal or move of either player.
func (a *artemisClient) play(m game.Move) {
	asked, _ := a.match.Asked()
	board := a.match.Board()
	a.tell(a.match.Receive(asked, konane.FormatMove(&board, m), 0))
}

// tell keeps what the client is told, in the pieces in which a server writes it. What it is
// asked follows later, with its clock.
func (a *artemisClient) tell(lines []artemis.Line) {
	for _, l := range lines {
		told, asked := l.Text, strings.LastIndex("\n"+l.Text, "\n?")
		if asked >= 0 {
			told = l.Text[:asked]
		}
		if l.Player != a.player || told == "" {
			continue
		}
		a.pending, a.joined = append(a.pending, strings.TrimSuffix(told, "\n")+"\n"), asked > 0
	}
}

// artemisTime is the time that a client is told that it has left. Without a limit it is
// that of a server, so that a client which shares it out ends the game.
func artemisTime(c Clock, used time.Duration) time.Duration {
	if left := shorter(c.Left, c.Move); left > 0 {
		return left
	}
	return max(artemis.Clock-used, time.Second)
}

// maxRecoverablePlies is how many plies away from the full board a path is always found.
const maxRecoverablePlies = 10

// konanePath lists moves that lead from one position to another, which is a few plies
// away; false if there are none, or too many to try.
func konanePath(from, to konane.State) ([]game.Move, bool) {
	p := path{to: to, left: 2_000_000, seen: map[uint64]bool{}}
	ok := p.search(from)
	return p.moves, ok
}

// path is a search for the moves to a position.
type path struct {
	to    konane.State
	moves []game.Move
	left  int             // positions that may still be looked at
	seen  map[uint64]bool // that no path goes through
}

func (p *path) search(s konane.State) bool {
	more := stones(&s) - stones(&p.to)
	if more == 0 && s.Hash() == p.to.Hash() && s.Mover() == p.to.Mover() && s.Removals() == p.to.Removals() {
		return true
	}
	if p.left--; more <= 0 || p.left < 0 || p.seen[s.Hash()] || !reachable(&s, &p.to) {
		return false
	}
	for _, m := range s.Moves(nil) {
		next := s
		next.Play(m, &next)
		p.moves = append(p.moves, m)
		if p.search(next) {
			return true
		}
		p.moves = p.moves[:len(p.moves)-1]
	}
	p.seen[s.Hash()] = true
	return false
}

// reachable reports whether enough stones can still be taken on the way from one position
// to another: for each stone that has to come to an empty cell, its colour takes one.
func reachable(from, to *konane.State) bool {
	for _, c := range []konane.Colour{konane.Black, konane.White} {
		come, other := 0, konane.White-c
		for half := range 2 {
			class := konane.ClassOf(c, half)
			come += to.Stones(class).Minus(from.Stones(class)).Count()
		}
		if come > from.StonesOf(other)-to.StonesOf(other) {
			return false
		}
	}
	return true
}

func stones(s *konane.State) int { return s.StonesOf(konane.Black) + s.StonesOf(konane.White) }
