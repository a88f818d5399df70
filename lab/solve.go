package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/search"
	"evolab/search/cputime"
	searchlg "evolab/search/littlego"
	"evolab/search/littlego/proof"
)

// solution is the result line of a position.
type solution struct {
	Position string   `json:"position"`
	Value    string   `json:"value"` // win, loss or draw for the side to move, or unknown
	Moves    []string `json:"moves"` // all that keep the value; none for a loss
	Nodes    uint64   `json:"nodes"`
	Seconds  float64  `json:"seconds"` // of CPU
}

func solveCommand(a *app) *cobra.Command {
	var p positionFlags
	var f solveFlags
	var e endingsFlags
	c := &cobra.Command{
		Use: "solve", Short: "Prove who wins a position, and by which moves", Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			limits := search.Limits{Nodes: f.Nodes, Time: f.Time}
			if err := e.check(c, &p); err != nil {
				return err
			}
			if e.given(c) {
				return a.makeEndings(c.Context(), &e)
			}
			if f.long() {
				return a.solveLong(c.Context(), &p, &f, proof.Options{Limits: limits})
			}
			return a.solve(&p, limits)
		},
	}
	p.add(a, c)
	bind(c, &f)
	bind(c, &e)
	return saves(c)
}

func (a *app) solve(f *positionFlags, limits search.Limits) error {
	unknown := 0
	err := a.eachPosition(f, func(_ int, text string, b agent.Board) error {
		done := term.Busy(a.err, "proving")
		got, err := solve(text, b, limits)
		done()
		if err != nil {
			return err
		}
		if got.Value == "unknown" {
			unknown++
		}
		return a.printSolution(got)
	})
	if err == nil && unknown > 0 {
		err = &exitError{exitFailed, fmt.Errorf("%s not solved within the limits", quantity.Of(unknown, "position")), "raise --nodes or --time"}
	}
	return err
}

func solve(text string, b agent.Board, limits search.Limits) (solution, error) {
	got := solution{Position: text, Value: "unknown", Moves: []string{}}
	if b.Outcome().Over() {
		return got, badInput(errors.New("the game is over in this position"), gameOverHint)
	}
	watch := cputime.Start()
	defer watch.Stop()
	s, err := b.Solve(limits)
	if err != nil {
		return got, err
	}
	got.Seconds, got.Nodes = watch.Used().Seconds(), s.Nodes
	if s.Known {
		got.Value = [3]string{"loss", "draw", "win"}[s.Value+1]
		got.Moves = moveTexts(b, s.Moves)
	}
	return got, nil
}

func (a *app) printSolution(got solution) error {
	return a.print(got, "%-7s %s  (%s, %.3f s)\n", got.Value, strings.Join(got.Moves, "  "), quantity.Of(got.Nodes, "node"), got.Seconds)
}

// solveFlags are the limits of a proof, and the flags of long proofs.
type solveFlags struct {
	Nodes      uint64        `key:"nodes" doc:"search at most this many nodes for each position (default: no limit)"`
	Time       time.Duration `key:"time" doc:"seconds of CPU for each position" range:"0..1000000" allowed:"0..1000000; 0: no limit"`
	Checkpoint string        `key:"checkpoint" doc:"save what is proven in this file, and continue from it (littlego, one position)"`
	Memory     string        `key:"memory" doc:"size of the table for --checkpoint and --book, such as 500M or 4G" default:"1G"`
	Book       string        `key:"book" doc:"prove an answer to every move from the position on, and write them to this file (littlego)"`
	BookPly    int           `key:"book_ply" doc:"last ply that --book answers" range:"0..23" default:"8"`
	Extend     string        `key:"extend" doc:"extend this book, and write it to --book: answer replies to its last answers"`
	Replies    string        `key:"replies" doc:"add White's replies at plies 2 to 8 to this book, and write it to --book"`
	Likely     int           `key:"likely" doc:"how many positions --extend and --replies add moves for, the most likely first" range:"1..1000000000" default:"500"`
	Hard       uint64        `key:"hard" doc:"let --extend add only answers that frozen may miss with so many nodes and fewer (default: all)"`
	Hints      string        `key:"hints" doc:"file of moves for --book to try first: a book, or a list of answers in the same format"`
}

