package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/internal/files"
	"evolab/internal/provenance"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/ship/bundle"
	"evolab/ship/check"
)

type shipFlags struct {
	game, variant, lang, out string
	check, book              bool
	Seed                     uint64 `key:"seed" doc:"seed of the positions for --check" default:"1"`
}

func shipCommand(a *app) *cobra.Command {
	var f shipFlags
	c := &cobra.Command{
		Use: "ship RUN|FILE|frozen|evolved", Short: "Write an agent as the one source file that a grader accepts", Args: arguments(1, 1),
		Long: "Write the agent, with weights from a run, a file or this program, as one source file in C++11, Python or Java 8\n" +
			"that needs only the standard library, and the files that go with it. --check builds it with this machine's compiler\n" +
			"or interpreter and compares its decisions with the Go agent's: moves, scores, depths and nodes. The program plays\n" +
			"plies from input.txt to output.txt, single ones and whole games with what it remembers of them (konane: positions),\n" +
			"but with node limits instead of time limits, in memory and without the book.",
		RunE: func(c *cobra.Command, args []string) error {
			o, g, err := f.order(a, args[0], c.Flags().Changed("game"))
			if err != nil {
				return err
			}
			written, err := a.ship(o, f.out)
			if err != nil || !f.check {
				return err
			}
			return a.checkShipped(c.Context(), o, g, written, f.Seed)
		},
	}
	c.Flags().StringVar(&f.game, "game", "", "the game (default: that of the weights)")
	c.Flags().StringVar(&f.variant, "variant", "", "the variant that it plays (konane: the board's size; default: the usual one)")
	bind(c, &f)
	oneOf(c, &f.lang, "lang", "cpp, python or java", bundle.Languages()...)
	c.Flags().StringVar(&f.out, "out", "", "folder that the files are written to; created if missing")
	c.Flags().BoolVar(&f.book, "book", false, "add the helper file of openings (littlego)")
	c.Flags().BoolVar(&f.check, "check", false, "compare the program's decisions with the Go agent's: moves, scores and nodes in many plies")
	return a.inRuns(c)
}

// isSlot reports whether an argument names weights that this program embeds.
func isSlot(what string) bool {
	k, ok := agent.FindKind(what)
	return ok && k.Linear && k.Slot != ""
}

func (f *shipFlags) order(a *app, what string, gameGiven bool) (*bundle.Order, agent.Game, error) {
	if f.out == "" {
		return nil, nil, badInput(errors.New("--out is missing"), "name a folder for the files")
	}
	if isSlot(what) && !gameGiven {
		return nil, nil, badInput(errors.New("--game is missing"), "every game has weights of its own")
	}
	o, board, err := a.shippedWeights(what, f.game, f.variant)
	if err != nil {
		return nil, nil, err
	}
	w := o.Weights
	if gameGiven && w.Game != f.game {
		return nil, nil, badInput(fmt.Errorf("%s holds weights of %s, and --game is %s", what, w.Game, f.game), "leave out --game: the weights name it")
	}
	g, err := a.games.Find(w.Game)
	if err != nil {
		return nil, nil, badInput(err, "evolve games lists the games")
	}
	if _, err := g.Board(w.Variant, "start"); err != nil {
		return nil, nil, badInput(fmt.Errorf("the weights in %s: %w", what, err), "evolve games lists the variants")
	}
	variant := f.variant
	if variant == "" && g.EmbeddedFile(frozen.Frozen, board) != g.EmbeddedFile(frozen.Frozen, "") {
		variant = board
	}
	if _, err := g.Board(variant, "start"); err != nil {
		return nil, nil, badInput(err, "evolve games lists the variants; without --variant it is that of the weights")
	}
	if usual := g.Info().Variants; len(usual) > 0 && variant == usual[0] {
		variant = ""
	}
	n, err := g.Numbers(w)
	if err != nil {
		return nil, nil, badInput(err, "the weights were made with other features than this program has")
	}
	o.Game, o.Variant, o.Lang, o.Numbers, o.Features = w.Game, variant, f.lang, n, g.Info().Features
	o.Book, o.Made = f.book, provenance.Program()
	return &o, g, nil
}

