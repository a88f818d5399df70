package report

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/experiments/run"
	"evolab/game"
	"evolab/internal/quantity"
)

// Replay is a game of the champion, step by step.
type Replay struct {
	First, Second string
	Result        string
	Lost          bool // by the champion
	// Mistakes are moves by which the champion gave away a proven win or draw.
	Mistakes int
	Valued   int  // positions whose exact value is known
	Unvalued bool // values were asked for, and none is known
	Steps    []Step
}

// Step is a position and how it came about.
type Step struct {
	Ply     int
	Move    string // "" at the opening
	Side    string
	Note    string // what is known of the move
	Mistake bool
	Board   string // its rows, split by slashes
}

// replays chooses the games to show: the worst mistakes first, then defeats. Games
// that cannot be replayed are reported as a loss.
func replays(ctx context.Context, r *run.Run, o Options) ([]Replay, error) {
	if o.Replays == 0 {
		return nil, nil
	}
	lines := r.TestGames()
	all, errs, err := replayAll(ctx, r.Game(), r.Config.Variant, lines, o)
	if err != nil {
		return nil, err
	}
	var list []Replay
	var what string // is wrong with the first game that is lost
	for i := range all {
		if errs[i] == nil {
			list = append(list, all[i])
		} else if what == "" {
			what = fmt.Sprintf("game %d: %v", lines[i].Game, errs[i])
		}
	}
	if what != "" {
		r.AddLoss(run.Loss{File: run.TestGamesPath, What: what,
			Lost: fmt.Sprintf("%d of %s cannot be shown", len(lines)-len(list), quantity.Of(len(lines), "game"))})
	}
	slices.SortStableFunc(list, func(a, b Replay) int {
		return cmp.Compare(b.weight(), a.weight())
	})
	return list[:min(o.Replays, len(list))], nil
}

// weight is larger for worse games: mistakes first, then defeats.
func (r *Replay) weight() int {
	if r.Lost {
		return 2*r.Mistakes + 1
	}
	return 2 * r.Mistakes
}

// replayAll judges games concurrently: each has its replay or its error.
func replayAll(ctx context.Context, g agent.Game, variant string, lines []arena.Line, o Options) ([]Replay, []error, error) {
	all, errs := make([]Replay, len(lines)), make([]error, len(lines))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(o.Workers)
	o.Progress.Begin("judging the moves", len(lines), "game")
	for i := range lines {
		group.Go(func() error {
			if ctx.Err() == nil {
				all[i], errs[i] = replay(g, variant, &lines[i], o.Nodes)
				o.Progress.Add(1)
			}
			return ctx.Err()
		})
	}
	return all, errs, group.Wait()
}

// replay replays a game and notes what its moves do to the exact value, where that can
// be found with that many nodes. Mistakes are those of the champion.
func replay(g agent.Game, variant string, l *arena.Line, nodes uint64) (Replay, error) {
	r := newReplay(l)
	r.Lost = l.Winner != run.ChampionName && l.Winner != arena.DrawName && !l.Void()
	err := r.walk(g, variant, l, func(step *Step, before string, p *arena.Ply) error {
		b, err := g.Board(variant, before)
		if err != nil {
			return err
		}
		return r.judge(step, b, p.Choice.Move, [2]string{l.First, l.Second}[p.Side] == run.ChampionName, nodes)
	})
	r.Unvalued = r.Valued == 0
	return r, err
}

func newReplay(l *arena.Line) Replay {
	r := Replay{First: l.First, Second: l.Second, Result: l.Winner + " wins (" + l.Reason + ")"}
	switch {
	case l.Void():
		r.Result = "nobody wins (" + l.Reason + ")"
	case l.Winner == arena.DrawName:
		r.Result = "draw (" + l.Reason + ")"
	}
	return r
}

// walk adds the steps of a game; note may add to each what it knows of the move that
// was played in a position.
func (r *Replay) walk(g agent.Game, variant string, l *arena.Line, note func(step *Step, before string, p *arena.Ply) error) error {
	b, err := l.Start(g, variant)
	if err != nil {
		return err
	}
	sides, before := g.Info().Sides, b.Position()
	r.Steps = append(r.Steps, Step{Board: boardRows(before), Note: "the opening"})
	return arena.Replay(b, l.Moves, func(p arena.Ply) error {
		step := Step{Ply: p.Number, Move: p.Move, Side: sides[p.Side]}
		if err := note(&step, before, &p); err != nil {
			return err
		}
		before = b.Position()
		step.Board = boardRows(before)
		r.Steps = append(r.Steps, step)
		return nil
	})
}