// long reports whether these flags ask for a long proof.
func (f *solveFlags) long() bool { return f.Checkpoint != "" || f.Book != "" }

// check refuses flags without an effect, and files that cannot be written.
func (f *solveFlags) check(c *cobra.Command) error {
	if !f.long() {
		if err := refuseIdle(c, "with --checkpoint or --book only", "memory"); err != nil {
			return err
		}
	}
	if f.Book == "" {
		if err := refuseIdle(c, "with --book only", "book-ply", "hints", "extend", "replies"); err != nil {
			return err
		}
	}
	if err := f.checkExtend(c); err != nil {
		return err
	}
	if err := outFile(c, "checkpoint"); err != nil {
		return err
	}
	if err := outFile(c, "book"); err != nil {
		return err
	}
	if head := firstBytes(f.Book); len(head) > 0 && !searchlg.IsBook(string(head)) {
		return badInput(fmt.Errorf("--book %q holds something else than a book; it is left as it is", f.Book), "name a new file, or a book")
	}
	return nil
}

func (f *solveFlags) checkExtend(c *cobra.Command) error {
	if f.Extend == "" {
		if err := refuseIdle(c, "with --extend only", "hard"); err != nil {
			return err
		}
	}
	if f.Extend == "" && f.Replies == "" {
		return refuseIdle(c, "with --extend or --replies only", "likely")
	}
	if f.Extend != "" {
		return refuseIdle(c, "without --extend only", "book-ply", "hints", "replies")
	}
	return refuseIdle(c, "without --replies only", "book-ply", "hints", "checkpoint")
}

