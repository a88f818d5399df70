// Package client plays games of an agent on an Artemis server.
package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/artemis/event"
	"evolab/arena/record"
	"evolab/game"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// Client is an agent that plays on a server.
type Client struct {
	Address string
	Account protocol.Account
	Game    agent.Game // Konane
	Variant string
	Start   konane.State
	Clock   time.Duration // of each player
	Agent   agent.Agent
	Spec    string       // of the agent, for the records
	Records *record.File // every game, however it ended
	Result  func(text string)
	Warn    func(text string)
	// Retry is called before a series tries again after an error.
	Retry func(err error, pause time.Duration)
}

// Play plays one game with a new player of the agent.
func (c *Client) Play(ctx context.Context, seed uint64) error {
	_, err := c.play(ctx, seed)
	return err
}

// play returns the game as far as it came; nil if the agent cannot play.
func (c *Client) play(ctx context.Context, seed uint64) (*play, error) {
	player, err := c.Agent.Player(seed)
	if err != nil {
		return nil, err
	}
	defer player.Close()
	p := &play{Client: c, player: player, seed: seed, protocol: protocol.NewClient(c.Account, c.Start)}
	return p, p.run(ctx)
}

// play is one game on the server.
type play struct {
	*Client
	player   agent.Player
	seed     uint64
	protocol *protocol.Client
	conn     timedConn
	pace     protocol.Pace
	asked    bool // for a move
	moves    []string
	trouble  string // the server's last complaint
	began    bool
	won      bool
}

// run connects and plays until the game is over.
func (p *play) run(ctx context.Context) error {
	conn, err := (&net.Dialer{Timeout: connectTimeout}).DialContext(ctx, "tcp", p.Address)
	if err != nil {
		return p.breakReason(ctx, unreachable{fmt.Errorf("cannot connect: %w", err)})
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	p.conn = timedConn{conn}
	p.limitSilence(protocol.LoginSilence)
	choose := func(s *konane.State, clock time.Duration) (game.Move, error) { return p.choose(ctx, s, clock) }
	err = p.protocol.Run(p.conn, choose, p.watch)
	if p.began {
		if failed := p.Records.Add(p.line(err)); failed != nil {
			return failed
		}
	}
	if err != nil {
		return p.breakReason(ctx, err)
	}
	p.won, _ = p.protocol.Result()
	p.Result(fmt.Sprintf("game %d: user %s", p.protocol.Game(), map[bool]string{true: "wins", false: "loses"}[p.won]))
	if why := p.protocol.Doubt(); why != "" {
		return disagreement(why)
	}
	return nil
}

// disagreement says why a game cannot have been lost as the server claims.
type disagreement string

func (e disagreement) Error() string { return string(e) }

// unreachable is the error of a server that is no longer there.
type unreachable struct{ error }

func (e unreachable) Unwrap() error { return e.error }

// breakReason is the error of a game that broke off; an interrupt needs no other reason.
func (p *play) breakReason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var late net.Error
	if errors.As(err, &late) && late.Timeout() {
		return unreachable{errors.New("the server has been silent for too long")}
	}
	if p.trouble != "" {
		return fmt.Errorf("%w; the server said: %s", err, p.trouble)
	}
	return err
}

// The server has these times to take a connection, or a message.
const (
	connectTimeout = 10 * time.Second
	writeTimeout   = 10 * time.Second
)

// timedConn is a connection whose writes time out.
type timedConn struct{ net.Conn }

func (c timedConn) Write(b []byte) (int, error) {
	c.SetWriteDeadline(time.Now().Add(writeTimeout))
	return c.Conn.Write(b)
}

// limitSilence limits how long the server may be silent; 0: no limit.
func (p *play) limitSilence(d time.Duration) {
	var until time.Time
	if d > 0 {
		until = time.Now().Add(d)
	}
	p.conn.SetReadDeadline(until)
}

// choose asks the agent. The game's clock is real time.
func (p *play) choose(ctx context.Context, s *konane.State, clock time.Duration) (game.Move, error) {
	p.asked = true
	rules := konane.Rules()
	b, err := p.Game.Board(p.Variant, rules.Format(s))
	if err != nil {
		return game.NoMove, err
	}
	began := time.Now()
	choice, err := p.player.Choose(ctx, b, agent.Clock{Left: p.pace.Usable(clock, p.Clock), Real: true, PliesLeft: b.PliesLeft()})
	p.pace.Spent(time.Since(began))
	if err != nil {
		return game.NoMove, err
	}
	if !agent.Legal(b, choice.Move) {
		return game.NoMove, fmt.Errorf("the agent's move %d is not legal in %s", choice.Move, b.Position())
	}
	return choice.Move, nil
}

