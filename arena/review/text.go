package review

import (
	"fmt"
	"strings"

	"evolab/internal/untrusted"
)

// Text says on a line where a game was lost.
func (l *Loss) Text() string {
	switch move := untrusted.Line(l.Move, 400); {
	case l.FromStart:
		return "every move lost, from the start"
	case l.Ply == 0:
		return "where is not known (no proof reaches back to it)"
	case !l.Exact && l.Move == "":
		return fmt.Sprintf("ply %d: %s ends the game (whether it was lost before is not known)", l.Ply, untrusted.Line(l.Reason, 400))
	case !l.Exact:
		return fmt.Sprintf("ply %d, %s, may be the mistake (estimate; %s looks better)%s", l.Ply, move, l.Kept[0], l.tagged())
	case l.Move == "" && len(l.Kept) == 0: // the other side was to move
		return fmt.Sprintf("ply %d: %s gives away a %s", l.Ply, untrusted.Line(l.Reason, 400), l.Was)
	case l.Move == "":
		return fmt.Sprintf("ply %d: %s gives away a %s, which %s", l.Ply, untrusted.Line(l.Reason, 400), l.Was, keep(l.Kept))
	default:
		return fmt.Sprintf("ply %d, %s, gives away a %s, which %s%s", l.Ply, move, l.Was, keep(l.Kept), l.tagged())
	}
}

func (l *Loss) tagged() string {
	if len(l.Tags) == 0 {
		return ""
	}
	return " (" + strings.Join(l.Tags, ", ") + ")"
}

// Text says what a move does to the value, "" if that is not known.
func (v *Verdict) Text() string {
	switch {
	case !v.Known:
		return ""
	case v.Value < 0:
		return "lost against the best replies"
	case v.Keeps:
		return fmt.Sprintf("keeps a %s (%d of %d moves do)", v.Had(), len(v.Moves), v.Legal)
	}
	return fmt.Sprintf("gives away a %s, which %s", v.Had(), keep(v.Kept))
}

// Mistake reports whether the move gives away a proven win or draw.
func (v *Verdict) Mistake() bool { return v.Known && v.Value >= 0 && !v.Keeps }

// keep names moves that keep a value, the first of many.
func keep(kept []string) string {
	const most = 4
	switch n := len(kept); {
	case n == 1:
		return kept[0] + " alone keeps"
	case n > most:
		return fmt.Sprintf("%s and %d more keep", strings.Join(kept[:most], ", "), n-most)
	}
	return strings.Join(kept, ", ") + " keep"
}

// Text says how the time was used.
func (c *Clock) Text() string {
	if c.Most == 0 {
		return "not recorded"
	}
	text := fmt.Sprintf("%.2f s of CPU a game, %.2f s at most", c.Mean, c.Most)
	if c.Allowed > 0 {
		text += fmt.Sprintf(" of %g s allowed", c.Allowed)
	}
	if c.Late > 0 {
		text += fmt.Sprintf("; %d games lost on time", c.Late)
	}
	return text
}
