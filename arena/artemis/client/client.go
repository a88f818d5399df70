// Package client plays games of an agent on an Artemis server.
package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
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
	Series  protocol.Series
	Game    agent.Game // Konane
	Variant string
	Agent   agent.Agent
	Spec    string       // of the agent, for the records
	Seed    uint64       // of the agent
	Records *record.File // every game, however it ended
	Result  func(text string)
	Warning func(text string)
	// Retry is called before the series tries again after an error.
	Retry func(err error, pause time.Duration)
}

// Play plays the series, each game with a new player.
func (c *Client) Play(ctx context.Context) error {
	err := protocol.PlaySeries(&c.Series, &table{Client: c, ctx: ctx, epoch: time.Now()})
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// table is where the series is played.
type table struct {
	*Client
	ctx    context.Context
	epoch  time.Time
	begun  uint64 // games
	seed   uint64 // of the game
	player agent.Player
	conn   net.Conn
	stop   func() bool
}

// Begin implements protocol.Table.
func (t *table) Begin(*protocol.Client) (err error) {
	t.seed = t.Seed
	if !t.Series.Single() {
		t.seed = game.Mix(t.Seed, t.begun)
	}
	t.begun++
	t.player, err = t.Agent.Player(t.seed)
	return err
}

// End implements protocol.Table. It records the game, if it began.
func (t *table) End(c *protocol.Client, err error) error {
	t.player.Close()
	if !c.Begun() {
		return nil
	}
	return t.Records.Add(t.record(c, err))
}

// The server has these times to take a connection, or a message.
const (
	connectTimeout = 10 * time.Second
	writeTimeout   = 10 * time.Second
)

// Connect implements protocol.Table.
func (t *table) Connect() error {
	conn, err := (&net.Dialer{Timeout: connectTimeout}).DialContext(t.ctx, "tcp", t.Address)
	if err != nil {
		return fmt.Errorf("cannot connect: %w", err)
	}
	t.conn, t.stop = conn, context.AfterFunc(t.ctx, func() { conn.Close() })
	return nil
}

// Close implements protocol.Table.
func (t *table) Close() {
	t.stop()
	t.conn.Close()
}

// Receive implements protocol.Table.
func (t *table) Receive(chunk []byte, wait time.Duration) (int, error) {
	var until time.Time
	if wait > 0 {
		until = time.Now().Add(wait)
	}
	t.conn.SetReadDeadline(until)
	n, err := t.conn.Read(chunk)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, nil
	}
	return n, protocol.Ended(err)
}

// Send implements protocol.Table.
func (t *table) Send(text string) error {
	t.conn.SetWriteDeadline(time.Now().Add(writeTimeout))
	_, err := io.WriteString(t.conn, text)
	return protocol.Ended(err)
}

// Choose implements protocol.Table: it asks the agent. The game's clock is real time.
func (t *table) Choose(s *konane.State, clock time.Duration) (game.Move, error) {
	b, err := t.Game.Board(t.Variant, konane.Format(s))
	if err != nil {
		return game.NoMove, err
	}
	choice, err := t.player.Choose(t.ctx, b, agent.Clock{Left: clock, Real: true, PliesLeft: b.PliesLeft()})
	if err != nil {
		return game.NoMove, err
	}
	if !agent.Legal(b, choice.Move) {
		return game.NoMove, fmt.Errorf("the agent's move %d is not legal in %s", choice.Move, b.Position())
	}
	return choice.Move, nil
}

// Now implements protocol.Table.
func (t *table) Now() time.Duration { return time.Since(t.epoch) }

// Show implements protocol.Table.
func (t *table) Show(result string) { t.Result(result) }

// Warn implements protocol.Table.
func (t *table) Warn(text string) { t.Warning(text) }

// Again implements protocol.Table.
func (t *table) Again(err error, pause time.Duration) bool {
	if t.ctx.Err() != nil {
		return false
	}
	t.Retry(err, pause)
	select {
	case <-t.ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

// record is the game as a record, however it ended; err is why it broke off.
func (t *table) record(c *protocol.Client, err error) arena.Line {
	us, opponent := 1, "opponent"
	if c.First() {
		us = 0
	}
	if n := c.Opponent(); n != 0 {
		opponent = event.Name(n)
	}
	var users [2]string
	users[us], users[1-us] = event.Name(t.Series.Account.User), opponent
	line := event.NewLine(users, konane.Format(&t.Series.Start), c.Moves())
	line.Reason, line.Seed, line.Detail, line.Timed = arena.Normal, t.seed, c.Trouble(), true
	line.Agents[us] = t.Spec
	won, known := c.Result()
	line.Winner = users[1-us]
	if won {
		line.Winner = users[us]
	}
	board := c.Board()
	switch {
	case !known: // the server may know the winner
		line.Winner, line.Reason, line.Detail = arena.NoneName, arena.Void, err.Error()
	case !board.Outcome().Over():
		line.Reason = event.Verdict
	}
	return line
}
