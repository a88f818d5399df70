package artemis

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// Series is a user's games on a server, one after the other.
type Series struct {
	Account Account
	Start   konane.State
	Clock   time.Duration // of each player for a game
	Games   int           // how many; an event has games of its own

	Won, Lost int
	Broken    int // games that broke off
}

// Table is where a series is played.
type Table interface {
	// Begin prepares a game of a new client, and End ends it; err is why it broke off.
	// An error of either ends the series.
	Begin(c *Client) error
	End(c *Client, err error) error

	Connect() error
	Close()
	// Receive waits for bytes for a time (0: forever) and returns how many of the chunk
	// it has filled; none without an error means that the time is over.
	Receive(chunk []byte, wait time.Duration) (int, error)
	Send(text string) error

	// Choose chooses a removal or a move; clock is the time for all moves of the game.
	Choose(s *konane.State, clock time.Duration) (game.Move, error)
	// Now is a clock in real time that nobody sets.
	Now() time.Duration

	Show(result string)
	Warn(text string)
	// Again waits before another attempt after an error; false gives up.
	Again(err error, pause time.Duration) bool
}

// PlaySeries plays a series. A single game is not tried again. In a series, a game that
// breaks off is followed by the next, as far as [Retry] allows.
func PlaySeries[T Table](s *Series, at T) error {
	var retry Retry
	for s.Account.Event || s.Won+s.Lost+s.Broken < s.Games {
		c := NewClient(s.Account, s.Start)
		if err := at.Begin(c); err != nil {
			return err
		}
		g := seriesGame[T]{series: s, client: c, at: at}
		err := g.play()
		if failed := at.End(c, err); failed != nil {
			return failed
		}
		if err != nil && s.Account.Event && EventIsOver(c.Trouble()) {
			break
		}
		g.count(err)
		if err == nil && c.Doubt() != "" {
			err = errors.New(c.Doubt())
		}
		if err == nil {
			retry.Played()
			continue
		}
		if s.Single() {
			return err
		}
		pause, again := retry.After(g.gone, c.Trouble())
		if !again || !at.Again(err, pause) {
			return err
		}
	}
	if !s.Single() {
		at.Show(s.String())
	}
	return nil
}

// Single reports whether the series is a single game.
func (s *Series) Single() bool { return s.Games == 1 && !s.Account.Event }

// String is the score.
func (s *Series) String() string {
	name, broken := "games", ""
	if s.Account.Event {
		name = "event"
	}
	if s.Broken > 0 {
		broken = fmt.Sprintf(", %d broken off", s.Broken)
	}
	return fmt.Sprintf("%s: %d won, %d lost%s", name, s.Won, s.Lost, broken)
}

// seriesGame is the Seat of a game of a series.
type seriesGame[T Table] struct {
	series *Series
	client *Client
	at     T
	pace   Pace
	until  time.Duration // when the server has been silent for too long; 0: never
	gone   bool          // the server is out of reach
}

// play connects and plays until the game is over.
func (g *seriesGame[T]) play() error {
	err := g.at.Connect()
	if err != nil {
		g.gone = true
		return err
	}
	g.until = g.at.Now() + LoginSilence
	err = Play(g.client, g)
	g.at.Close()
	g.gone = g.gone && err != nil
	if err != nil && g.client.Trouble() != "" {
		return fmt.Errorf("%w; the server said: %s", err, g.client.Trouble())
	}
	return err
}

// count counts the game, unless it never began, and shows its result.
func (g *seriesGame[T]) count(err error) {
	if err != nil {
		if g.client.Begun() {
			g.series.Broken++
		}
		return
	}
	result := "loses"
	if won, _ := g.client.Result(); won {
		g.series.Won++
		result = "wins"
	} else {
		g.series.Lost++
	}
	g.at.Show(fmt.Sprintf("game %d: user %s", g.client.Game(), result))
}

// Receive implements Seat.
func (g *seriesGame[T]) Receive(chunk []byte) (int, error) {
	var wait time.Duration
	if g.until > 0 {
		if wait = g.until - g.at.Now(); wait <= 0 {
			g.gone = true
			return 0, errors.New("the server has been silent for too long")
		}
	}
	n, err := g.at.Receive(chunk, wait)
	g.gone = g.gone || err != nil
	return n, err
}

