package class

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/course"
	"evolab/course/rubric"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// Loss is a lost game as a teacher would explain it.
type Loss struct {
	Game     int // from 1
	Opponent string
	Text     string
	Recorded int            // its number in the journal, from 1; 0: there is no journal
	Board    string         // at the end, with an illegal move marked; "" if it is not known
	Input    string         // the input.txt that the program failed on; "" for a loss by the rules
	Clock    bool           // Input states the time left, which was a little more
	Stderr   string         // what the program complained about
	Legal    string         // some of the legal moves, in place of an illegal one
	fault    course.Verdict // "" for a loss by the rules
	proven   bool           // a proof names the mistake
	// Mistake is the first move that gave the game away, in words, and Before the board
	// on which it was played; "" without one.
	Mistake, Before string
}

// Own reports whether the program lost by its own doing.
func (l Loss) Own() bool { return l.fault != "" }

// furtherLosses are the lost games but the first lesson's. Those that were lost in the same
// way as it are only counted: same names them.
func furtherLosses(all []Loss, first *Loss) (list []Loss, same string) {
	if first == nil {
		return all, ""
	}
	var numbers []string
	for _, l := range all {
		switch {
		case l.Game == first.Game:
		case l.Own() && l.fault == first.fault:
			numbers = append(numbers, fmt.Sprint(l.Game))
		default:
			list = append(list, l)
		}
	}
	return list, strings.Join(numbers, ", ")
}

// losses describes the lost games, those that the program lost by its own doing first.
func (c *Class) losses(m *Mark) []Loss {
	var own, played []Loss
	for i := range m.lines {
		if !m.hasLost(&m.lines[i]) {
			continue
		}
		loss := c.loss(m, i)
		if loss.Own() {
			own = append(own, loss)
		} else {
			played = append(played, loss)
		}
	}
	return append(own, played...)
}

func (c *Class) loss(m *Mark, i int) Loss {
	l := &m.lines[i]
	loss, found := c.describe(m, l, rubric.Side(&m.Jobs[i])), c.reviews.find(m.Submission, l)
	if c.Out != "" && !c.One { // who hands in one alone does not get the journal
		loss.Recorded = m.places[i] + 1
	}
	loss.proven = found != nil && found.Exact && found.Ply > 0
	c.addMistake(&loss, l, found)
	return loss
}

// firstLesson is the one of the losses to learn from first: the first one with the
// verdict's fault, else the first in which a proof names the mistake, else any; nil for
// none.
func (c *Class) firstLesson(m *Mark, losses []Loss) *Loss {
	is := func(l Loss) bool { return l.proven }
	if list := c.failings(m); len(list) > 0 {
		game := m.lines[list[0].example].Game + 1
		is = func(l Loss) bool { return l.Game == game }
	}
	at := slices.IndexFunc(losses, is)
	if at < 0 {
		at = slices.IndexFunc(losses, func(l Loss) bool { return l.Mistake != "" })
	}
	if at < 0 {
		return nil
	}
	return &losses[at]
}

// The most characters that pages quote of standard error, and of a name.
const maxStderr, maxName = 800, 100

// lastLines is the end of standard error, where a traceback says what went wrong.
func lastLines(stderr string) string {
	runes := []rune(strings.TrimSpace(untrusted.Text(stderr)))
	if len(runes) <= maxStderr {
		return string(runes)
	}
	return "..." + string(runes[len(runes)-maxStderr:])
}

