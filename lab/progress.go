package lab

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// progress counts units of work.
type progress struct {
	text   string // describes the work; may be empty
	unit   string // such as games
	total  int    // 0: unknown
	done   int
	before int // part of done that was there at the beginning
	began  time.Time
	unlike bool          // so far the work was of another kind than the rest
	crew   func() string // says who plays on other machines; may be nil
}

// line is the longest form that fits into a width.
func (p *progress) line(width int, now time.Time) string {
	tail := strings.Join(p.figures(now, true), ", ")
	if p.total > 0 {
		for _, cells := range []int{24, 12} {
			full := min(cells, cells*p.done/p.total)
			graph := "[" + strings.Repeat("=", full) + strings.Repeat(" ", cells-full) + "]"
			if line := joined("  ", p.text, graph, tail); ansi.StringWidth(line) <= width {
				return line
			}
		}
	}
	if line := joined("  ", p.text, tail); ansi.StringWidth(line) <= width {
		return line
	}
	// The count matters more than the end of a long name.
	tail = strings.Join(p.figures(now, false), ", ")
	room := width - ansi.StringWidth(tail) - len("  ")
	if room < 8 { // too short for a name
		return tail
	}
	return joined("  ", ansi.Truncate(p.text, room, "…"), tail)
}

// plain is the line without a terminal.
func (p *progress) plain(now time.Time) string {
	line := fmt.Sprintf("%d of %d %s", p.done, p.total, p.unit)
	if p.text != "" {
		line = p.text + ": " + line
	}
	if left, known := p.left(now); known {
		line += ", about " + roughly(left) + " left"
	}
	if p.crew != nil {
		line += ", " + p.crew()
	}
	return line
}

// joined joins the texts that are not empty.
func joined(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), separator)
}

// figures lists the count, the speed, and the time left.
func (p *progress) figures(now time.Time, full bool) []string {
	var list []string
	count := fmt.Sprintf("%d/%d", p.done, p.total)
	switch {
	case p.total > 0 && full:
		list = append(list, count+" "+p.unit)
	case p.total > 0:
		list = append(list, count)
	case p.done > 0:
		list = append(list, fmt.Sprintf("%d %s", p.done, p.unit))
	}
	if rate := p.rate(now); full && rate != "" {
		list = append(list, rate)
	}
	if full && p.crew != nil {
		list = append(list, p.crew())
	}
	if left, known := p.left(now); known {
		return append(list, roughly(left)+" left")
	}
	return append(list, roughly(now.Sub(p.began)))
}

// settled is how long work must have lasted before its speed is shown.
const settled = time.Second

// rate is the speed in a unit in which it is at least 1; "" if it is unknown.
func (p *progress) rate(now time.Time) string {
	spent, n := now.Sub(p.began), float64(p.done-p.before)
	if spent < settled {
		return ""
	}
	switch second := n / spent.Seconds(); {
	case second >= 10:
		return fmt.Sprintf("%.0f/s", second)
	case second >= 1:
		return fmt.Sprintf("%.1f/s", second)
	case 60*second >= 1:
		return fmt.Sprintf("%.0f/min", 60*second)
	}
	return ""
}

// left is how long the rest takes, once the speed has settled.
func (p *progress) left(now time.Time) (time.Duration, bool) {
	rest, known := p.rest(now)
	return rest, known && now.Sub(p.began) >= settled
}

// rest is how long the rest takes at the speed so far.
func (p *progress) rest(now time.Time) (time.Duration, bool) {
	spent, n := now.Sub(p.began), p.done-p.before
	if p.total == 0 || n <= 0 || p.unlike {
		return 0, false
	}
	return time.Duration(float64(spent) / float64(n) * float64(max(0, p.total-p.done))), true
}

// roughly formats a time in one unit or two.
func roughly(d time.Duration) string {
	switch s := int(d.Round(time.Second).Seconds()); {
	case s < 100:
		return fmt.Sprintf("%d s", s)
	case s < 100*60:
		return fmt.Sprintf("%d min", (s+30)/60)
	default:
		return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
	}
}