// Send implements Seat.
func (g *seriesGame[T]) Send(text string) error {
	err := g.at.Send(text)
	g.gone = g.gone || err != nil
	return err
}

// Choose implements Seat.
func (g *seriesGame[T]) Choose(s *konane.State, clock time.Duration) (game.Move, error) {
	began := g.at.Now()
	m, err := g.at.Choose(s, g.pace.Usable(clock, g.series.Clock))
	g.pace.Spent(g.at.Now() - began)
	return m, err
}

// Heard implements Seat.
func (g *seriesGame[T]) Heard(e *Event) {
	result, warning := g.client.News(e)
	if result != "" {
		g.at.Show(result)
	}
	if warning != "" {
		g.at.Warn(warning)
	}
	if wait, known := g.client.Silence(e, g.series.Clock); known {
		g.until = 0
		if wait > 0 {
			g.until = g.at.Now() + wait
		}
	}
}

// The limits of [Retry]: failed games in a row, and the pauses for an absent server
// in all.
const (
	maxBroken = 3
	maxAway   = 5 * time.Minute
)

// Retry decides whether a series continues after a failed game.
type Retry struct {
	broken int           // in a row
	pause  time.Duration // before the last attempt to reach an absent server
	away   time.Duration // sum of the pauses since the last good game
}

// Played notes a good game.
func (r *Retry) Played() { *r = Retry{} }

// After is how long to wait after a failed game; false gives up. A server that is
// gone, whose last complaint (if any) may pass, is waited for, longer each time. Other
// failures repeat soon: the server has another board, or does not want us.
func (r *Retry) After(gone bool, trouble string) (pause time.Duration, again bool) {
	if !gone || trouble != "" && !temporary(trouble) {
		r.broken++
		return time.Second, r.broken <= maxBroken
	}
	r.pause = min(max(2*r.pause, time.Second), 15*time.Second)
	r.away += r.pause
	return r.pause, r.away <= maxAway
}

// The errors of an evolab server, after "Error: ", that a later attempt may avoid.
const (
	ServerFull     = "the server is full"
	ServerStopping = "the server is stopping"
	ServerCrowded  = "others need the place"
	AlreadyWaiting = "is waiting already"
	LoginTooSlow   = "the login took longer than"
)

// temporary reports whether a server's complaint may pass.
func temporary(trouble string) bool {
	for _, part := range [...]string{ServerFull, ServerStopping, ServerCrowded, AlreadyWaiting, LoginTooSlow} {
		if strings.Contains(trouble, part) {
			return true
		}
	}
	return false
}

// EventOver begins the error for a user without games left in the event.
const EventOver = "the event is over"

// EventIsOver reports whether a server's complaint says that no games are left.
func EventIsOver(trouble string) bool { return strings.HasPrefix(trouble, "Error: "+EventOver) }

// Pace tracks a player's clock in one game, which runs on the server: the network's
// delay and the server's own time count, too.
type Pace struct {
	left  time.Duration // when the last move was asked for
	spent time.Duration // on it by the player's own clock
	lost  time.Duration // in addition, per move: a mean that weights recent moves most
}

// Usable is the part of the remaining time that the player may use for all its moves.
// Removals have no clock, so left is 0: they get the time of a whole game, the given
// clock.
func (p *Pace) Usable(left, clock time.Duration) time.Duration {
	if left <= 0 {
		p.left = 0
		return usable(clock, 0)
	}
	if took := p.left - left; p.left > 0 && took >= p.spent {
		p.lost += (took - p.spent - p.lost) / 4
	}
	p.left = left
	return usable(left, p.lost)
}

// Spent notes the time from the question to the player's answer.
func (p *Pace) Spent(t time.Duration) { p.spent = t }

// usable keeps a reserve: a tenth, what 60 moves lose, and 300 ms, for which a busy
// machine or network stops now and then.
func usable(left, lost time.Duration) time.Duration {
	return max(left-left/10-300*time.Millisecond-60*lost, left/10, 1)
}
