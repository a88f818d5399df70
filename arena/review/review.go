// Package review finds where games were lost: the first move that gave away a
// proven win or draw, and what lost games have in common.
//
// A Verdict is what one move did (verdict.go), a Loss is one lost game (review.go), and a
// Summary is all games of a player (summary.go).
package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/untrusted"
	"evolab/search"
)

// Options bound the work on a position.
type Options struct {
	Time  time.Duration `key:"time" doc:"seconds of CPU for the proof of a position" range:">0..1000000"` // 0: no limit
	Deep  int           `key:"deep" doc:"nodes to search where no proof is found; 0: no estimates" range:"0..1000000000"`
	Nodes uint64        // of a proof; 0: no limit
	Table int           // MB of a proof's table at most; 0: as many as it can use
	// Between is called before each position, unless it is nil; its error ends the review.
	Between func() error
}

// DefaultOptions take a few seconds for a game.
func DefaultOptions() Options { return Options{Time: time.Second, Deep: 20_000} }

// next is called before each position; an error ends the review.
func (o *Options) next(ctx context.Context) error {
	if ctx.Err() != nil || o.Between == nil {
		return ctx.Err()
	}
	return o.Between()
}

// Loss is a game that a player has lost, and where.
type Loss struct {
	Game   int    `json:"game"`
	Player string `json:"player"`
	Side   string `json:"side"`
	// Ply is the ply of the mistake, from 1, and Move what was played; 0 and "" if no
	// mistake can be named.
	Ply  int    `json:"ply"`
	Move string `json:"move"`
	// Kept are the moves that would have kept the value, or what a deep search
	// prefers.
	Kept []string `json:"kept"`
	// Exact: the value before and after the move is proven, or that the game was
	// lost from the start.
	Exact bool   `json:"exact"`
	Was   string `json:"was,omitempty"` // win or draw: what the move gave away
	// FromStart: no move of the player lost the game.
	FromStart bool     `json:"from_start"`
	Early     string   `json:"early,omitempty"` // how the rules end the game before it was lost, and where
	Reason    string   `json:"reason"`          // of the game's end
	Position  string   `json:"position,omitempty"`
	Tags      []string `json:"tags"` // what kind of mistake it was
	// CPU is what the player used, of Allowed seconds; 0: there was no limit.
	CPU     float64 `json:"cpu"`
	Allowed float64 `json:"allowed,omitempty"`

	// Earlier: the proofs begin after the mistake.
	earlier bool
}

// turn is a position in which the loser had to move, and what it played.
type turn struct {
	ply   int
	board agent.Board // before the move
	move  game.Move
}

// reviewer looks at the games of one variant.
type reviewer struct {
	game    agent.Game
	info    agent.Info
	variant string
	options Options
}

// boardAfter is the board after a move.
func (r *reviewer) boardAfter(b agent.Board, m game.Move) (agent.Board, error) {
	next, err := r.game.Board(r.variant, b.Position())
	if err != nil {
		return nil, err
	}
	next.Play(m)
	return next, nil
}

// Loser is the side that has lost a game, if one has.
func Loser(l *arena.Line) (game.Side, bool) {
	switch l.Result() {
	case game.FirstWins:
		return game.Second, true
	case game.SecondWins:
		return game.First, true
	}
	return 0, false
}

// Game reviews a game that somebody has lost.
func Game(ctx context.Context, g agent.Game, variant string, l *arena.Line, o Options) (*Loss, error) {
	side, lost := Loser(l)
	if !lost {
		return nil, fmt.Errorf("game %d: nobody lost it", l.Game)
	}
	turns, last, err := turnsOf(g, variant, l, side)
	if err != nil {
		return nil, err
	}
	r := &reviewer{game: g, info: g.Info(), variant: variant, options: o}
	loss := &Loss{
		Game: l.Game, Player: [2]string{l.First, l.Second}[side], Side: r.info.Sides[side], Kept: []string{}, Tags: []string{},
		Reason: l.Reason, CPU: l.CPU[side], Allowed: l.Rules.GameTime,
	}
	byRules := slices.Contains([]string{arena.Normal, arena.PlyLimit, arena.Repetition, arena.NoProgress}, l.Reason)
	switch end := last.Outcome(); {
	case end.Over() && len(last.Played()) < len(l.Moves) && end.Result != game.Win(side.Other()):
		loss.Early = fmt.Sprintf("%s after ply %d", r.info.Verdict(end, true), len(last.Played()))
		return loss, nil
	case !byRules && !end.Over():
		lost, err := loss.noteEnd(last, side, len(l.Moves)+1, o)
		if err != nil || loss.Ply > 0 || len(turns) == 0 && !lost {
			return loss, err
		}
	}
	return loss, loss.find(ctx, r, turns)
}

