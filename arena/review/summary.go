package review

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"evolab/arena"
	"evolab/internal/quantity"
)

// Summary is what the lost games of a player have in common, and its use of the
// clock in all of them.
type Summary struct {
	Player    string   `json:"player"`
	Games     int      `json:"games"`
	Lost      int      `json:"lost"`
	FromStart int      `json:"from_start"`
	Patterns  []string `json:"patterns"`
	Clock     Clock    `json:"clock"`
}

// Clock is how a player used its time.
type Clock struct {
	Mean    float64 `json:"mean"`              // seconds of CPU a game
	Most    float64 `json:"most"`              // in one game
	Allowed float64 `json:"allowed,omitempty"` // the least that a game allowed; 0: no limit
	Late    int     `json:"late"`              // games lost on time
}

// Summarize sums up the games of a player, and where it lost them.
func Summarize(player string, lines []arena.Line, losses []*Loss) Summary {
	s := Summary{Player: player, Patterns: []string{}}
	for i := range lines {
		s.add(&lines[i])
	}
	if s.Games > 0 {
		s.Clock.Mean /= float64(s.Games)
	}
	sides := map[string]int{}
	counts := map[[2]string]int{} // by side and pattern
	for _, l := range losses {
		if l.Player != player {
			continue
		}
		sides[l.Side]++
		for _, p := range l.patterns() {
			counts[[2]string{l.Side, p}]++
		}
		if l.FromStart {
			s.FromStart++
		}
	}
	for key, n := range counts {
		if n > 1 || sides[key[0]] == 1 {
			s.Patterns = append(s.Patterns, fmt.Sprintf("%d of %s as %s: %s", n, quantity.Of(sides[key[0]], "loss"), key[0], key[1]))
		}
	}
	slices.SortFunc(s.Patterns, func(a, b string) int { return cmp.Or(leading(b)-leading(a), cmp.Compare(a, b)) })
	return s
}

// leading is the number that a text begins with.
func leading(text string) (n int) {
	_, _ = fmt.Sscan(text, &n) // it begins with one
	return n
}

func (s *Summary) add(l *arena.Line) {
	if l.Open() || l.First != s.Player && l.Second != s.Player {
		return
	}
	side := 0
	if l.Second == s.Player {
		side = 1
	}
	s.Games++
	s.Clock.Mean += l.CPU[side]
	s.Clock.Most = max(s.Clock.Most, l.CPU[side])
	if t := l.Rules.GameTime; t > 0 && (s.Clock.Allowed == 0 || t < s.Clock.Allowed) {
		s.Clock.Allowed = t
	}
	if loser, lost := Loser(l); lost && int(loser) == side {
		s.Lost++
		if l.Reason == arena.Time {
			s.Clock.Late++
		}
	}
}

// patterns are the features of a loss that are worth counting.
func (l *Loss) patterns() []string {
	list := slices.Clone(l.Tags)
	switch {
	case l.FromStart:
		list = append(list, "lost from the start")
	case l.Ply > 0 && l.Ply <= 8:
		list = append(list, "the mistake comes in the first eight plies")
	case l.Ply > 0 && l.Exact && len(l.Kept) == 1:
		list = append(list, "misses the only move")
	}
	return list
}

// Players lists the players of some games, sorted.
func Players(lines []arena.Line) []string {
	names := map[string]bool{}
	for i := range lines {
		names[lines[i].First], names[lines[i].Second] = true, true
	}
	return slices.Sorted(maps.Keys(names))
}

// Text says how the time was used.
func (c *Clock) Text() string {
	if c.Most == 0 {
		return "not recorded"
	}
	text := fmt.Sprintf("%.2f s of CPU a game on average, %.2f s in the longest", c.Mean, c.Most)
	if c.Allowed > 0 {
		text += ", of " + quantity.Plain(c.Allowed) + " s allowed"
	}
	if c.Late > 0 {
		text += fmt.Sprintf("; %s lost on time", quantity.Of(c.Late, "game"))
	}
	return text
}
