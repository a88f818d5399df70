package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// progress is how far some work is.
type progress struct {
	text   string // what it is, "" for nothing
	unit   string // what is counted, such as games
	total  int    // 0: nobody knows
	done   int
	before int // of these, done before this began
	began  time.Time
}

// line is the fullest form that fits into a width.
func (p *progress) line(width int, now time.Time) string {
	tail := strings.Join(p.figures(now, true), ", ")
	if p.total > 0 {
		for _, cells := range []int{24, 12} {
			if line := join(p.text, p.graph(cells), tail); ansi.StringWidth(line) <= width {
				return line
			}
		}
	}
	if line := join(p.text, tail); ansi.StringWidth(line) <= width {
		return line
	}
	// What is counted tells more than the end of a long name.
	tail = strings.Join(p.figures(now, false), ", ")
	room := width - ansi.StringWidth(tail) - len("  ")
	if room < shortestText {
		return tail
	}
	return join(ansi.Truncate(p.text, room, "…"), tail)
}

// shortestText is how many cells of a name still say something.
const shortestText = 8

// plain is the line where there is no terminal.
func (p *progress) plain(now time.Time) string {
	line := fmt.Sprintf("%d of %d %s", p.done, p.total, p.unit)
	if p.text != "" {
		line = p.text + ": " + line
	}
	if left, known := p.left(now); known {
		line += ", about " + roughly(left) + " left"
	}
	return line
}

// join puts texts side by side; empty ones take no place.
func join(parts ...string) string {
	var list []string
	for _, part := range parts {
		if part != "" {
			list = append(list, part)
		}
	}
	return strings.Join(list, "  ")
}

// figures are what is counted, how fast, and how long the rest may take.
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
	if left, known := p.left(now); known {
		return append(list, roughly(left)+" left")
	}
	return append(list, roughly(now.Sub(p.began)))
}

// graph is the share that is done, as a bar of so many cells.
func (p *progress) graph(cells int) string {
	full := min(cells, cells*p.done/p.total)
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", cells-full) + "]"
}

// settled is how long work has to be under way before its speed is told.
const settled = time.Second

// rate is the speed in a unit in which it is at least 1, "" if there is none yet.
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

// left is how long the rest takes if it goes on as before.
func (p *progress) left(now time.Time) (time.Duration, bool) {
	spent, n := now.Sub(p.began), p.done-p.before
	if p.total == 0 || n <= 0 || spent < settled {
		return 0, false
	}
	return time.Duration(float64(spent) / float64(n) * float64(max(0, p.total-p.done))), true
}

// roughly is a time in one unit or two.
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
