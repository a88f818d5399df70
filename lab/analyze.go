package lab

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/features"
	"evolab/search"
	"evolab/search/cputime"
)

// analysis is the result line of a position.
type analysis struct {
	Line     int    `json:"line,omitempty"` // of standard input, from 1; 0 for --position
	Position string `json:"position"`
	Move     string `json:"move"`
	// Score is win, loss or draw where that is proven, else a number in standard
	// deviations along the weight vector; null for an agent that does not search.
	Score   any          `json:"score"`
	Exact   bool         `json:"exact"`
	Depth   int          `json:"depth"`
	Nodes   uint64       `json:"nodes"`
	Seconds float64      `json:"seconds"`
	PV      []string     `json:"pv"`
	Explain *explanation `json:"explain,omitempty"`
}

type analyzeFlags struct {
	positionFlags
	agent   string
	seed    uint64
	explain bool
	confine confineFlags
}

func analyzeCommand(a *app) *cobra.Command {
	var f analyzeFlags
	c := &cobra.Command{
		Use: "analyze", Short: "Show what an agent plays in positions, and why", Args: cobra.NoArgs,
		Long: "Show what an agent plays in a position, or in each line of standard input, and why.\n\n" +
			"--explain breaks down the evaluation of the position itself, before any search. For each feature it shows the\n" +
			"value, the value in standard deviations (normalised), the weight, and the contribution: normalised value times weight.\n" +
			"The contributions add up to the total, the score for the side to move: above 0 the evaluation prefers that side.\n" +
			shareMeaning,
		RunE: func(c *cobra.Command, _ []string) error { return a.analyze(c.Context(), &f) },
	}
	f.add(a, c)
	f.confine.add(c)
	c.Flags().StringVar(&f.agent, "agent", "frozen", "the agent, as NAME or NAME:key=value,... (evolve agents)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of the agent")
	c.Flags().BoolVar(&f.explain, "explain", false, "show what each feature contributes to the evaluation of the position (agents: frozen, evolved, hand)")
	return c
}

func (a *app) analyze(ctx context.Context, f *analyzeFlags) error {
	g, err := f.find()
	if err != nil {
		return err
	}
	var why *explainer
	if f.explain {
		if why, err = newExplainer(g, f.agent); err != nil {
			return err
		}
	}
	ready, err := openAgent(g, f.agent, agent.Env{Log: a.err, Programs: f.confine.programs(a), Think: agent.DefaultTime})
	if err != nil {
		return err
	}
	defer ready.Close()
	return a.eachPosition(&f.positionFlags, func(line int, text string, b agent.Board) error {
		x, err := why.explain(b)
		if err != nil {
			return err
		}
		done := a.busy("thinking")
		got, err := analyze(ctx, ready, text, b, f.seed)
		done()
		if err != nil {
			return err
		}
		got.Line, got.Explain = line, x
		return a.print(got, "%s", got.text())
	})
}

func analyze(ctx context.Context, ready agent.Agent, text string, b agent.Board, seed uint64) (analysis, error) {
	got := analysis{Position: text, PV: []string{}}
	if b.Outcome().Over() {
		return got, badInput(errors.New("evolve: the game is over in this position"), "")
	}
	player, err := ready.Player(seed)
	if err != nil {
		return got, err
	}
	defer player.Close()
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	started := cputime.Thread()
	choice, err := player.Choose(ctx, b, agent.Clock{})
	if err != nil {
		return got, err
	}
	got.Seconds = (cputime.Thread() - started).Seconds()
	if choice.CPU > 0 {
		got.Seconds = choice.CPU.Seconds()
	}
	got.Move = b.FormatMove(choice.Move)
	if choice.Searched {
		got.Score, got.Exact, got.Depth, got.Nodes = scoreOf(choice), choice.Exact, choice.Depth, choice.Nodes
		for _, m := range choice.PV {
			got.PV = append(got.PV, b.FormatMove(m))
			b.Play(m)
		}
	}
	return got, nil
}

func scoreOf(c agent.Choice) any {
	switch {
	case c.Score > search.Proven:
		return "win"
	case c.Score < -search.Proven:
		return "loss"
	case c.Exact:
		return "draw"
	}
	return float64(c.Score) / features.Unit
}

func (got *analysis) text() string {
	score := "-"
	switch s := got.Score.(type) {
	case float64:
		score = fmt.Sprintf("%+.3f", s)
	case string:
		score = s
	}
	text := ""
	if got.Line > 0 { // one of several answers
		text = fmt.Sprintf("line %d: %s\n", got.Line, got.Position)
	}
	text += fmt.Sprintf("%-6s score %s  depth %d  nodes %d  %.3f s  pv %s\n",
		got.Move, score, got.Depth, got.Nodes, got.Seconds, strings.Join(got.PV, " "))
	if got.Explain != nil {
		text += explanationText(got.Explain)
	}
	return text
}
