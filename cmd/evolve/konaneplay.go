package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

const (
	loginSilence = 30 * time.Second // of a server that is to ask who we are
	// endSilence is for the verdict, once the board tells it.
	endSilence = 5 * time.Second
)

// konanePlay is one game of an agent on an Artemis server.
type konanePlay struct {
	app     *app
	ctx     context.Context
	game    agent.Game
	variant string
	player  agent.Player
	clock   time.Duration
	secret  string
	conn    patient
	client  *protocol.Client
	board   konane.State // before the move that is announced next
	ply     int
	trouble string // what the server complained of last
	won     bool   // once the game is over
}

// wait limits how long the server may be silent; 0 is for ever.
func (p *konanePlay) wait(d time.Duration) {
	var until time.Time
	if d > 0 {
		until = time.Now().Add(d)
	}
	p.conn.SetReadDeadline(until)
}

// choose asks the agent. Its limits may be of its thread's time: one game, one
// thread. The clock is in real time.
func (p *konanePlay) choose(s *konane.State, clock time.Duration) (game.Move, error) {
	if clock == 0 {
		clock = p.clock // the removals have none
	}
	rules := konane.Rules()
	b, err := p.game.Board(p.variant, rules.Format(s))
	if err != nil {
		return game.NoMove, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	// A tenth is kept for the network and for other work of this machine.
	choice, err := p.player.Choose(p.ctx, b, agent.Clock{Left: max(clock*9/10, 1), Real: true, PliesLeft: b.PliesLeft()})
	if err != nil {
		return game.NoMove, err
	}
	if !agent.Legal(b, choice.Move) {
		return game.NoMove, fmt.Errorf("evolve: the agent's move %d is not legal in %s", choice.Move, b.Position())
	}
	board := *s
	board.Play(choice.Move, &board)
	if board.Removals() == 0 && board.Outcome().Over() {
		p.wait(endSilence)
	} else {
		p.wait(p.silence())
	}
	return choice.Move, nil
}

// silence is how long nothing may come during a game: either side's whole
// clock, and some more.
func (p *konanePlay) silence() time.Duration { return 2*p.clock + time.Minute }

// watch shows what happens.
func (p *konanePlay) watch(e protocol.Event) {
	out := p.app.out
	switch e.Kind {
	case protocol.Say:
		if e.Message.Kind == protocol.AskOpponent {
			fmt.Fprintln(p.app.err, "waiting for the opponent")
			p.wait(0)
		}
	case protocol.Begun:
		p.ply, p.board = 0, p.client.Board()
		fmt.Fprintf(out, "game %d\n", p.client.Game())
		p.wait(p.silence())
	case protocol.Played:
		p.ply++
		rules := konane.Rules()
		fmt.Fprintf(out, "%d. %s %s\n", p.ply, p.who(), rules.FormatMove(&p.board, e.Move))
		p.board = p.client.Board()
		p.wait(p.silence())
	case protocol.Stuck:
		fmt.Fprintln(p.app.err, "there is no legal move")
		p.wait(endSilence)
	case protocol.Trouble:
		p.trouble = p.hide(e.Message.Text)
		fmt.Fprintln(p.app.err, "the server:", p.trouble)
	}
}

// who made the move that was just announced. Before the first removal nobody
// has a colour.
func (p *konanePlay) who() string {
	mine, known := p.client.Colour()
	mover := p.client.Board()
	if known && mover.Mover() != mine {
		return "we"
	}
	return "they"
}

// hide keeps the password out of what a server sends back.
func (p *konanePlay) hide(text string) string {
	if p.secret != "" {
		text = strings.ReplaceAll(text, p.secret, "(hidden)")
	}
	return printable(text)
}