func parseSize(flag, text string) (uint64, error) {
	digits, unit := text, uint64(1)
	for i, suffix := range []string{"K", "M", "G"} {
		if strings.HasSuffix(text, suffix) {
			digits, unit = strings.TrimSuffix(text, suffix), 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n == 0 || n*unit > 1<<40 {
		return 0, badInput(fmt.Errorf("%s %q (expected: a size such as 500M or 4G, up to 1024G)", flag, text), "a whole number with K, M or G behind it")
	}
	return n * unit, nil
}

// solveLong proves one position of Little-Go, or makes a book from there.
func (a *app) solveLong(ctx context.Context, p *positionFlags, f *solveFlags, o proof.Options) error {
	s, err := f.start(p)
	if err != nil {
		return err
	}
	if o.Memory, err = parseSize("--memory", f.Memory); err != nil {
		return err
	}
	var hints proof.Hints
	if f.Hints != "" {
		data, err := files.ReadArgument(f.Hints, searchlg.MaxBook)
		if err != nil {
			return badInput(fmt.Errorf("--hints: %w", err), "name a book that evolve solve --book wrote")
		}
		if hints, err = proof.ParseHints(string(data)); err != nil {
			return badInput(err, "evolve solve --book writes such a file")
		}
	}
	progress := term.NewBar(a.err, 0, "")
	defer progress.Close()
	o.Checkpoint, o.Every, o.Report = f.Checkpoint, term.PlainEvery, reportProof(progress)
	if progress.Live() {
		o.Every = term.DetailEvery
	}
	prover, err := proof.NewProver(ctx, o)
	if err != nil {
		return badInput(err, "name another file, or end the process that writes to this one")
	}
	switch {
	case f.Replies != "":
		err = a.addReplies(ctx, prover, &s, f)
	case f.Extend != "":
		err = a.extendBook(ctx, prover, &s, f)
	case f.Book != "":
		err = a.makeBook(prover, &s, f, hints)
	default:
		err = a.provePosition(prover, &s, p)
	}
	return f.ended(errors.Join(err, prover.Close()))
}

func reportProof(bar *term.Bar) func(proof.Progress) {
	return func(p proof.Progress) {
		line := fmt.Sprintf("%s: %s M nodes, %s proven, %.1f %%", p.Spent.Round(time.Second), quantity.Digits(float64(p.Nodes)/1e6, 3), quantity.Of(p.Proven, "position"), 100*p.Done)
		if left := p.Left(); left > 0 {
			line += fmt.Sprintf(", about %s left", left.Round(time.Second))
		}
		if bar.Live() {
			bar.Describe(line)
			return
		}
		bar.Keep(line)
	}
}

func (f *solveFlags) start(p *positionFlags) (littlego.State, error) {
	if p.game != "littlego" {
		return littlego.State{}, badInput(fmt.Errorf("--checkpoint and --book are not for %s (allowed: littlego)", p.game), "evolve solve without them proves positions of every game that has a solver")
	}
	if !p.given() {
		return littlego.State{}, badInput(errors.New("--checkpoint and --book need --position"), "--position start is the empty board")
	}
	s, err := littlego.Parse(p.variant, p.position)
	if err != nil {
		return s, badInput(err, p.positionHint())
	}
	if !s.TwoPassesEnd() {
		return s, badInput(fmt.Errorf("--variant %s cannot be solved (allowed: host, two-pass)", p.variant), "two passes have to end the game")
	}
	if s.Outcome().Over() {
		return s, badInput(errors.New("the game is over in this position"), gameOverHint)
	}
	if f.Book != "" && f.Extend == "" && f.Replies == "" && (f.BookPly < s.Ply() || f.BookPly >= littlego.LastPly) {
		return s, badInput(fmt.Errorf("--book-ply %d (allowed: %d..%d)", f.BookPly, s.Ply(), littlego.LastPly-1), "a book reaches from the ply of --position to --book-ply")
	}
	return s, nil
}

// provePosition prints who wins, and by which moves.
func (a *app) provePosition(prover *proof.Prover, s *littlego.State, p *positionFlags) error {
	watch := cputime.Start()
	defer watch.Stop()
	moves, err := prover.Winning(s)
	if err != nil {
		return err
	}
	got := solution{Position: p.position, Value: "loss", Moves: []string{}, Nodes: prover.Nodes(), Seconds: watch.Used().Seconds()}
	for _, m := range moves {
		got.Value = "win"
		got.Moves = append(got.Moves, littlego.Rules().FormatMove(s, m))
	}
	return a.printSolution(got)
}

func (f *solveFlags) ended(err error) error {
	again := "the same command with --checkpoint FILE keeps what is proven"
	if f.Checkpoint != "" {
		again = "the same command continues from " + f.Checkpoint
	}
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{exitInterrupted, errors.New("interrupted"), again}
	case errors.Is(err, proof.ErrLimit):
		return &exitError{exitFailed, errors.New("not solved within the limits"), again}
	case errors.Is(err, os.ErrPermission):
		return badInput(err, "--checkpoint and --book name files that can be written")
	}
	return noRoom(err, again)
}

// makeBook writes a book and prints what is in it.
func (a *app) makeBook(prover *proof.Prover, s *littlego.State, f *solveFlags, hints proof.Hints) error {
	opening, err := prover.Book(s, f.BookPly, hints)
	if err != nil {
		return err
	}
	for _, wrong := range opening.Wrong {
		fmt.Fprintf(a.err, "hint: %s\n", wrong)
	}
	if err := files.Replace(f.Book, searchlg.AppendBook(nil, opening.Records)); err != nil {
		return err
	}
	byPly := map[int]int{}
	for _, r := range opening.Records {
		byPly[r.Key().Ply()]++
	}
	for ply := s.Ply(); ply <= f.BookPly; ply += 2 {
		fmt.Fprintf(a.out, "ply %d: %s\n", ply, quantity.Of(byPly[ply], "position"))
	}
	_, err = fmt.Fprintf(a.out, "%s: %s, all proven; %s %s wrong  (%s)\n", f.Book, quantity.Of(len(opening.Records), "position"), quantity.Of(len(opening.Wrong), "hint"), quantity.Verb(len(opening.Wrong), "was", "were"), quantity.Of(prover.Nodes(), "node"))
	return err
}

// extendBook writes a book with more answers, and prints how many are new.
func (a *app) extendBook(ctx context.Context, prover *proof.Prover, s *littlego.State, f *solveFlags) error {
	book, err := readBook("--extend", f.Extend)
	if err != nil {
		return err
	}
	o := proof.Extension{Likely: f.Likely}
	if f.Hard > 0 {
		if o.Choices, err = hurried(ctx, f.Hard); err != nil {
			return err
		}
	}
	records, err := prover.Extend(s, &book, o)
	if err != nil {
		return err
	}
	if err := files.Replace(f.Book, searchlg.AppendBook(nil, records)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %s, %d of them new  (%s)\n", f.Book, quantity.Of(len(records), "position"), len(records)-book.Len(), quantity.Of(prover.Nodes(), "node"))
	return err
}

// addReplies writes a book with more replies, after each position that gets some,
// and prints how many are new.
func (a *app) addReplies(ctx context.Context, prover *proof.Prover, s *littlego.State, f *solveFlags) error {
	if s.Turn() != game.First || s.Ply() >= proof.LastReply {
		return badInput(fmt.Errorf("--replies are White's up to ply %d: the position must have Black to move before that", proof.LastReply+1), "--extend adds to a book from any position")
	}
	book, err := readBook("--replies", f.Replies)
	if err != nil {
		return err
	}
	o, err := players(ctx)
	if err != nil {
		return err
	}
	o.Likely, o.Keep = f.Likely, func(records []searchlg.Record) error {
		return files.Replace(f.Book, searchlg.AppendBook(nil, records))
	}
	records, err := prover.Replies(s, &book, o)
	if err != nil {
		return err
	}
	if err := o.Keep(records); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s: %s, %d of them new  (%s)\n", f.Book, quantity.Of(len(records), "move"), len(records)-book.Len(), quantity.Of(prover.Nodes(), "node"))
	return err
}

func readBook(flag, name string) (searchlg.Book, error) {
	data, err := files.ReadArgument(name, searchlg.MaxBook)
	if err != nil {
		return searchlg.Book{}, badInput(fmt.Errorf("%s: %w", flag, err), "evolve solve --book writes such a file")
	}
	book, err := searchlg.ParseBook(string(data))
	if err != nil {
		return book, badInput(fmt.Errorf("%s: %w", flag, err), "evolve solve --book writes such a file")
	}
	return book, nil
}

// hurried returns what frozen may choose where its time ends before a proof: with so many
// nodes, and with fewer.
func hurried(ctx context.Context, nodes uint64) (func(*littlego.State) ([]game.Move, error), error) {
	const least, step = 150, 3
	var names []string
	for n := nodes; n >= min(least, nodes); n /= step {
		names = append(names, fmt.Sprintf("frozen:nodes=%d,book=off,exact=off", n))
	}
	g, list, err := builtIn(names...)
	if err != nil {
		return nil, err
	}
	return ask(ctx, g, list), nil
}

// builtIn opens agents of Little-Go that need not be closed.
func builtIn(names ...string) (g agent.Game, list []agent.Agent, err error) {
	g, err = agent.FindGame("littlego")
	if err != nil {
		return g, nil, err
	}
	for _, name := range names {
		player, failed := openAgent(g, name, agent.Env{})
		err = errors.Join(err, failed)
		list = append(list, player)
	}
	return g, list, err
}

// players makes the agents whose answers --replies considers likely.
func players(ctx context.Context) (o proof.Replies, err error) {
	g, list, err := builtIn(
		"frozen:nodes=20000,book=off", "hand:nodes=20000", "alphabeta", // they choose well enough to be followed
		"aggressive", "greedy",
		"frozen:nodes=1000000,book=off,exact=off",
	)
	if err != nil {
		return o, err
	}
	strong, all, judge := list[:3], list[:5], list[5]
	o.Answers, o.Choices = ask(ctx, g, all), ask(ctx, g, strong)
	o.Score = func(s *littlego.State) (int, error) {
		c, err := choose(ctx, g, judge, s)
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
