package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
	"evolab/host/compile"
	"evolab/internal/config"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/search/decide"
)

// Parts is what a game brings to the lab.
type Parts[S comparable] struct {
	Rules game.Rules[S]
	Set   features.Set[S]
	// Geometry is the board for patterns; nil: the game has none. It becomes the
	// Set's.
	Geometry func(variant string) (pattern.Geometry, error)
	Hand     features.Weights
	Tactics  features.Tactics[S]
	Layout   Layout
	Names    compile.Names // of the files of programs
	Files    Files[S]      // the file protocol of programs; zero if there is none
	// Engine begins a game with a program that speaks gtp; nil: the game has none.
	Engine func() dialogue[S]
	// Client begins a game with a program that speaks artemis; nil: the game has none.
	Client func() dialogue[S]
	Draws  Draws[S]
	// MaxLead makes the lead in Tactics.Material, capped here, the margin of games
	// without a score; 0: only the result counts.
	MaxLead int
	// Look is how far an evaluation agent looks ahead if nothing else limits it:
	// never a time, so that its games are repeatable. It is enough to beat random
	// in all games, and little enough for matches to end.
	Look search.Limits
	Own  []Own[S] // agents that only this game has; Kinds lists them too
	// Knows makes what sees farther than a search, for one player in one game; nil:
	// the game has none. The clock is the player's, book says whether to look up the
	// opening, and rand draws among a book's equal moves.
	Knows func(book bool, rand game.Rand, clock func() time.Duration) decide.Knower[S]
	// Endings opens the values of all positions with up to so many pieces, at least those
	// that come with the program, which several players share; nil: the game has none.
	Endings func(pieces int) (Endings[S], error)
	// Shipped is the endings as shipped programs have them; nil: they have none.
	Shipped func() Endings[S]
	// Estimate is features.Hints.Estimate where endings are used; nil: there is none.
	Estimate func(s *S) int
	// Cells is the number of cells of the board; nil: all boards have one size.
	Cells func(s *S) int
	// Ends is where games usually end, by the number of cells.
	Ends []End
	// Solve proves the value of a position, within limits on the clock. If it is
	// nil, or gives up before the first node, the search solves the position to the end
	// of the game. No agent may ask it: Knows says what an agent knows.
	Solve  func(s *S, limits search.Limits, clock func() time.Duration) search.Proof
	Speeds Speeds
	// Even reports whether neither side can make progress any more, so that a game of
	// self-play ends as a draw; nil: no game does.
	Even func(s *S) bool
}

// Endings are the exact values of positions with few pieces: moves at the root, and the
// ends of the search's lines (features.Hints.Ending).
type Endings[S comparable] interface {
	decide.Knower[S]
	Ending(s *S) int
}

// Own is an agent of one game.
type Own[S comparable] struct {
	Name string
	// New begins a game and returns what chooses the moves.
	New func(r game.Rand) func(s *S) game.Move
}

// Draws are draws that need the history of a game, or that end games which the rules
// would never end. The zero value has none. Repetitions are counted by the board, which
// alone ends games (Repeated); by players, for each move (think.Past); by the search, in
// its line (search/repetition.go); and by self-play, which has no board (selfplay.Ground).
type Draws[S comparable] struct {
	// Repetition is how often a position has to occur; 0: no limit.
	Repetition int
	// Same is equal for positions that count as a repetition; nil: their hash.
	Same func(*S) uint64
	// PlyCap is the number of plies of a game; 0: the rules end it.
	PlyCap int
	// Reason is that of a draw by the game's own rules; "" is a normal end. If it is set,
	// Repetition is such a rule, too: players then count on the draw, and otherwise take a
	// repetition for a loss of time.
	Reason string
}

// Bind hides the type of a game's positions.
func Bind[S comparable, P game.Position[S]](parts Parts[S]) Game {
	parts.Set.Geometry = parts.Geometry
	if parts.Draws.Same == nil {
		parts.Draws.Same = func(s *S) uint64 { return P(s).Hash() }
	}
	return &bound[S, P]{parts}
}

type bound[S comparable, P game.Position[S]] struct{ Parts[S] }