func (c *Class) describe(m *Mark, l *arena.Line, me game.Side) Loss {
	loss := Loss{Game: l.Game + 1, Opponent: [2]string{l.Second, l.First}[me], Stderr: lastLines(l.Stderr[me])}
	cause := m.causeOf(l, me)
	if cause != nil {
		loss.fault = cause.Verdict
	}
	end := c.finalBoard(l)
	if end != nil && loss.Own() {
		loss.Board = c.draw(end, len(l.Moves)+1, illegalMove(l))
		loss.Input, loss.Clock = inputOf(end, l, me)
	}
	where := fmt.Sprintf("at ply %d of game %d", len(l.Moves)+1, loss.Game)
	switch l.Reason {
	case arena.Illegal:
		loss.Legal = legalMoves(end)
		loss.Text = fmt.Sprintf("illegal move %s: %s: see the board", where, brokenRule(end, l))
		if illegalMove(l) != "" {
			loss.Text += ", where it is in brackets"
		}
	case arena.Malformed:
		loss.Text = fmt.Sprintf("output.txt holds no move %s: %s", where, l.Detail)
		if cause.Verdict != course.MalformedOutput { // it failed before it wrote one
			loss.Text = fmt.Sprintf("output.txt is empty %s: %s", where, cause.Text)
		}
	case arena.Time:
		loss.Text = fmt.Sprintf("out of time %s: %s", where, cause.Text)
	case arena.Crash:
		loss.Text = fmt.Sprintf("the program was ended %s: %s", where, cause.Text)
	case arena.NoOutput:
		loss.Text = fmt.Sprintf("no answer %s: %s", where, cause.Text)
	default:
		loss.Text = "lost by the rules" + howItEnded(l)
	}
	loss.Text = untrusted.OneLine(loss.Text)
	return loss
}

// howItEnded describes the end of a game that was lost by the rules.
func howItEnded(l *arena.Line) string {
	text := fmt.Sprintf(", after %s", quantity.Of(l.Plies, "ply"))
	if l.Plies == 1 {
		text = ", after one ply"
	}
	if l.Reason != arena.Normal {
		text = " (" + l.Reason + ")" + text
	}
	return text
}