// judge notes what the move does to the exact value, if that can be found.
func (r *Replay) judge(step *Step, b agent.Board, m game.Move, mine bool, nodes uint64) error {
	const solvablePlies = 14 // more take too long
	if b.PliesLeft() > solvablePlies {
		return nil
	}
	s, err := review.Judge(b, m, review.Options{Nodes: nodes})
	if err != nil || !s.Known {
		return err
	}
	r.Valued++
	step.Note, step.Mistake = s.Text(), mine && s.Mistake()
	if step.Mistake {
		r.Mistakes++
	}
	return nil
}

//go:embed games.html
var gamesHTML string

// Played is a game that somebody has played, and what is known of why it was lost.
type Played struct {
	Game    agent.Game
	Variant string
	Line    arena.Line
	Loss    *review.Loss // nil: nobody has lost it, or it is not reviewed
}

// playedGame is a game as the page shows it.
type playedGame struct {
	Text, Look string
	Replay     Replay
}

// GamesHTML is a self-contained page of games, lost ones with their mistakes marked.
func GamesHTML(title string, games []Played) ([]byte, error) {
	var list []playedGame
	for i := range games {
		one, err := games[i].page()
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", games[i].Line.Game, err)
		}
		list = append(list, one)
	}
	return render(template.New("games"), gamesHTML, struct {
		Title, MoveForm string
		Games           []playedGame
		CSS             template.CSS
		JS              template.JS
	}{title, games[0].Game.Info().Layout.Moves, list, template.CSS(BoardStyle + pageCSS), template.JS(PageScript())})
}

func (p *Played) page() (playedGame, error) {
	info := p.Game.Info()
	look, err := Look(info)
	if err != nil {
		return playedGame{}, err
	}
	r := newReplay(&p.Line)
	if p.single() {
		r.Result = "a single move"
	}
	err = r.walk(p.Game, p.Variant, &p.Line, func(step *Step, _ string, _ *arena.Ply) error {
		if p.Loss != nil && step.Ply == p.Loss.Ply {
			step.Note, step.Mistake = p.Loss.Text(), true
			r.Mistakes = 1
		}
		return nil
	})
	return playedGame{fmt.Sprintf("Game %d: %s.", p.Line.Game, p.ending(info.Sides)), look, r}, err
}

// single reports whether all of the game is one legal move in time.
func (p *Played) single() bool { return p.Line.Rules.PlyCap == 1 && p.Line.Plies == 1 }

// ending says who won or lost, and what the record has besides.
func (p *Played) ending(sides [2]string) string {
	text := "nobody has won"
	switch loser, lost := review.Loser(&p.Line); {
	case p.Loss != nil:
		text = fmt.Sprintf("%s lost as %s", p.Loss.Player, p.Loss.Side)
	case lost:
		text = fmt.Sprintf("%s won as %s", p.Line.Winner, sides[loser.Other()])
	case p.single():
		text = "a legal move in time"
	case p.Line.Winner == arena.DrawName:
		text = "a draw"
	}
	if p.Line.Detail != "" {
		text += ": " + p.Line.Detail
	}
	return text
}

// PageScript is the whole script of the pages of this package.
func PageScript() string { return BoardScript + pageJS }

// BoardScript draws boards on a page, in the style of BoardStyle.
//
//go:embed board.js
var BoardScript string

//go:embed board.css
var BoardStyle string

// Look describes the run's boards to the page's script, as JSON.
func (r *Run) Look() (string, error) { return Look(r.Game().Info()) }

// Look describes a game's boards to a script that draws them, as JSON.
func Look(info agent.Info) (string, error) {
	chess := info.Layout.Moves != "" && !info.Layout.Pairs
	text, err := json.Marshal(struct {
		Game string `json:"game"`
		// Signs are those of the game's layout. Without them the boards are bare.
		Signs map[string]string `json:"signs"`
		// Chess names columns by letters and counts rows from the bottom. Other
		// boards are counted from 0 at the top left.
		Chess bool `json:"chess"`
		// Down: those rows are counted from the top.
		Down bool `json:"down,omitempty"`
		// Across: moves name the column of a square before its row.
		Across bool     `json:"across"`
		Ground []string `json:"ground,omitempty"` // of the layout
	}{info.Name, info.Layout.Signs, chess, chess && info.Layout.Down, info.Layout.Across, info.Layout.Ground})
	return string(text), err
}

// MoveForm is how moves name their squares, "" if unknown.
func (r *Run) MoveForm() string { return r.Game().Info().Layout.Moves }

// boardRows are the rows of a position split by slashes, the top one first: the
// first field of its line, whatever the game.
func boardRows(position string) string {
	first, _, _ := strings.Cut(position, " ")
	return first
}
