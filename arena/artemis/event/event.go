// Package event is the course's Konane event without its sockets: a round
// robin, after which the top two play two more games to complete a best of
// three. ranking.go has the order of the users and the totals.
package event

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/files"
	protocol "evolab/protocol/artemis"
)

// Plan is what an event is, before anything is played.
type Plan struct {
	Users   []int  // at least two, each once; 0 is nobody
	Opening string // the full board, on one line
	Seed    uint64 // for drawing who begins
}

// Game is a game of an event.
type Game struct {
	Number        int // from 1
	Round         int // from 1; each game of the final is a round
	First, Second int // users
	Seed          uint64
}

func (g Game) has(user int) bool { return g.First == user || g.Second == user }

// Opponent is the other of the game's two users.
func (g Game) Opponent(user int) int {
	if g.First == user {
		return g.Second
	}
	return g.First
}

// Check refuses users that cannot play an event.
func (p *Plan) Check() error {
	if len(p.Users) < 2 {
		return fmt.Errorf("users: %d (expected: two and more)", len(p.Users))
	}
	for i, user := range p.Users {
		if user < 1 {
			return fmt.Errorf("user %d (expected: 1 and up; 0 stands for whoever is next)", user)
		}
		if slices.Contains(p.Users[:i], user) {
			return fmt.Errorf("user %d is listed twice", user)
		}
	}
	return nil
}

// roundRobin lists the games in which everybody meets everybody, by the circle
// method: the first user stays, the others move on by one each round.
func (p *Plan) roundRobin() []Game {
	// bye is the opponent of whoever does not play in a round.
	const bye = 0
	circle := slices.Clone(p.Users)
	if len(circle)%2 == 1 {
		circle = append(circle, bye)
	}
	n := len(circle)
	var games []Game
	for round := range n - 1 {
		for i := range n / 2 {
			a, b := circle[i], circle[n-1-i]
			if a != bye && b != bye {
				games = append(games, p.drawSides(len(games)+1, round+1, a, b))
			}
		}
		last := circle[n-1]
		copy(circle[2:], circle[1:n-1])
		circle[1] = last
	}
	return games
}

// drawSides makes a game and draws who moves first.
func (p *Plan) drawSides(number, round, a, b int) Game {
	g := p.game(number, round, a, b)
	r := game.NewRand(g.Seed)
	if r.Intn(2) == 1 {
		g.First, g.Second = b, a
	}
	return g
}

func (p *Plan) game(number, round, first, second int) Game {
	return Game{number, round, first, second, game.Mix(p.Seed, uint64(number))}
}

// The reasons that an event adds to those of the arena's records.
const (
	Disconnect = "disconnect"
	Verdict    = "verdict" // of a client's records: the server ended it, and only the server knows why
	Flood      = "flood"   // it kept sending without being asked
	NoShow     = "no-show" // it did not come; a draw if neither did, which counts for nobody
)

// ErrOver is the error of a user who has no game left.
var ErrOver = errors.New(protocol.EventOver)

// Event is an event in progress. It is not safe for concurrent use.
type Event struct {
	// Watch, if not nil, sees every game that has ended.
	Watch func(arena.Line)

	plan       Plan
	games      []Game // by number; the final's are there when it is known
	lines      map[int]arena.Line
	journal    *arena.Journal // nil: the event is not kept
	path       string         // of the journal
	roundRobin int            // how many games it has
}

// New begins an event that is not kept.
func New(plan Plan) (*Event, error) {
	if err := plan.Check(); err != nil {
		return nil, err
	}
	games := plan.roundRobin()
	return &Event{plan: plan, games: games, roundRobin: len(games), lines: map[int]arena.Line{}}, nil
}

// Users is the number of those who take part.
func (e *Event) Users() int { return len(e.plan.Users) }

// Games is the number of games that the event has, the final's included.
func (e *Event) Games() int { return e.roundRobin + 2 }

// Played is the number of games that have ended.
func (e *Event) Played() int { return len(e.lines) }

// Done reports whether all games have ended.
func (e *Event) Done() bool { return e.Played() == e.Games() }

// Round is the round that is being played, from 1; 0 when all games have ended.
func (e *Event) Round() int {
	for _, g := range e.games {
		if !e.ended(g) {
			return g.Round
		}
	}
	return 0
}

// Due lists the games of the current round that have not ended.
func (e *Event) Due() []Game {
	round := e.Round()
	return slices.DeleteFunc(slices.Clone(e.games), func(g Game) bool { return g.Round != round || e.ended(g) })
}

func (e *Event) ended(g Game) bool {
	_, ok := e.lines[g.Number]
	return ok
}

// Admit checks that a user may wait for a game against the one it names; 0 is
// whoever is next. The error says whom to name.
func (e *Event) Admit(user, named int) error {
	if !slices.Contains(e.plan.Users, user) {
		return fmt.Errorf("user %d does not take part in the event", user)
	}
	games := e.remaining(user)
	if len(games) == 0 && e.roundRobin < len(e.games) {
		return fmt.Errorf("%w for user %d", ErrOver, user)
	}
	if named == 0 {
		return nil
	}
	round := e.Round()
	for _, g := range games {
		if g.Opponent(user) == named {
			return nil
		}
		if g.Round == round {
			return fmt.Errorf("user %d meets user %d now: name %d, or 0 for whoever is next", user, g.Opponent(user), g.Opponent(user))
		}
	}
	return fmt.Errorf("user %d has no game against user %d: name 0 for whoever is next", user, named)
}