// turnsOf replays a game as far as its rules go, which the record's rules may not have
// been; last is the position there.
func turnsOf(g agent.Game, variant string, l *arena.Line, side game.Side) (list []turn, last agent.Board, err error) {
	b, err := l.Start(g, variant)
	if err != nil {
		return nil, nil, fmt.Errorf("game %d: %w", l.Game, err)
	}
	before, errOver := b.Position(), errors.New("the rules end the game here")
	err = arena.Replay(b, l.Moves, func(p arena.Ply) error {
		position := before
		before = b.Position()
		if p.Side == side {
			then, err := g.Board(variant, position)
			if err != nil {
				return err
			}
			list = append(list, turn{p.Number, then, p.Choice.Move})
		}
		if b.Outcome().Over() {
			return errOver
		}
		return nil
	})
	if err != nil && !errors.Is(err, errOver) {
		return nil, nil, fmt.Errorf("game %d: %w", l.Game, err)
	}
	return list, b, nil
}

// find looks for the first mistake, starting from the end of the game: the fewer
// plies are left, the easier the proof.
func (l *Loss) find(ctx context.Context, r *reviewer, turns []turn) error {
	first, open := -1, 0
	for i := len(turns) - 1; i >= 0; i-- {
		if err := r.options.next(ctx); err != nil {
			return err
		}
		v, err := Judge(turns[i].board, turns[i].move, r.options)
		if err != nil {
			return err
		}
		if !v.Known {
			open = i + 1
			break
		}
		if l.earlier = v.Value < 0; v.Value >= 0 && !v.Keeps {
			first = i
			l.noteMistake(&turns[i], v)
		}
	}
	switch {
	case open > 0 && (l.earlier || first < 0):
		return r.estimate(ctx, l, turns[:open])
	case first < 0:
		l.FromStart, l.Exact = true, true
	}
	if l.Ply == 0 {
		return nil
	}
	var err error
	l.Tags, err = r.tags(&turns[first], l)
	return err
}

func (l *Loss) noteMistake(t *turn, v Verdict) {
	l.Ply, l.Move, l.Kept, l.Exact = t.ply, t.board.FormatMove(t.move), v.Kept, true
	l.Was, l.Position = v.Had(), t.board.Position()
}

// noteEnd notes a loss that no legal move caused: an illegal move, no move in time,
// or, over a network, a player who did not come or who left while the other was to
// move. It is the mistake unless the game is proven to have been lost before. Who gives a
// game up, or lost it for a reason that nobody noted, mostly had lost it before: that is a
// mistake only if the game is proven not to have been lost.
func (l *Loss) noteEnd(b agent.Board, side game.Side, ply int, o Options) (lost bool, err error) {
	v, err := Judge(b, 0, o)
	if b.Turn() != side {
		v = Verdict{Known: v.Known, Value: -v.Value, Kept: []string{}}
	}
	if lost = v.Known && v.Value < 0; err != nil || lost || !v.Known && l.givenUp() {
		return lost, err
	}
	l.Ply, l.Exact, l.Position, l.Tags = ply, v.Known, b.Position(), []string{"loses by " + l.Reason}
	if l.givenUp() {
		l.Tags = []string{"gives up a game that is not lost"}
	}
	if v.Known {
		l.Kept, l.Was = v.Kept, v.Had()
	}
	return false, nil
}

// givenUp reports whether the board was not what ended the game, and no fault of the
// player is known either.
func (l *Loss) givenUp() bool { return l.Reason == "" || l.Reason == arena.Resigned }

