package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"evolab/game/littlego"
	"evolab/internal/files"
	searchlg "evolab/search/littlego"
	"evolab/search/littlego/proof"
)

// checkExtend refuses flags that don't go with --extend and --replies, or without
// them.
func (f *longFlags) checkExtend(c *cobra.Command) error {
	if f.extend == "" && f.replies == "" {
		return idle(c, "with --extend or --replies only", "likely")
	}
	if f.likely < 1 {
		return badInput(fmt.Errorf("evolve: --likely %d (expected: 1 or more)", f.likely), "")
	}
	if f.extend != "" {
		return idle(c, "without --extend only", "book-ply", "hints", "replies")
	}
	return idle(c, "without --replies only", "book-ply", "hints", "checkpoint")
}

// extendBook writes a book with more answers, and says how many they are.
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
