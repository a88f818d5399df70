package main

import (
	"context"
	"fmt"

	"evolab/agent"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/files"
	searchlg "evolab/search/littlego"
	"evolab/search/littlego/proof"
)

// opponents are players whose answers --replies takes to be likely; the first of
// them, as many as searchers says, choose well enough to be followed.
var opponents = []string{"frozen:nodes=20000,book=off", "hand:nodes=20000", "alphabeta", "aggressive", "greedy"}

const searchers = 3

// addReplies writes a book with more replies, after each position that it has
// some for, and says how many they are.
func (a *app) addReplies(ctx context.Context, prover *proof.Prover, s *littlego.State, f *longFlags) error {
	if s.Turn() != game.First || s.Ply() >= proof.LastReply {
		return badInput(fmt.Errorf("evolve: --replies are White's up to ply %d: the position has to be one of Black before that", proof.LastReply+1), "")
	}
	book, err := readBook("--replies", f.replies)
	if err != nil {
		return err
	}
	o := proof.Replies{Likely: f.likely, Keep: func(records []searchlg.Record) error {
		return files.Replace(f.book, searchlg.AppendBook(nil, records))
	}}
	o.Answers, o.Choices, err = players(ctx)
	if err != nil {
		return err
	}
	records, err := prover.Replies(s, &book, o)
	if err != nil {
		return err
	}
	if err := o.Keep(records); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %d moves, %d of them new  (%d nodes)\n", f.book, len(records), len(records)-book.Len(), prover.Nodes())
	return err
}

// readBook reads the book that a flag names.
func readBook(flag, name string) (searchlg.Book, error) {
	data, err := files.Read(name, searchlg.MaxBook)
	if err != nil {
		return searchlg.Book{}, badInput(fmt.Errorf("evolve: %s: %w", flag, err), "")
	}
	book, err := searchlg.ParseBook(string(data))
	if err != nil {
		return book, badInput(fmt.Errorf("evolve: %s: %w", flag, err), "evolve solve --book writes such a file")
	}
	return book, nil
}

// asked returns the moves of some players in a position.
type asked func(*littlego.State) ([]game.Move, error)

// players makes the opponents, and those of them who search.
func players(ctx context.Context) (all, searching asked, err error) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		return nil, nil, err
	}
	var ready []agent.Agent
	for _, name := range opponents {
		opponent, err := openAgent(g, name, agent.Env{}) // built in: there is nothing to close
		if err != nil {
			return nil, nil, err
		}
		ready = append(ready, opponent)
	}
	ask := func(list []agent.Agent) asked {
		return func(s *littlego.State) (moves []game.Move, err error) {
			for _, r := range list {
				m, err := answer(ctx, g, r, s)
				if err != nil {
					return nil, err
				}
				moves = append(moves, m)
			}
			return moves, nil
		}
	}
	return ask(ready), ask(ready[:searchers]), nil
}

// answer is an agent's move; what it draws depends on the position alone.
func answer(ctx context.Context, g agent.Game, a agent.Agent, s *littlego.State) (game.Move, error) {
	b, err := g.Board("", littlego.Rules().Format(s))
	if err != nil {
		return game.NoMove, err
	}
	p, err := a.Player(game.Mix(uint64(searchlg.KeyOf(s))))
	if err != nil {
		return game.NoMove, err
	}
	defer p.Close()
	c, err := p.Choose(ctx, b, agent.Clock{})
	return c.Move, err
}