// estimate names the worst move by a deep search, where nothing can be proven:
// the one after which the score of the best evaluation falls most.
func (r *reviewer) estimate(ctx context.Context, l *Loss, turns []turn) error {
	l.Ply, l.Move, l.Kept, l.Exact, l.Was, l.Position = 0, "", []string{}, false, "", ""
	if r.options.Deep == 0 {
		return nil
	}
	spec := agent.Spec{Name: "frozen"}.With("nodes", strconv.Itoa(r.options.Deep)).With("book", "off")
	thinker, err := r.game.Agent(spec, agent.Env{})
	if err != nil {
		return err
	}
	defer thinker.Close()
	worst := 0
	for i := range turns {
		if err := r.options.next(ctx); err != nil {
			return err
		}
		drop, better, err := r.scoreLoss(ctx, thinker, &turns[i])
		if err != nil {
			return err
		}
		if drop > worst {
			t := &turns[i]
			worst = drop
			l.Ply, l.Move, l.Position = t.ply, t.board.FormatMove(t.move), t.board.Position()
			l.Kept = []string{better}
			if l.Tags, err = r.tags(t, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// scoreLoss is how much less a move is worth than the best one.
func (r *reviewer) scoreLoss(ctx context.Context, thinker agent.Agent, t *turn) (drop int, better string, err error) {
	best, err := think(ctx, thinker, t.board)
	if err != nil || best.Move == t.move {
		return 0, "", err
	}
	after, err := r.boardAfter(t.board, t.move)
	if err != nil {
		return 0, "", err
	}
	if end := after.Outcome(); end.Over() {
		return clampScore(best.Score) - finalScore(end.Result, t.board.Turn()), t.board.FormatMove(best.Move), nil
	}
	reply, err := think(ctx, thinker, after)
	return clampScore(best.Score) + clampScore(reply.Score), t.board.FormatMove(best.Move), err
}

// finalScore is the score of a game that is over.
func finalScore(r game.Result, side game.Side) int {
	switch r {
	case game.Win(side):
		return search.Proven
	case game.Draw:
		return 0
	}
	return -search.Proven
}

// clampScore limits a score, so that proven wins of different length differ little.
func clampScore(score int) int { return max(-search.Proven, min(search.Proven, score)) }

// think is what an agent chooses in a position.
func think(ctx context.Context, a agent.Agent, b agent.Board) (agent.Choice, error) {
	p, err := a.Player(1)
	if err != nil {
		return agent.Choice{}, err
	}
	defer p.Close()
	return p.Choose(ctx, b, agent.Clock{PliesLeft: b.PliesLeft()})
}

// tags say what kind of mistake a move was, compared with those that would have been
// better.
func (r *reviewer) tags(t *turn, l *Loss) ([]string, error) {
	tags := []string{}
	add := func(applies bool, tag string) {
		if applies {
			tags = append(tags, tag)
		}
	}
	var kept []game.Move
	for _, text := range l.Kept {
		if m, err := t.board.ParseMove(text); err == nil {
			kept = append(kept, m)
		}
	}
	stays := func(m game.Move) bool { return !t.board.IsPass(m) }
	add(!stays(t.move), "passes")
	add(stays(t.move) && len(kept) > 0 && !slices.ContainsFunc(kept, stays), "does not pass")
	if r.info.Layout.Removes != nil { // every move takes pieces
		return tags, nil
	}
	took, loses, err := r.exchange(t.board, t.move)
	if err != nil {
		return nil, err
	}
	best, least := 0, loses
	for _, m := range kept {
		takes, gives, err := r.exchange(t.board, m)
		if err != nil {
			return nil, err
		}
		best, least = max(best, takes), min(least, gives)
	}
	add(best > took, "misses a capture")
	add(took > 0 && best == 0, "captures where another move was better")
	add(loses > least, "lets pieces be captured")
	return tags, nil
}

// exchange is how many pieces a move captures, and the most that the opponent can
// capture next.
func (r *reviewer) exchange(b agent.Board, m game.Move) (takes, gives int, err error) {
	after, err := r.boardAfter(b, m)
	if err != nil {
		return 0, 0, err
	}
	takes = r.piecesLost(b, after)
	if after.Outcome().Over() {
		return takes, 0, nil
	}
	for _, reply := range after.Moves(nil) {
		next, err := r.boardAfter(after, reply)
		if err != nil {
			return 0, 0, err
		}
		gives = max(gives, r.piecesLost(after, next))
	}
	return takes, gives, nil
}

// piecesLost is how many pieces the side that did not move has lost by a move.
func (r *reviewer) piecesLost(before, after agent.Board) int {
	side := before.Turn().Other()
	return max(0, board.Pieces(r.info.Layout, before)[side]-board.Pieces(r.info.Layout, after)[side])
}

// maxQuote limits what a line quotes from a record, in characters.
const maxQuote = 400

// Text says on a line where a game was lost.
func (l *Loss) Text() string {
	move := untrusted.Line(l.Move, maxQuote)
	end := fmt.Sprintf("ply %d: %s", l.Ply, untrusted.Line(l.Reason, maxQuote)) // of a game without a mistaken move
	if l.givenUp() {
		end = fmt.Sprintf("after ply %d: giving up", l.Ply-1)
	}
	switch {
	case l.Early != "":
		return "no loss by the course's rules: " + l.Early
	case l.FromStart:
		return "every move lost, from the start"
	case l.Ply == 0:
		return "where is not known (no proof reaches back to it)"
	case !l.Exact && l.Move == "":
		return end + " ends the game (whether it was lost before is not known)"
	case !l.Exact:
		return fmt.Sprintf("ply %d, %s, may be the mistake (estimate; %s looks better)%s", l.Ply, move, l.Kept[0], l.tagText())
	case l.Move == "" && len(l.Kept) == 0: // the other side was to move
		return fmt.Sprintf("%s gives away a %s", end, l.Was)
	case l.Move == "":
		return fmt.Sprintf("%s gives away a %s, which %s", end, l.Was, keepPhrase(l.Kept))
	default:
		return fmt.Sprintf("ply %d, %s, gives away a %s, which %s%s", l.Ply, move, l.Was, keepPhrase(l.Kept), l.tagText())
	}
}

func (l *Loss) tagText() string {
	if len(l.Tags) == 0 {
		return ""
	}
	return " (" + strings.Join(l.Tags, ", ") + ")"
}

// keepPhrase names moves that keep a value, the first of many.
func keepPhrase(kept []string) string {
	const most = 4
	switch n := len(kept); {
	case n == 1:
		return kept[0] + " alone keeps"
	case n > most:
		return fmt.Sprintf("%s and %d more keep", strings.Join(kept[:most], ", "), n-most)
	}
	return strings.Join(kept, ", ") + " keep"
}
