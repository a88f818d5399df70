package main

import (
	"fmt"

	"evolab/game/littlego"
	"evolab/internal/files"
	searchlg "evolab/search/littlego"
	"evolab/search/littlego/proof"
)

func readHints(path string) (proof.Hints, error) {
	data, err := files.Read(path, searchlg.MaxBook)
	if err != nil {
		return nil, badInput(fmt.Errorf("evolve: --hints: %w", err), "")
	}
	hints, err := proof.ParseHints(string(data))
	return hints, badInput(err, "evolve solve --book writes such a file")
}

// makeBook writes a book and says what is in it.
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