// legalMoves are some of the legal moves of a board; "" for none.
func legalMoves(b agent.Board) string {
	const most = 8
	if b == nil {
		return ""
	}
	var list []string
	moves := b.Moves(nil)
	for _, m := range moves[:min(most, len(moves))] {
		list = append(list, b.FormatMove(m))
	}
	text := strings.Join(list, ", ")
	if more := len(moves) - len(list); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// addMistake adds what a review has found, unless that is how the game ended: whoever
// crashes needs no advice on openings.
func (c *Class) addMistake(loss *Loss, l *arena.Line, found *review.Loss) {
	if found == nil || loss.Own() || found.Ply > len(l.Moves) {
		return
	}
	loss.Mistake = untrusted.OneLine(found.Text())
	if b, err := c.Grading.Game.Board(l.Variant, found.Position); err == nil && found.Position != "" {
		loss.Before = c.draw(b, found.Ply, found.Move)
	}
}

// finalBoard is how a game ended; nil if it is not known.
func (c *Class) finalBoard(l *arena.Line) agent.Board {
	b, err := l.Start(c.Grading.Game, l.Variant)
	if err != nil || arena.Replay(b, l.Moves, nil) != nil {
		return nil
	}
	return b
}

// draw draws a board on which a ply is to be played, with this move marked; "": none.
func (c *Class) draw(b agent.Board, ply int, move string) string {
	info := c.Grading.Game.Info()
	return fmt.Sprintf("%sply %d: %s to move\n", board.DrawPlain(info.Layout, b, move), ply, info.Label(b.Turn()))
}

// inputOf is the input.txt with which a program was asked for the move that it failed to
// make, and whether it states the time left, which is known as that after the move.
func inputOf(b agent.Board, l *arena.Line, me game.Side) (text string, clock bool) {
	seconds := func(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
	given := agent.Clock{Move: seconds(l.Rules.MoveTime), PliesLeft: b.PliesLeft()}
	if whole := seconds(l.Rules.GameTime); whole > 0 {
		given.Left, clock = max(whole-seconds(l.CPU[me]), 1), true
	}
	input, _, err := b.FileInput(given)
	if err != nil {
		return "", false
	}
	return string(input), clock
}

// illegalMove is the move of the board for which a game was lost; "" if it is not known.
func illegalMove(l *arena.Line) string {
	move, _, ok := strings.Cut(l.Detail, " in ")
	if l.Reason != arena.Illegal || !ok {
		return ""
	}
	return move
}

// brokenRule says which rule an illegal move breaks, if the game knows.
func brokenRule(b agent.Board, l *arena.Line) string {
	move := illegalMove(l)
	if b == nil || move == "" {
		return l.Detail
	}
	if m, err := b.ParseMove(move); err == nil && b.Broken(m) != "" {
		return move + ": " + b.Broken(m)
	}
	return l.Detail
}

// reviewFile keeps what reviews have found, a lost game a line.
const reviewFile = "reviews.jsonl"

// reviewLine is a line of reviewFile. The number of a game is not enough to find it: one
// that was void is played again.
type reviewLine struct {
	Who  string       `json:"who"`
	Game int          `json:"game"`
	Line uint64       `json:"line"` // arena.Line.Key
	Loss *review.Loss `json:"loss"`
}

// reviews are the reviews of a class's lost games.
type reviews struct {
	*files.Journal
	mu    sync.Mutex
	known map[reviewLine]*review.Loss // by all but the loss
}

func openReviews(path string) (*reviews, error) {
	r := &reviews{known: map[reviewLine]*review.Loss{}}
	var err error
	r.Journal, _, err = files.OpenOwnJournal(path, r.keep)
	return r, err
}

// keep stores a line, and reports whether it is one.
func (r *reviews) keep(text []byte) bool {
	var one reviewLine
	if json.Unmarshal(text, &one) != nil || one.Loss == nil {
		return false
	}
	r.store(one)
	return true
}

func (r *reviews) store(one reviewLine) {
	loss := one.Loss
	one.Loss = nil
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[one] = loss
}

// find is the review of a submission's game; nil if there is none.
func (r *reviews) find(s *Submission, l *arena.Line) *review.Loss {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[reviewLine{Who: s.key(), Game: l.Game, Line: l.Key()}]
}

// hasLost reports whether a submission has lost a game.
func (s *Submission) hasLost(l *arena.Line) bool {
	side, lost := review.Loser(l)
	return lost && [2]string{l.First, l.Second}[side] == s.key()
}

// review reviews the lost games that have not been reviewed.
func (c *Class) review(ctx context.Context, marks []*Mark) (err error) {
	if c.reviews, err = openReviews(c.path(reviewFile)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.reviews.Close()) }()
	var open []func() error
	for _, m := range marks {
		for i := range m.lines {
			if l := &m.lines[i]; m.hasLost(l) && c.reviews.find(m.Submission, l) == nil {
				open = append(open, func() error { return c.reviewOne(ctx, m.Submission, l) })
			}
		}
	}
	if len(open) == 0 || ctx.Err() != nil {
		return nil
	}
	c.Progress.Begin("reviewing", len(open), "lost game")
	group := errgroup.Group{}
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for _, one := range open {
		group.Go(func() error {
			defer c.Progress.Add(1)
			if ctx.Err() != nil {
				return nil // pages show the reviews that there are
			}
			return one()
		})
	}
	return group.Wait()
}

// reviewOne reviews a game and keeps the result. The search is limited by nodes, so that
// every machine finds the same: it takes a fraction of a second, more for long games.
func (c *Class) reviewOne(ctx context.Context, s *Submission, l *arena.Line) error {
	const proofNodes, searchNodes = 100_000, 4_000
	loss, err := review.Game(ctx, c.Grading.Game, l.Variant, l, review.Options{Nodes: proofNodes, Deep: searchNodes})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return err
	}
	one := reviewLine{s.key(), l.Game, l.Key(), loss}
	text, err := json.Marshal(one)
	if err != nil {
		return err
	}
	if err := c.reviews.Append(text); err != nil {
		return err
	}
	c.reviews.store(one)
	return nil
}

// commonPatterns is what the games have in common that a submission lost by the rules.
func (c *Class) commonPatterns(m *Mark) review.Summary {
	var losses []*review.Loss
	for i := range m.lines {
		if found := c.reviews.find(m.Submission, &m.lines[i]); found != nil && !ownDoing(&m.lines[i]) {
			losses = append(losses, found)
		}
	}
	return review.Summarize(m.key(), m.lines, losses)
}
