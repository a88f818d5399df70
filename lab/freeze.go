package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/arena"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
)

type freezeFlags struct {
	To      string `key:"to" doc:"write to this file instead of into the checkout"`
	As      string `key:"as" doc:"whose weights to replace" oneof:"frozen|evolved" derived:"evolved for named features only, else frozen"`
	Force   bool   `key:"force" doc:"play no match first"`
	without []string
	match   freezeMatch
}

func freezeCommand(a *app) *cobra.Command {
	var f freezeFlags
	c := &cobra.Command{
		Use: "freeze RUN", Short: "Write a run's champion into the agent that is shipped", Args: arguments(1, 1),
		Long: "Write the weights of a run's champion. Without --to, in a checkout of the project, they replace the weights that\n" +
			"evolve and my_player embed: those of the agent evolved if they are over named features only, else those of frozen,\n" +
			"which plays as evolved until it has its own weights. First the champion plays a match at equal CPU time against the\n" +
			"weights it would replace; unless it is clearly better, nothing is written. Build evolve and my_player afterwards.\n" +
			"If a program's parameters were tuned, they go into weights.json in its folder, without a match, and are\n" +
			"printed if the program reads them from its environment or its command.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			folder, err := a.findRun(args[0])
			if err != nil {
				return err
			}
			w, program, err := a.champion(folder, f.without)
			switch {
			case err != nil:
				return err
			case program != "":
				return a.freezeParameters(c, f.To, folder, w)
			case f.To == "":
				return a.embed(c.Context(), &f, folder, w)
			}
			return a.freeze(w, f.To, "")
		},
	}
	bind(c, &f)
	bind(c, &f.match)
	c.Flags().StringSliceVar(&f.without, "without", nil, "leave out these features or pattern shapes, such as a,b, which an ablation has shown to do harm")
	return a.inRuns(c)
}

// check refuses flags that are empty or would do nothing.
func (f *freezeFlags) check(c *cobra.Command) error {
	switch {
	case c.Flags().Changed("to") && f.To == "":
		return badInput(errors.New("--to is empty"), "name a file; without --to the weights go into the checkout")
	case c.Flags().Changed("without") && len(f.without) == 0:
		return badInput(errors.New("--without is empty"), "name features; without it the champion keeps all of them")
	case f.To != "":
		return refuseIdle(c, "without --to", append(matchFlagNames(), "as", "force")...)
	case f.Force:
		return refuseIdle(c, "without --force", matchFlagNames()...)
	}
	return nil
}

// champion reads a run's champion, without some of its features.
// program is the spec of the one whose parameters they are, "" for weights of
// features.
func (a *app) champion(folder string, without []string) (w features.Weights, program string, err error) {
	w, evidence, err := run.ReadChampion(folder)
	if err != nil {
		return w, "", noChampion(err)
	}
	if len(evidence.Test) == 0 {
		fmt.Fprintln(a.err, "warning: this champion was not tested: its run was interrupted")
	}
	if len(without) == 0 {
		return w, evidence.Agent, nil
	}
	if evidence.Agent != "" {
		return w, "", badInput(errors.New("--without: the champion is a program with parameters"), "it needs all of its parameters")
	}
	g, err := a.games.Find(w.Game)
	if err == nil {
		w, err = w.Leave(without, g.PatternBoard)
	}
	if err != nil {
		return w, "", badInput(err, "evolve report and evolve ablate show what each feature is worth")
	}
	fmt.Fprintln(a.err, "warning: the run tested its champion with all features: measure this one with evolve match")
	return w, "", nil
}

// freezeChampion embeds a run's champion as evolve freeze RUN does, and returns what that
// prints.
func (a *app) freezeChampion(ctx context.Context, folder string) (string, error) {
	var f freezeFlags
	config.Defaults(&f.match)
	f.match.Workers = 1 // runs need cores too
	var said bytes.Buffer
	quiet := *a
	quiet.out, quiet.err = &said, &said
	w, program, err := quiet.champion(folder, nil)
	if program != "" {
		return "", errors.New("the champion is a program with parameters (evolve freeze writes them)")
	}
	if err == nil {
		err = quiet.embed(ctx, &f, folder, w)
	}
	return strings.TrimSpace(said.String()), err
}

// embed freezes a run's weights into the checkout, for the board that the run's
// config names.
func (a *app) embed(ctx context.Context, f *freezeFlags, folder string, w features.Weights) error {
	config, err := run.ReadConfig(a.games, folder)
	if err != nil {
		return badInput(err, "the run's own config tells which board its weights are for; --to FILE does not need it")
	}
	g, err := a.games.Find(w.Game)
	if err != nil {
		return badInput(err, "evolve games lists the games")
	}
	if info := g.Info(); w.Variant == "" { // an old run
		w.Variant = info.Variant(config.Variant)
	}
	root, err := checkout()
	if err != nil {
		return badInput(err, "run it inside a checkout of evolab, or name a file with --to")
	}
	slot, err := f.slot(&w)
	if err != nil {
		return err
	}
	to := filepath.Join(root, "agent", "frozen", g.EmbeddedFile(slot, config.Variant))
	if !f.Force {
		if err := a.checkBetter(ctx, &f.match, replacement{g, slot, config.Variant, w, to}); err != nil {
			return err
		}
	}
	return a.freeze(w, to, "build the programs that embed them again: go build -o bin/ ./cmd/evolve ./cmd/my_player\n")
}

