package lab

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
	fmt.Fprintf(&b, "  clock: %s\n", s.Clock.Text())
	return b.String()
}
