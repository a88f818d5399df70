package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/game/konane"
	protocol "evolab/protocol/artemis"
)

// konanePlay is one game of an agent on an Artemis server.
type konanePlay struct {
	app     *app
	ctx     context.Context
	game    agent.Game
	variant string
	start   konane.State
	player  agent.Player
	clock   time.Duration
	pace    protocol.Pace
	conn    patient
	client  *protocol.Client
	user    int
	spec    string // of the agent
	seed    uint64
	records *konaneRecords
	asked   bool // for something
	moves   []string
	trouble string // what the server complained of last
	began   bool
	won     bool // once the game is over
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
	p.asked = true
	rules := konane.Rules()
	b, err := p.game.Board(p.variant, rules.Format(s))
	if err != nil {
		return game.NoMove, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := time.Now()
	choice, err := p.player.Choose(p.ctx, b, agent.Clock{Left: p.pace.Usable(clock, p.clock), Real: true, PliesLeft: b.PliesLeft()})
	p.pace.Spent(time.Since(began))
	if err != nil {
		return game.NoMove, err
	}
	if !agent.Legal(b, choice.Move) {
		return game.NoMove, fmt.Errorf("evolve: the agent's move %d is not legal in %s", choice.Move, b.Position())
	}
	return choice.Move, nil
}

// watch shows what happens, and sets how long the server may be silent now.
func (p *konanePlay) watch(e protocol.Event) {
	switch e.Kind {
	case protocol.Begun:
		p.moves, p.began = nil, true
	case protocol.Played:
		p.moves = append(p.moves, e.Message.Move)
	case protocol.Trouble:
		p.trouble = p.client.Shown(&e)
	}
	result, warning := p.client.News(&e, len(p.moves))
	if result != "" {
		fmt.Fprintln(p.app.out, result)
	}
	if warning != "" {
		fmt.Fprintln(p.app.err, warning)
	}
	if d, known := p.client.Silence(&e, p.clock); known {
		p.wait(d)
	}
}