func (f *freezeFlags) slot(w *features.Weights) (frozen.Slot, error) {
	switch {
	case f.As == string(frozen.Evolved) && (w.Patterns != nil || w.Net != nil):
		return "", badInput(errors.New("--as evolved: the champion has patterns or a net"), "evolved is for weights over named features alone; --as frozen takes any")
	case f.As != "":
		return frozen.Slot(f.As), nil
	case w.Patterns != nil || w.Net != nil:
		return frozen.Frozen, nil
	}
	return frozen.Evolved, nil
}

// freeze writes weights to a file and says what to do next.
func (a *app) freeze(w features.Weights, to, next string) error {
	g, err := a.games.Find(w.Game)
	if err == nil {
		err = w.Check(g.Info().Name, g.Info().Features)
	}
	if err != nil {
		return badInput(err, "the run was made with other features than this program has")
	}
	if err := creatable("--to", to); err != nil {
		return err
	}
	data, err := w.JSON()
	if err != nil {
		return err
	}
	if err := files.Replace(to, data); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s\n%s", to, next)
	return err
}

// checkout finds the root of the checkout around the current folder. Another module in it,
// such as that of another game, is no part of it.
func checkout() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(data), "module evolab\n") {
			return dir, nil
		}
		if err == nil || dir == filepath.Dir(dir) {
			return "", errors.New("not inside a checkout of evolab")
		}
	}
}

// freezeMatch is the match that a champion has to win before it is embedded.
type freezeMatch struct {
	workerFlags
	Games int           `key:"games" doc:"games of the match" range:"2..10000000" even:"true" default:"200"`
	Move  time.Duration `key:"move_time" doc:"seconds of CPU for a move in the match" range:">0..1000000" default:"0.005"`
	Seed  uint64        `key:"seed" doc:"seed of the match's openings and of its agents" default:"1"`
}

func matchFlagNames() []string { return []string{"games", "move-time", "workers", "seed"} }

// replacement is a champion and the slot that it is to be frozen into.
type replacement struct {
	game     agent.Game
	slot     frozen.Slot
	variant  string
	champion features.Weights
	file     string // in the checkout, of the slot
}

// embedded is what the champion would replace: the checkout's file, or what this
// program plays with where the checkout has none.
func (r *replacement) embedded() (features.Weights, string, error) {
	data, err := files.ReadText(r.file, features.MaxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		w, err := r.game.Embedded(r.slot, r.variant)
		return w, "the agent " + string(r.slot), err
	}
	var w features.Weights
	if err == nil {
		w, err = agent.ReadWeights(data)
	}
	if err != nil {
		err = badInput(fmt.Errorf("%s: %w", r.file, err), "--force replaces it without a match")
	}
	return w, filepath.Base(filepath.Dir(r.file)) + "/" + filepath.Base(r.file), err
}

// checkBetter fails unless the champion is clearly better.
func (a *app) checkBetter(ctx context.Context, m *freezeMatch, r replacement) error {
	res, name, err := a.playEmbedded(ctx, m, r)
	if err != nil {
		return err
	}
	score := res.Pairs.Score()
	result := fmt.Sprintf("%s in %s at %s s of CPU a move against %s", score.Percent(), quantity.Of(m.Games, "game"), quantity.Plain(m.Move.Seconds()), name)
	if score.Low <= .5 {
		return &exitError{exitFailed, fmt.Errorf("the champion is not clearly better: %s (needed: an interval above 50 %%); nothing is written", result),
			"--games N plays more, --force freezes it all the same, --to FILE writes it elsewhere"}
	}
	a.remark("the champion is better: %s\n", result)
	return nil
}

// playEmbedded plays the match against the weights to replace, and names them.
func (a *app) playEmbedded(ctx context.Context, m *freezeMatch, r replacement) (res arena.Result, name string, err error) {
	old, name, err := r.embedded()
	if err != nil {
		return res, name, err
	}
	var agents []agent.Agent
	defer func() { closeAgents(agents) }()
	for _, w := range []features.Weights{r.champion, old} {
		// The book's moves say nothing about weights.
		spec := agent.Spec{Name: string(frozen.Frozen), Weights: w}.
			With("time", strconv.FormatFloat(m.Move.Seconds(), 'g', -1, 64)).With("book", "off")
		one, err := r.game.Agent(spec, agent.Env{})
		if err != nil {
			return res, name, badInput(err, "the run was made with other features than this program has")
		}
		agents = append(agents, one)
	}
	match := arena.Match{Variant: r.variant, Games: m.Games, OpeningPlies: 4, Seed: m.Seed, OwnSeeds: true, Timed: true}
	if err := match.Check(r.game); err != nil {
		return res, name, badInput(err, "--force replaces the weights without a match")
	}
	jobs, records, err := a.playMatch(ctx, &arena.Sequential{Match: match}, []string{"champion", name}, arena.Cores{Workers: m.Workers}, arena.Round{Game: r.game, Agents: agents})
	return arena.Sum(jobs, records, 0), name, err
}