func (g *bound[S, P]) Info() Info {
	r := &g.Rules
	return Info{
		Name: r.Name, Doc: r.Doc, Sides: r.Sides, Variants: r.Variants, PlyLimit: r.PlyLimit,
		MaxMargin: r.MaxMargin, Features: g.Set.List, Hand: g.Hand, Phases: g.Set.Progress != nil, MaxLead: g.MaxLead,
		Layout: g.Layout, Names: g.Names, Repetition: g.Draws.Repetition, PlyCap: g.Draws.PlyCap, DrawReason: g.Draws.Reason,
	}
}

func (g *bound[S, P]) Board(variant, position string) (Board, error) {
	s, err := g.Rules.Parse(variant, position)
	if err != nil {
		refused := config.Refuse(g.Rules.Name+": variant", variant, g.Rules.Variants)
		if strings.HasPrefix(err.Error(), refused.Message+" (allowed: ") { // rules know only their own words
			err = refused
		}
		return nil, err
	}
	return &gameBoard[S, P]{parts: &g.Parts, rules: &g.Rules, start: s, state: s}, nil
}

// gameBoard is a game's Board.
type gameBoard[S comparable, P game.Position[S]] struct {
	parts *Parts[S]
	rules *game.Rules[S]
	start S // the position that the board was set up with
	state S
	moves []game.Move // from start to state
	past  []uint64    // the positions before each of them, if repetition counts; see Draws.Same
	legal []game.Move // room for Allows
}

func (b *gameBoard[S, P]) Turn() game.Side       { return P(&b.state).Turn() }
func (b *gameBoard[S, P]) Outcome() game.Outcome { return P(&b.state).Outcome() }
func (b *gameBoard[S, P]) PliesLeft() int        { return b.rules.PliesLeft(&b.state) }
func (b *gameBoard[S, P]) Hash() uint64          { return P(&b.state).Hash() }
func (b *gameBoard[S, P]) Progress() float64 {
	if b.parts.Set.Progress == nil {
		return 0
	}
	return float64(b.parts.Set.Progress(&b.state)) / 1000
}
func (b *gameBoard[S, P]) Lead() int {
	lead := b.parts.Tactics.Material(&b.state, game.First)
	return max(-b.parts.MaxLead, min(b.parts.MaxLead, lead))
}
func (b *gameBoard[S, P]) Moves(dst []game.Move) []game.Move { return P(&b.state).Moves(dst) }
func (b *gameBoard[S, P]) MovesPastEnd(dst []game.Move) []game.Move {
	if b.rules.MovesPastEnd == nil {
		return dst
	}
	return b.rules.MovesPastEnd(&b.state, dst)
}
func (b *gameBoard[S, P]) IsPass(m game.Move) bool { return b.rules.IsPass(m) }
func (b *gameBoard[S, P]) Position() string        { return b.rules.Format(&b.state) }
func (b *gameBoard[S, P]) Draw() string            { return b.rules.Draw(&b.state) }
func (b *gameBoard[S, P]) ParseMove(text string) (game.Move, error) {
	return b.rules.ParseMove(&b.state, text)
}

// Allows asks a position that can judge a single move, which is faster than a list.
func (b *gameBoard[S, P]) Allows(m game.Move) bool {
	if s, ok := any(P(&b.state)).(interface{ Allows(game.Move) bool }); ok {
		return s.Allows(m)
	}
	b.legal = P(&b.state).Moves(b.legal[:0])
	return slices.Contains(b.legal, m)
}

func (b *gameBoard[S, P]) Restart() { b.state, b.moves, b.past = b.start, b.moves[:0], b.past[:0] }

func (b *gameBoard[S, P]) Play(m game.Move) {
	if b.parts.Draws.Repetition > 0 {
		b.past = append(b.past, b.parts.Draws.Same(&b.state))
	}
	if b.moves == nil {
		const usual = 64 // plies of a long game: growing costs as much as playing quickly
		b.moves = make([]game.Move, 0, min(b.PliesLeft(), usual))
	}
	b.moves = append(b.moves, m)
	P(&b.state).Play(m, &b.state)
}

func (b *gameBoard[S, P]) Played() []game.Move { return b.moves }

func (b *gameBoard[S, P]) PlayedText() []string {
	var list []string
	s := b.start
	for _, m := range b.moves {
		list = append(list, b.rules.FormatMove(&s, m))
		P(&s).Play(m, &s)
	}
	return list
}

func (b *gameBoard[S, P]) Repeated() int {
	if len(b.past) == 0 {
		return 0
	}
	times, now := 1, b.parts.Draws.Same(&b.state)
	for _, key := range b.past[1:] {
		if key == now {
			times++
		}
	}
	return times
}

