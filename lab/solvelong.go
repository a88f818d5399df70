package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evolab/game/littlego"
	"evolab/internal/files"
	"evolab/search/cputime"
	searchlg "evolab/search/littlego"
	"evolab/search/littlego/proof"
)

// longFlags are the flags of long proofs.
type longFlags struct {
	checkpoint, memory, book, hints, extend, replies string
	bookPly, likely                                  int
}

func (f *longFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.checkpoint, "checkpoint", "", "save what is proven in this file, and continue from it (littlego, one position)")
	c.Flags().StringVar(&f.memory, "memory", "1G", "size of the table for --checkpoint and --book, such as 500M or 4G")
	c.Flags().StringVar(&f.book, "book", "", "prove an answer to every move from the position on, and write them to this file (littlego)")
	c.Flags().IntVar(&f.bookPly, "book-ply", 8, "last ply that --book answers")
	c.Flags().StringVar(&f.extend, "extend", "", "extend this book, and write it to --book: answer replies to its last answers")
	c.Flags().StringVar(&f.replies, "replies", "", "add White's replies at plies 2 to 8 to this book, and write it to --book")
	c.Flags().IntVar(&f.likely, "likely", 500, "how many positions --extend and --replies add moves for, the most likely first")
	c.Flags().StringVar(&f.hints, "hints", "", "file of moves for --book to try first: a book, or a list of answers in the same format")
}

// long reports whether these flags ask for a long proof.
func (f *longFlags) long() bool { return f.checkpoint != "" || f.book != "" }

// check refuses flags without an effect, and files that cannot be written.
func (f *longFlags) check(c *cobra.Command) error {
	if !f.long() {
		if err := idle(c, "with --checkpoint or --book only", "memory"); err != nil {
			return err
		}
	}
	if f.book == "" {
		if err := idle(c, "with --book only", "book-ply", "hints", "extend", "replies"); err != nil {
			return err
		}
	}
	if err := f.checkExtend(c); err != nil {
		return err
	}
	if err := outFile(c, "checkpoint"); err != nil {
		return err
	}
	return outFile(c, "book")
}

// checkExtend does the same for --extend and --replies.
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

// parseSize reads a size such as 500M.
func parseSize(flag, text string) (uint64, error) {
	digits, unit := text, uint64(1)
	for i, suffix := range []string{"K", "M", "G"} {
		if strings.HasSuffix(text, suffix) {
			digits, unit = strings.TrimSuffix(text, suffix), 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n == 0 || n*unit > 1<<40 {
		return 0, badInput(fmt.Errorf("evolve: %s %q (expected: a size such as 500M or 4G, up to 1024G)", flag, text), "")
	}
	return n * unit, nil
}

// solveLong proves one position of Little-Go, or makes a book from there.
func (a *app) solveLong(ctx context.Context, p *positionFlags, f *longFlags, o proof.Options) error {
	s, err := f.start(p)
	if err != nil {
		return err
	}
	if o.Memory, err = parseSize("--memory", f.memory); err != nil {
		return err
	}
	var hints proof.Hints
	if f.hints != "" {
		data, err := files.Read(f.hints, searchlg.MaxBook)
		if err != nil {
			return badInput(fmt.Errorf("evolve: --hints: %w", err), "")
		}
		if hints, err = proof.ParseHints(string(data)); err != nil {
			return badInput(err, "evolve solve --book writes such a file")
		}
	}
	progress := newBar(a.err, 0, "")
	defer progress.close()
	o.Checkpoint, o.Every, o.Report = f.checkpoint, plainEvery, progress.reportProof()
	if progress.live() {
		o.Every = detailEvery
	}
	prover, err := proof.NewProver(ctx, o)
	if err != nil {
		return badInput(err, "name another file, or end the process that writes to this one")
	}
	switch {
	case f.replies != "":
		err = a.addReplies(ctx, prover, &s, f)
	case f.extend != "":
		err = a.extendBook(prover, &s, f)
	case f.book != "":
		err = a.makeBook(prover, &s, f, hints)
	default:
		err = a.provePosition(prover, &s, p)
	}
	return f.ended(errors.Join(err, prover.Close()))
}

// start is the position to prove.
func (f *longFlags) start(p *positionFlags) (littlego.State, error) {
	if p.game != "littlego" {
		return littlego.State{}, badInput(fmt.Errorf("evolve: --checkpoint and --book are not for %s (allowed: littlego)", p.game), "")
	}
	if !p.given() {
		return littlego.State{}, badInput(errors.New("evolve: --checkpoint and --book need --position"), "--position start is the empty board")
	}
	s, err := littlego.Parse(p.variant, p.position)
	if err != nil {
		return s, badInput(err, p.positionHint())
	}
	if !s.TwoPassesEnd() {
		return s, badInput(fmt.Errorf("evolve: --variant %s cannot be solved (allowed: host, two-pass)", p.variant), "")
	}
	if s.Outcome().Over() {
		return s, badInput(errors.New("evolve: the game is over in this position"), "")
	}
	if f.book != "" && f.extend == "" && f.replies == "" && (f.bookPly < s.Ply() || f.bookPly >= littlego.LastPly) {
		return s, badInput(fmt.Errorf("evolve: --book-ply %d (allowed: %d..%d)", f.bookPly, s.Ply(), littlego.LastPly-1), "")
	}
	return s, nil
}

// provePosition prints who wins, and by which moves.
func (a *app) provePosition(prover *proof.Prover, s *littlego.State, p *positionFlags) error {
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	began := cputime.Thread()
	moves, err := prover.Winning(s)
	if err != nil {
		return err
	}
	got := solution{Position: p.position, Value: "loss", Moves: []string{}, Nodes: prover.Nodes(), Seconds: (cputime.Thread() - began).Seconds()}
	for _, m := range moves {
		got.Value = "win"
		got.Moves = append(got.Moves, littlego.Rules().FormatMove(s, m))
	}
	return a.printSolution(got)
}

// ended adds a hint to an error.
func (f *longFlags) ended(err error) error {
	again := "the same command with --checkpoint FILE keeps what is proven"
	if f.checkpoint != "" {
		again = "the same command continues from " + f.checkpoint
	}
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{exitInterrupted, errors.New("evolve: interrupted"), again}
	case errors.Is(err, proof.ErrLimit):
		return &exitError{exitFailed, errors.New("evolve: not solved within the limits"), again}
	case errors.Is(err, os.ErrPermission):
		return badInput(err, "")
	}
	return err
}
