package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/internal/quantity"
	"evolab/lab/term"
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
	Agent   string `key:"agent" doc:"the agent, as NAME or NAME:key=value,... (evolve agents)" default:"frozen"`
	Seed    uint64 `key:"seed" doc:"seed of the agent" default:"1"`
	explain bool
	confine confineFlags
}

func analyzeCommand(a *app) *cobra.Command {
	var f analyzeFlags
	c := &cobra.Command{
		Use: "analyze", Short: "Show what an agent plays in positions, and why", Args: arguments(0, 0),
		Long: "Show what an agent plays in a position, or in each line of standard input, and why.\n\n" +
			"--explain breaks down the evaluation of the position itself, before any search. For each feature it shows the\n" +
			"value, the value in standard deviations (normalised), the weight, and the contribution: normalised value times weight.\n" +
			"The contributions add up to the total, the score for the side to move: above 0 the evaluation prefers that side.\n" +
			"\n" + shareMeaning,
		RunE: func(c *cobra.Command, _ []string) error { return a.analyze(c.Context(), &f) },
	}
	f.add(a, c)
	f.confine.add(c)
	bind(c, &f)
	c.Flags().BoolVar(&f.explain, "explain", false, "show what each feature contributes to the evaluation of the position (agents: "+strings.Join(agent.LinearKinds(), ", ")+")")
	return c
}

func (a *app) analyze(ctx context.Context, f *analyzeFlags) error {
	g, err := f.find()
	if err != nil {
		return err
	}
	var why *explainer
	if f.explain {
		if why, err = newExplainer(g, f.Agent); err != nil {
			return err
		}
	}
	ready, err := openAgent(g, f.Agent, agent.Env{Log: a.err, Programs: f.confine.programs(a), Think: agent.DefaultTime})
	if err != nil {
		return err
	}
	defer ready.Close()
	return a.eachPosition(&f.positionFlags, func(line int, text string, b agent.Board) error {
		x, err := why.explain(b)
		if err != nil {
			return err
		}
		done := term.Busy(a.err, "thinking")
		got, err := analyze(ctx, ready, text, b, f.Seed)
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
		return got, badInput(errors.New("the game is over in this position"), gameOverHint)
	}
	player, err := ready.Player(seed)
	if err != nil {
		return got, err
	}
	defer player.Close()
	watch := cputime.Start()
	defer watch.Stop()
	choice, err := player.Choose(ctx, b, agent.Clock{})
	if err != nil {
		return got, err
	}
	got.Seconds = watch.Used().Seconds()
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

// explainer explains an agent's evaluations; nil explains nothing.
type explainer agent.Spec

func newExplainer(g agent.Game, name string) (*explainer, error) {
	spec, err := parseSpec(name)
	if err != nil {
		return nil, err
	}
	start, err := g.Board("", "start")
	if err != nil {
		return nil, err
	}
	_, err = start.Evaluation(spec)
	if errors.Is(err, agent.ErrNoEvaluation) {
		return nil, badInput(err, "leave out --explain, or explain your own weights: --agent frozen:weights=FILE")
	}
	return (*explainer)(&spec), badInput(err, "a weights file is what evolve freeze writes")
}

// explain breaks down the evaluation of the position itself; the analysis has
// what a search finds beyond it.
func (e *explainer) explain(b agent.Board) (*explanation, error) {
	if e == nil {
		return nil, nil
	}
	w, err := b.Evaluation(agent.Spec(*e))
	if err != nil {
		return nil, err
	}
	x, err := b.Explain(w)
	return &explanation{x, run.Phases(&w)}, err
}

// explanation adds what is known of the phases of the weights.
type explanation struct {
	features.Explanation
	Phases []string `json:"phases,omitempty"`
}

// explanationText is a table with a line for each feature.
func explanationText(x *explanation) string {
	var b strings.Builder
	b.WriteString("evaluation of this position for the side to move")
	switch x.Phase {
	case features.BlendPhase:
		fmt.Fprintf(&b, ", by weights between its phases (%s %% of the game is over)", quantity.Digits(100*x.Progress, 3))
	case features.OpeningPhase, features.EndgamePhase:
		after := fmt.Sprintf("the endgame begins at %s %%", quantity.Digits(100*x.From, 3))
		if x.From >= 1 {
			after = "those of the endgame are for 100 %, which no game reaches"
		}
		fmt.Fprintf(&b, ", by the weights of the %s (%s %% of the game is over; %s)", x.Phase, quantity.Digits(100*x.Progress, 3), after)
	}
	b.WriteString(":\n")
	for _, p := range x.Phases {
		fmt.Fprintf(&b, "phase: %s\n", p)
	}
	width := len("feature")
	for _, p := range x.Features {
		width = max(width, len(p.Feature))
	}
	fmt.Fprintf(&b, "%-*s %7s %11s %8s %13s %10s\n", width, "feature", "value", "normalised", "weight", "contribution", "of total")
	for _, p := range x.Features {
		fmt.Fprintf(&b, "%-*s %7d %+11.3f %+8.3f %+13.3f %10s\n", width, p.Feature, p.Value, p.Normalized, p.Weight, p.Contribution, shareText(p.Share))
	}
	var share *float64
	if whole := 1.0; x.Score != 0 {
		share = &whole
	}
	fmt.Fprintf(&b, "%-*s %7s %11s %8s %+13.3f %10s\n", width, "total", "", "", "", x.Score, shareText(share))
	b.WriteString(placesText(x.Places))
	b.WriteString(term.Paragraphs(shareMeaning, 80) + "\n")
	return b.String()
}

// placesText is a table of the places of the patterns that count most.
func placesText(places []features.Place) string {
	if len(places) == 0 {
		return ""
	}
	width := len("pattern")
	board := len("board")
	for _, p := range places {
		width, board = max(width, len(p.Shape)), max(board, len(p.Board))
	}
	var b strings.Builder
	b.WriteString("of patterns, the places that count most (x own, o enemy, . empty,\n- not looked at; place: row,column of the upper left corner):\n")
	fmt.Fprintf(&b, "%-*s %6s %-*s %8s %13s %10s\n", width, "pattern", "place", board, "board", "weight", "contribution", "of total")
	for _, p := range places {
		row, col := p.Cells[0][0], p.Cells[0][1]
		for _, c := range p.Cells {
			row, col = min(row, c[0]), min(col, c[1])
		}
		fmt.Fprintf(&b, "%-*s %6s %-*s %+8.3f %+13.3f %10s\n", width, p.Shape, fmt.Sprintf("%d,%d", row, col), board, p.Board, p.Weight, p.Contribution, shareText(p.Share))
	}
	return b.String()
}

// shareMeaning explains the last column: whoever takes its sign for that of the
// contribution misreads a bad position.
const shareMeaning = "of total: contribution / total. + pushes the total the way it already points, up or down; - pushes against it; together 100 %."

func shareText(share *float64) string {
	if share == nil {
		return "-"
	}
	return fmt.Sprintf("%+.1f %%", 100**share)
}