func (b *gameBoard[S, P]) Ended(plyCap int) (Ending, bool) {
	draws := &b.parts.Draws
	plyCap = cmp.Or(plyCap, draws.PlyCap)
	switch o := b.Outcome(); {
	case o.Over() && o.Result == game.Draw:
		return Ending{o.Result, cmp.Or(draws.Reason, Normal)}, true
	case o.Over():
		return Ending{o.Result, Normal}, true
	case plyCap > 0 && len(b.moves) >= plyCap:
		return Ending{game.Draw, PlyLimit}, true
	case draws.Repetition > 0 && b.Repeated() >= draws.Repetition:
		return Ending{game.Draw, Repetition}, true
	}
	return Ending{}, false
}

func (b *gameBoard[S, P]) FormatMove(m game.Move) string { return b.rules.FormatMove(&b.state, m) }

func (b *gameBoard[S, P]) Broken(m game.Move) string {
	if b.rules.Broken == nil {
		return ""
	}
	return b.rules.Broken(&b.state, m)
}

func (b *gameBoard[S, P]) Perft(depth int) uint64 {
	return game.Perft[S, P](&b.state, depth, b.rules.Count)
}

func (b *gameBoard[S, P]) PerftDivide(depth int) []game.Divide {
	return game.PerftDivide[S, P](&b.state, depth, b.rules.Count)
}

// chooser is a player that knows its game's positions. It is told the keys of the
// game's past positions, if repetition counts; see Draws.Same.
type chooser[S comparable] interface {
	choose(s *S, past []uint64, c Clock) Choice
}

// restarter is a chooser that can begin another game as if it were new.
type restarter interface{ restart(r game.Rand) }

// builtin is an agent that plays in this process.
type builtin[S comparable, P game.Position[S]] struct {
	withOrigin
	start func(game.Rand) chooser[S]
	idle  sync.Pool // choosers whose games are over
}

func (g *bound[S, P]) builtin(start func(game.Rand) chooser[S]) Agent {
	return &builtin[S, P]{start: start}
}

func (a *builtin[S, P]) Player(seed uint64) (Player, error) {
	r := game.NewRand(seed)
	c, ok := a.idle.Get().(chooser[S])
	if ok {
		c.(restarter).restart(r)
	} else {
		c = a.start(r)
	}
	return &builtinPlayer[S, P]{a, c}, nil
}
func (a *builtin[S, P]) Serial() bool { return false }
func (a *builtin[S, P]) Close() error { return nil }

type builtinPlayer[S comparable, P game.Position[S]] struct {
	agent   *builtin[S, P]
	chooser chooser[S] // nil once the player is closed
}

func (p *builtinPlayer[S, P]) Choose(_ context.Context, b Board, c Clock) (Choice, error) {
	typed, err := typedBoard[S, P](b)
	if err != nil {
		return Choice{}, err
	}
	return p.chooser.choose(&typed.state, typed.past, c), nil
}

func (p *builtinPlayer[S, P]) Close() error {
	if _, ok := p.chooser.(restarter); ok {
		p.agent.idle.Put(p.chooser)
	}
	p.chooser = nil
	return nil
}

// typedBoard is where a position gets its type back, once per move.
func typedBoard[S comparable, P game.Position[S]](b Board) (*gameBoard[S, P], error) {
	typed, ok := b.(*gameBoard[S, P])
	if !ok {
		return nil, fmt.Errorf("a board of another game: %s", b.Position())
	}
	return typed, nil
}

// Numbers is the evaluation that weights make in a game, in whole numbers: what
// shipped programs are given. The error is that of features.NumbersOf.
func (g *bound[S, P]) Numbers(w features.Weights) (features.Numbers, error) {
	return features.NumbersOf(g.Set, w)
}

func (g *bound[S, P]) PatternBoard(variant string) (pattern.Geometry, error) {
	if g.Geometry == nil {
		return pattern.Geometry{}, fmt.Errorf("%s has no patterns", g.Rules.Name)
	}
	return g.Geometry(variant)
}

func (g *bound[S, P]) Heaviest(w features.Weights, n int) ([]features.Arrangement, error) {
	return features.Heaviest(g.Set, w, n)
}

// End is where games usually end on boards of this many cells: the median of the
// progress of positions at the end of games of the agent evolved against itself.
// TestEnds in package arena measures it.
type End struct {
	Cells    int // 0: all boards have one size
	Progress float64
}

