package lab

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

// makeBook writes a book and prints what is in it.
func (a *app) makeBook(prover *proof.Prover, s *littlego.State, f *longFlags, hints proof.Hints) error {
	opening, err := prover.Book(s, f.bookPly, hints)
	if err != nil {
		return err
	}
	for _, wrong := range opening.Wrong {
		fmt.Fprintf(a.err, "evolve: hint: %s\n", wrong)
	}
	if err := files.Replace(f.book, searchlg.AppendBook(nil, opening.Records)); err != nil {
		return err
	}
	byPly := map[int]int{}
	for _, r := range opening.Records {
		byPly[r.Key().Ply()]++
	}
	for ply := s.Ply(); ply <= f.bookPly; ply += 2 {
		fmt.Fprintf(a.out, "ply %d: %d positions\n", ply, byPly[ply])
	}
	_, err = fmt.Fprintf(a.out, "%s: %d positions, all proven; %d hints were wrong  (%d nodes)\n", f.book, len(opening.Records), len(opening.Wrong), prover.Nodes())
	return err
}

// extendBook writes a book with more answers, and prints how many are new.
func (a *app) extendBook(prover *proof.Prover, s *littlego.State, f *longFlags) error {
	book, err := readBook("--extend", f.extend)
	if err != nil {
		return err
	}
	records, err := prover.Extend(s, &book, f.likely)
	if err != nil {
		return err
	}
	if err := files.Replace(f.book, searchlg.AppendBook(nil, records)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %d positions, %d of them new  (%d nodes)\n", f.book, len(records), len(records)-book.Len(), prover.Nodes())
	return err
}

// addReplies writes a book with more replies, after each position that gets some,
// and prints how many are new.
func (a *app) addReplies(ctx context.Context, prover *proof.Prover, s *littlego.State, f *longFlags) error {
	if s.Turn() != game.First || s.Ply() >= proof.LastReply {
		return badInput(fmt.Errorf("evolve: --replies are White's up to ply %d: the position must have Black to move before that", proof.LastReply+1), "")
	}
	book, err := readBook("--replies", f.replies)
	if err != nil {
		return err
	}
	o, err := players(ctx)
	if err != nil {
		return err
	}
	o.Likely, o.Keep = f.likely, func(records []searchlg.Record) error {
		return files.Replace(f.book, searchlg.AppendBook(nil, records))
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

// players makes the agents whose answers --replies considers likely. The first
// ones choose well enough to be followed; the last one scores.
func players(ctx context.Context) (o proof.Replies, err error) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		return o, err
	}
	var ready []agent.Agent
	for _, name := range []string{"frozen:nodes=20000,book=off", "hand:nodes=20000", "alphabeta", "aggressive", "greedy", "frozen:nodes=1000000,book=off,exact=off"} {
		player, err := openAgent(g, name, agent.Env{}) // built in: there is nothing to close
		if err != nil {
			return o, err
		}
		ready = append(ready, player)
	}
	o.Answers, o.Choices = ask(ctx, g, ready[:5]), ask(ctx, g, ready[:3])
	o.Score = func(s *littlego.State) (int, error) {
		c, err := choose(ctx, g, ready[5], s)
		return c.Score, err
	}
	return o, nil
}

// ask returns a function that asks all of some agents for their move.
func ask(ctx context.Context, g agent.Game, list []agent.Agent) func(*littlego.State) ([]game.Move, error) {
	return func(s *littlego.State) (moves []game.Move, err error) {
		for _, r := range list {
			c, err := choose(ctx, g, r, s)
			if err != nil {
				return nil, err
			}
			moves = append(moves, c.Move)
		}
		return moves, nil
	}
}

// choose is an agent's choice; its randomness depends on the position alone.
func choose(ctx context.Context, g agent.Game, a agent.Agent, s *littlego.State) (agent.Choice, error) {
	b, err := g.Board("", littlego.Rules().Format(s))
	if err != nil {
		return agent.Choice{}, err
	}
	p, err := a.Player(game.Mix(uint64(searchlg.KeyOf(s))))
	if err != nil {
		return agent.Choice{}, err
	}
	defer p.Close()
	return p.Choose(ctx, b, agent.Clock{})
}