// Notice is the line that tells a user whom to name.
func (e *Event) Notice(user int) string {
	games := e.remaining(user)
	if len(games) == 0 {
		return protocol.NoticeOfNone(user)
	}
	return protocol.Notice(user, games[0].Opponent(user), games[0].Round)
}

// remaining lists a user's known games that have not ended, the next one first.
func (e *Event) remaining(user int) []Game {
	return slices.DeleteFunc(slices.Clone(e.games), func(g Game) bool { return !g.has(user) || e.ended(g) })
}

// Finish records how a game has ended: who won, 0 if nobody did, and why. The
// record is on the disk when Finish returns.
func (e *Event) Finish(g Game, winner int, reason, detail string, moves []string) (arena.Line, error) {
	line := e.line(g)
	line.Reason, line.Detail, line.Moves, line.Plies = reason, detail, append(line.Moves, moves...), len(moves)
	switch winner {
	case g.First:
		line.Winner = line.First
	case g.Second:
		line.Winner = line.Second
	}
	err := e.journal.Add(&line)
	if err == nil {
		err = e.journal.Flush() // a game of an event is not played again because of a kill
	}
	if err == nil {
		err = e.add(line)
	}
	if err != nil {
		return line, err
	}
	if e.Watch != nil {
		e.Watch(line)
	}
	return line, nil
}

// add adds a game that has ended. The last one of the round robin decides the final:
// two games between the best two users, each of whom moves first in one.
func (e *Event) add(line arena.Line) error {
	if line.Game < 1 || line.Game > len(e.games) {
		return fmt.Errorf("game %d is not one of this event", line.Game)
	}
	g := e.games[line.Game-1]
	if want := e.line(g); line.Round != want.Round || line.Seed != want.Seed || line.Opening != want.Opening || line.First != want.First || line.Second != want.Second {
		return fmt.Errorf("game %d is not the one of this event (%s - %s, round %d)", line.Game, want.First, want.Second, want.Round)
	}
	if e.ended(g) {
		return fmt.Errorf("game %d is there twice", line.Game)
	}
	e.lines[line.Game] = line
	if len(e.lines) == e.roundRobin {
		best, round := e.ranking(), e.games[e.roundRobin-1].Round
		one := e.plan.drawSides(e.roundRobin+1, round+1, best[0], best[1])
		e.games = append(e.games, one, e.plan.game(e.roundRobin+2, round+2, one.Second, one.First))
	}
	return nil
}

// line is a game's record before it is played.
func (e *Event) line(g Game) arena.Line {
	line := NewLine([2]string{Name(g.First), Name(g.Second)}, e.plan.Opening, nil)
	line.Game, line.Round, line.Pair, line.Seed = g.Number, g.Round, g.Number, g.Seed
	return line
}

// NewLine is the record of a game of Konane between two users, player 1 first, without
// a winner.
func NewLine(users [2]string, opening string, moves []string) arena.Line {
	line := arena.Line{
		Opening: opening, First: users[0], Second: users[1], Moves: append([]string{}, moves...), Plies: len(moves), Winner: arena.DrawName,
	}
	board := "" // unless the opening shows it
	rows, _, _ := strings.Cut(opening, " ")
	if first, _, drawn := strings.Cut(rows, "/"); drawn {
		board = fmt.Sprintf("%dx%d", 1+strings.Count(rows, "/"), len(first))
	}
	line.Identify("konane", board)
	return line
}

// Name is what records call a user.
func Name(user int) string { return fmt.Sprintf("user %d", user) }

// Open begins an event whose games are kept in a journal, or continues the one in
// the journal. Close it.
func Open(plan Plan, path string) (*Event, error) {
	e, err := New(plan)
	if err != nil {
		return nil, err
	}
	if err := files.SumsBeside(path).Require(nil); err != nil {
		return nil, err
	}
	g, err := agent.FindGame("konane")
	if err != nil {
		return nil, err
	}
	file, lines, err := arena.OpenJudgedJournal(path, g, func(l *arena.Line) bool { return !l.Open() }, eitherSide()...) // every game of an event has a result
	if err != nil {
		return nil, err
	}
	// The final's games follow from the others, which may end in any order.
	slices.SortStableFunc(lines, func(a, b arena.Line) int { return cmp.Compare(a.Game, b.Game) })
	for _, line := range lines {
		if err := e.add(line); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
		}
	}
	if err := files.SumsBeside(path).Remove(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	e.journal, e.path = file, path
	return e, nil
}

// eitherSide are the reasons for which also the user may lose who is not to move, or nobody.
func eitherSide() []string { return []string{Disconnect, Verdict, Flood, NoShow} }

// Examine compares the journal of a finished event with the sums beside it, and replays the
// games.
func Examine(path string) (*arena.Examined, error) {
	return arena.Examine(filepath.Dir(path), files.SumsBeside(path), nil, []string{filepath.Base(path)}, eitherSide()...)
}

// Close waits until the journal is on the disk, and writes the sums of an event that is over.
func (e *Event) Close() error {
	err := e.journal.Flush()
	if err == nil && e.journal != nil && len(e.lines) == len(e.games) {
		err = files.SumsBeside(e.path).Write()
	}
	return errors.Join(err, e.journal.Close()) // the lock is held to the end
}