// End is where games of a variant usually end, as a part of the progress of
// features.Set, 0..1. It is interpolated between the board sizes that have been
// measured, and 1 for games without phases and those that nobody has measured.
func (g *bound[S, P]) End(variant string) float64 {
	if len(g.Ends) == 0 {
		return 1
	}
	cells := 0
	if s, err := g.Rules.Start(variant); err == nil && g.Cells != nil {
		cells = g.Cells(&s)
	}
	at := slices.IndexFunc(g.Ends, func(e End) bool { return e.Cells >= cells })
	switch {
	case at == 0:
		return g.Ends[0].Progress
	case at < 0:
		return g.Ends[len(g.Ends)-1].Progress
	}
	low, high := g.Ends[at-1], g.Ends[at]
	return low.Progress + (high.Progress-low.Progress)*float64(cells-low.Cells)/float64(high.Cells-low.Cells)
}

// ErrNoEvaluation is the error of agents that do not choose by a linear
// evaluation.
var ErrNoEvaluation = errors.New("has no linear evaluation")

func (b *gameBoard[S, P]) Evaluation(spec Spec) (features.Weights, error) {
	if !spec.Kind().Linear {
		return features.Weights{}, fmt.Errorf("%q %w (allowed: %s)", spec, ErrNoEvaluation, strings.Join(LinearKinds(), ", "))
	}
	list, err := b.parts.weights(spec)
	if err != nil {
		return features.Weights{}, err
	}
	return list[b.parts.fitting(list, &b.state)].weights, nil
}

func (b *gameBoard[S, P]) Explain(w features.Weights) (features.Explanation, error) {
	return features.Explain(b.parts.Set, w, &b.state)
}

// Solve asks the game's solver, or else the search.
func (b *gameBoard[S, P]) Solve(limits search.Limits) (search.Proof, error) {
	cputime.Pin()
	defer cputime.Unpin()
	if b.parts.Solve == nil {
		return b.solveBySearch(limits)
	}
	proof := b.parts.Solve(&b.state, limits, cputime.Thread)
	if proof.Nodes == 0 && !proof.Known { // not for this variant
		return b.solveBySearch(limits)
	}
	return proof, nil
}

// solveBySearch finds the value of every move by a search to the end of the game.
func (b *gameBoard[S, P]) solveBySearch(limits search.Limits) (search.Proof, error) {
	eval, err := features.NewLinear(b.parts.Set, b.parts.Hand)
	if err != nil {
		return search.Proof{}, err
	}
	if b.parts.Endings != nil {
		known, err := b.parts.Endings(0)
		if err != nil {
			return search.Proof{}, err
		}
		eval.Hints.Ending = known.Ending
	}
	engine := search.New[S, P](eval, cputime.Thread)
	best := search.Proof{Known: true, Value: -1}
	var until time.Duration
	if limits.Time > 0 {
		until = cputime.Thread() + limits.Time
	}
	for _, m := range b.Moves(nil) {
		value, known := b.valueOf(engine, m, limits, until, &best.Nodes)
		if !known {
			return search.Proof{Nodes: best.Nodes}, nil
		}
		if value > best.Value {
			best.Value, best.Moves = value, nil
		}
		if value == best.Value && value >= 0 {
			best.Moves = append(best.Moves, m)
		}
	}
	return best, nil
}

// valueOf is the value of a move for the side that plays it.
func (b *gameBoard[S, P]) valueOf(engine *search.Engine[S, P], m game.Move, limits search.Limits, until time.Duration, nodes *uint64) (int, bool) {
	var child S
	P(&b.state).Play(m, &child)
	*nodes++
	turn := b.Turn()
	if o := P(&child).Outcome(); o.Over() {
		switch o.Result {
		case game.Draw:
			return 0, true
		case game.Win(turn):
			return 1, true
		}
		return -1, true
	}
	left := search.Limits{Proof: true}
	if limits.Nodes > 0 {
		if *nodes >= limits.Nodes {
			return 0, false
		}
		left.Nodes = limits.Nodes - *nodes
	}
	if until > 0 {
		if left.Time = until - cputime.Thread(); left.Time <= 0 {
			return 0, false
		}
	}
	r := engine.Search(&child, left)
	*nodes += r.Nodes
	switch {
	case r.Score > search.Proven:
		return -1, true
	case r.Score < -search.Proven:
		return 1, true
	}
	return 0, r.Exact
}
