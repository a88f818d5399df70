package cli

import (
	"fmt"
	"strings"

	"evolab/arena/review"
)

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