// watch reports an event and sets how long the server may be silent after it.
func (p *play) watch(e protocol.Event) {
	switch e.Kind {
	case protocol.Begun:
		p.moves, p.began = nil, true
	case protocol.Played:
		p.moves = append(p.moves, e.Message.Move)
	case protocol.Trouble:
		p.trouble = p.protocol.Shown(&e)
	}
	result, warning := p.protocol.News(&e, len(p.moves))
	if result != "" {
		p.Result(result)
	}
	if warning != "" {
		p.Warn(warning)
	}
	if d, known := p.protocol.Silence(&e, p.Clock); known {
		p.limitSilence(d)
	}
}

// line is the game as a record, however it ended; err is why it broke off.
func (p *play) line(err error) arena.Line {
	us := p.side()
	users := [2]string{event.Name(p.Account.User), "opponent"}
	if n := p.protocol.Opponent(); n != 0 {
		users[1] = event.Name(n)
	}
	won, known := p.protocol.Result()
	winner, board := users[1], p.protocol.Board()
	if won {
		winner = users[0]
	}
	if us == 1 {
		users[0], users[1] = users[1], users[0]
	}
	rules := konane.Rules()
	line := event.NewLine(users, rules.Format(&p.Start), p.moves)
	line.Winner, line.Reason, line.Seed, line.Detail, line.Timed = winner, arena.Normal, p.seed, p.trouble, true
	line.Agents[us] = p.Spec
	switch {
	case !known: // the server may know the winner
		line.Winner, line.Reason, line.Detail = arena.NoneName, arena.Void, err.Error()
	case !board.Outcome().Over():
		line.Reason = event.Verdict
	}
	return line
}

// side is 0 if we remove the first stone, else 1.
func (p *play) side() int {
	colour, known := p.protocol.Colour()
	if !known || len(p.moves) == 0 {
		return map[bool]int{true: 0, false: 1}[p.asked]
	}
	board := p.protocol.Board()
	if board.Mover() == colour {
		return len(p.moves) % 2
	}
	return 1 - len(p.moves)%2
}

// Series plays a number of games one after the other, or all of the account's event. A
// game that breaks off does not end it.
func (c *Client) Series(ctx context.Context, games int, seed uint64) error {
	var s series
	for n := uint64(0); c.Account.Event || s.won+s.lost+s.broken < games; n++ {
		p, err := c.play(ctx, game.Mix(seed, n))
		if p == nil {
			return err
		}
		if failed := c.Records.Err(); failed != nil {
			return failed
		}
		if c.Account.Event && strings.HasPrefix(p.trouble, "Error: "+protocol.EventOver) {
			break
		}
		s.count(p, err)
		if err == nil {
			s.retry.Played()
			continue
		}
		if ctx.Err() != nil || !s.wait(ctx, p, err) {
			return err
		}
	}
	text := fmt.Sprintf("%d won, %d lost", s.won, s.lost)
	if s.broken > 0 {
		text += fmt.Sprintf(", %d broken off", s.broken)
	}
	c.Result(fmt.Sprintf("%s: %s", map[bool]string{true: "event", false: "games"}[c.Account.Event], text))
	return nil
}

// series counts the games of a series.
type series struct {
	won, lost, broken int
	retry             protocol.Retry
}

// count counts a game, unless it never began.
func (s *series) count(p *play, err error) {
	var doubt disagreement
	switch {
	case err == nil && p.won:
		s.won++
	case err == nil || errors.As(err, &doubt):
		s.lost++
	case p.began:
		s.broken++
	}
}

// wait waits after a game that broke off; false gives up.
func (s *series) wait(ctx context.Context, p *play, err error) bool {
	var pause time.Duration
	var ok bool
	var away unreachable
	gone := errors.As(err, &away) || errors.Is(err, protocol.ErrEnded)
	if gone && (p.trouble == "" || protocol.Temporary(p.trouble)) {
		pause, ok = s.retry.Away()
	} else {
		pause, ok = s.retry.Broken()
	}
	if !ok {
		return false
	}
	p.Retry(err, pause)
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}
