package cli

import (
	"fmt"
	"strings"

	"evolab/arena/review"
)

// lossText says on a line where a game was lost.
func lossText(l *review.Loss) string {
	switch {
	case l.FromStart:
		return "every move lost, from the start"
	case l.Ply == 0:
		return "where is not known (no proof reaches back to it)"
	case !l.Exact:
		return fmt.Sprintf("ply %d, %s, may be the mistake (estimate; %s looks better)%s", l.Ply, printable(l.Move), l.Kept[0], tagText(l))
	case l.Move == "":
		return fmt.Sprintf("ply %d: %s gives away a %s, which %s", l.Ply, l.Reason, l.Was, keptText(l.Kept))
	}
	return fmt.Sprintf("ply %d, %s, gives away a %s, which %s%s", l.Ply, printable(l.Move), l.Was, keptText(l.Kept), tagText(l))
}

// keptText names moves that keep a value, the first of many.
func keptText(kept []string) string {
	const most = 4
	switch n := len(kept); {
	case n == 1:
		return kept[0] + " alone keeps"
	case n > most:
		return fmt.Sprintf("%s and %d more keep", strings.Join(kept[:most], ", "), n-most)
	}
	return strings.Join(kept, ", ") + " keep"
}

func tagText(l *review.Loss) string {
	if len(l.Tags) == 0 {
		return ""
	}
	return " (" + strings.Join(l.Tags, ", ") + ")"
}

func summaryText(s *review.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %d games lost", printable(s.Player), s.Lost, s.Games)
	if s.FromStart > 0 {
		fmt.Fprintf(&b, ", %d from the start", s.FromStart)
	}
	b.WriteString("\n")
	for _, p := range s.Patterns {
		fmt.Fprintf(&b, "  %s\n", p)
	}
	fmt.Fprintf(&b, "  clock: %.2f s of CPU a game, %.2f s at most", s.Clock.Mean, s.Clock.Most)
	if s.Clock.Allowed > 0 {
		fmt.Fprintf(&b, " of %g s allowed", s.Clock.Allowed)
	}
	if s.Clock.Late > 0 {
		fmt.Fprintf(&b, "; %d games lost on time", s.Clock.Late)
	}
	b.WriteString("\n")
	return b.String()
}
