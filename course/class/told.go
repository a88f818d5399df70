package class

import (
	"fmt"
	"strings"

	"evolab/arena"
	"evolab/arena/review"
	"evolab/course/doctor"
	"evolab/game"
	"evolab/internal/untrusted"
)

// Loss is a lost game as a teacher would explain it.
type Loss struct {
	Game     int // from 1
	Opponent string
	Text     string
	Board    string // at the end; "" if it does not help
	Stderr   string // what the program complained about
	Own      bool   // it ended by the program's own doing
	// Mistake is the first move that gave the game away, in words, and Before the board
	// on which it was played; "" without one.
	Mistake, Before string
}

// losses tells the lost games, those that ended by the program's own doing first.
func (c *Class) losses(m *mark) []Loss {
	var own, played []Loss
	for i := range m.lines {
		l, me := &m.lines[i], side(&m.jobs[i])
		if !m.lost(l) {
			continue
		}
		loss := c.told(l, me)
		c.explain(&loss, l, c.reviews.of(m.Submission, l))
		if loss.Own {
			own = append(own, loss)
		} else {
			played = append(played, loss)
		}
	}
	return append(own, played...)
}

// told words a lost game.
func (c *Class) told(l *arena.Line, me game.Side) Loss {
	loss := Loss{Game: l.Game + 1, Opponent: [2]string{l.Second, l.First}[me], Stderr: untrusted.Line(l.Stderr[me], 400), Own: l.Detail != ""}
	position, drawn := c.end(l)
	where := fmt.Sprintf("at ply %d of game %d", len(l.Moves)+1, loss.Game)
	switch l.Reason {
	case arena.Illegal:
		loss.Board = drawn
		loss.Text = fmt.Sprintf("illegal move %s: %s: see the board", where, c.why(position, l.Detail))
	case arena.Malformed:
		loss.Text = fmt.Sprintf("output.txt holds no move %s: %s", where, l.Detail)
	case arena.Time:
		loss.Text = fmt.Sprintf("out of time %s: %s", where, l.Detail)
	case arena.Crash:
		loss.Text = fmt.Sprintf("the program was ended %s: %s", where, l.Detail)
	case arena.NoOutput:
		loss.Text = fmt.Sprintf("no answer %s: %s", where, l.Detail)
	default:
		loss.Board = drawn
		loss.Text = "lost by the rules" + when(l)
	}
	loss.Text = untrusted.OneLine(loss.Text)
	return loss
}

// when says how a game ended that was played to its end.
func when(l *arena.Line) string {
	text := fmt.Sprintf(", after %d plies", l.Plies)
	if l.Plies == 1 {
		text = ", after one ply"
	}
	if l.Reason != arena.Normal {
		text = " (" + l.Reason + ")" + text
	}
	return text
}

// explain adds what a review has found, unless that is how the game ended.
func (c *Class) explain(loss *Loss, l *arena.Line, found *review.Loss) {
	if found == nil || found.Ply > len(l.Moves) {
		return
	}
	loss.Mistake = untrusted.OneLine(found.Text())
	if b, err := c.Game.Board(l.Variant, found.Position); err == nil && found.Position != "" {
		loss.Before = b.Draw()
	}
}

// end is the last position of a game, as a text and drawn.
func (c *Class) end(l *arena.Line) (position, drawn string) {
	b, err := c.Game.Board(l.Variant, l.Opening)
	if err != nil {
		return "", ""
	}
	for _, text := range l.Moves {
		m, err := b.ParseMove(text)
		if err != nil {
			return "", ""
		}
		b.Play(m)
	}
	return b.Position(), b.Draw()
}

// why says which rule a move breaks, if its game's course knows.
func (c *Class) why(position, detail string) string {
	move, _, _ := strings.Cut(detail, " in ")
	course, err := doctor.FindCourse(c.Game.Info().Name)
	if err != nil || position == "" || move == detail {
		return detail
	}
	if why := course.Why(position, move); why != "" {
		return move + ": " + why
	}
	return detail
}