// shippedWeights finds the weights and their source; for those of a run also the
// depths and the variant.
func (a *app) shippedWeights(what, game, variant string) (o bundle.Order, board string, err error) {
	if isSlot(what) {
		g, err := a.games.Find(game)
		if err != nil {
			return o, "", badInput(err, "evolve games lists the games")
		}
		w, err := g.Embedded(frozen.Slot(what), variant)
		return bundle.Order{Weights: w, From: what + " in evolve: " + w.Source}, "", badInput(err, "evolve games lists the variants of each game")
	}
	if info, err := os.Stat(what); err == nil && info.Mode().IsRegular() {
		data, err := files.ReadText(what, features.MaxBytes)
		if err == nil {
			if o.Weights, err = agent.ReadWeights(data); err != nil {
				err = fmt.Errorf("weights file %q: %w", what, err)
			}
		}
		o.From = fmt.Sprintf("the file %s: %s", filepath.Base(what), o.Weights.Source)
		return o, "", badInput(err, "evolve freeze RUN --to FILE writes such a file")
	}
	folder, err := a.findRun(what)
	if err != nil {
		return o, "", err
	}
	w, evidence, err := run.ReadChampion(folder)
	if err != nil {
		return o, "", noChampion(err)
	}
	if evidence.Agent != "" {
		return o, "", refuseTuned(folder, w)
	}
	o.Weights = w
	if evidence.EndgameDepth > 0 {
		o.Depth, o.EndgameDepth = evidence.Depth, evidence.EndgameDepth
	}
	o.From = fmt.Sprintf("the run %s: %s (experiment %s, seed %d, generation %d, %s of training)", filepath.Base(folder), w.Source,
		evidence.Experiment, evidence.Seed, evidence.Generation, quantity.Of(evidence.Games, "game"))
	if variant != "" {
		return o, "", nil
	}
	config, err := run.ReadConfig(a.games, folder)
	if err != nil {
		return o, "", badInput(err, "the run's own config tells which board its weights are for; --variant does so, too")
	}
	return o, config.Variant, nil
}

// ship writes the files and returns the path of the program's source.
func (a *app) ship(o *bundle.Order, out string) (string, error) {
	list, err := bundle.Files(o)
	if errors.Is(err, bundle.ErrDepth) {
		return "", badInput(err, "evolve freeze RUN --to FILE writes the weights alone, which can be shipped")
	}
	for refusal, hint := range map[error]string{
		bundle.ErrGame: "evolve freeze RUN --to FILE writes the weights, for this lab", bundle.ErrVariant: "leave out --variant",
		bundle.ErrBook: "leave out --book", bundle.ErrSize: "evolve freeze RUN --to FILE writes the weights, for this lab",
	} {
		if errors.Is(err, refusal) {
			return "", badInput(err, hint)
		}
	}
	if err != nil {
		return "", err
	}
	if err := files.MakeFolder(out); err != nil {
		return "", badInput(fmt.Errorf("--out: %w", err), "name a folder; it is created if missing")
	}
	for _, file := range list {
		path := filepath.Join(out, file.Name)
		if err := files.Replace(path, file.Content); err != nil {
			return "", err
		}
		if _, err := fmt.Fprintln(a.out, path); err != nil {
			return "", err
		}
	}
	return filepath.Join(out, list[0].Name), nil
}

// checkShipped proves that a written program plays as the Go agent.
func (a *app) checkShipped(ctx context.Context, o *bundle.Order, g agent.Game, source string, seed uint64) error {
	watch := &term.Progress{Out: a.err}
	defer watch.End()
	r, err := check.Run(ctx, check.Task{
		Game: g, Variant: o.Variant, Weights: o.Weights, Lang: o.Lang, Source: source, Seed: seed, Overflow: true, Progress: watch,
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, check.ErrNoTool) {
		return &exitError{exitFailed, err, "the program is written, but nothing here can run it: install one of these"}
	}
	if err != nil {
		return err
	}
	watched := ""
	if r.Overflow {
		watched = "; no number overflowed"
	}
	_, err = fmt.Fprintf(a.out, "the same moves, scores, depths and nodes as the Go agent in %s, %s%s (%s)\n", quantity.Of(r.Positions, "position"), quantity.Of(r.Nodes, "node"), watched, r.Tool)
	return err
}
