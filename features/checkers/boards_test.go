package checkers_test

import "strings"

// Each row is a board with the values of the features that it is about, for
// the side to move.
var boards = []struct {
	about, side, board string
	want               map[string]int32
}{
	{"at the start nothing differs; the second side has the move", "b", `
		. b . b . b . b
		b . b . b . b .
		. b . b . b . b
		. . . . . . . .
		. . . . . . . .
		w . w . w . w .
		. w . w . w . w
		w . w . w . w .`,
		map[string]int32{"men": 0, "kings": 0, "trade": 0, "ratio": 0, "tempo": 0, "advanced": 0, "back_row": 0, "bridge": 0, "oreo": 0, "mobility": 0, "safe_mobility": 0, "backed": 0, "opposition": -1, "opposition_late": 0}},
	{"two men more and a king less, and 19 pieces are gone", "b", `
		. . . . . . . .
		. . . . . . . .
		. b . . . . . .
		b . b . . . . .
		. . . . . . . .
		. . . . . . W .
		. . . . . . . .
		w . . . . . . .`,
		map[string]int32{"men": 2, "kings": -1, "trade": 19, "ratio": 24, "hunt": 0}},
	{"the kings of the stronger side are two and three steps from the man on a5, which has gone three rows", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		b . W . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . W . . . .
		. . . . . . w .`,
		map[string]int32{"hunt": 5, "kings": -2, "tempo": 3}},
	{"two kings against two: the second nearest white king is two steps from b8 and five from g1, both in a refuge", "b", `
		. B . . . . . .
		. . . . . . . .
		. W . W . . . .
		. . . . . . . .
		. . . . . W . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . B .`,
		map[string]int32{"kings": -1, "ratio": -24, "ring": 7, "refuge": 2, "double_corner": 2}},
	{"a single king rings nobody", "w", `
		. . . . . . . .
		. . W . . . . .
		. w . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . B
		. . . . . . . .`,
		map[string]int32{"men": 1, "ring": 0, "refuge": -1}},
	{"the same seen by White", "w", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		b . W . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . W . . . .
		. . . . . . w .`,
		map[string]int32{"hunt": -5, "kings": 2, "tempo": -3}},
	{"the man on c3 has gone five rows, the one on e5 four; both are past the enemy, and c3 and e5 stand between empty squares", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . w . . .
		. . . . . . . .
		. . b . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"tempo": 1, "runaway": 0, "runaway_rows": 1, "advanced": 0, "exposed": 0}},
	{"the man on g3 cannot run, for the king on h2 is on its way", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . b . . . b .
		. . . . . . . W
		. . . . . . . .`,
		map[string]int32{"runaway": 1, "runaway_rows": 5, "advanced": 2}},
	{"men on their third and fourth row count against, the one on its fifth for", "w", `
		. . . b . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . w .
		. . . . . w . .
		w . w . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"advanced": -2}},
	{"two white men and a black one are a step from the last row", "w", `
		. . . . . . . .
		w . . . w . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. b . . . . . .
		. . . . . . . .`,
		map[string]int32{"seventh": 1, "edge": 1}},
	{"White keeps the bridge c1 g1, Black the triangle d8 f8 e7 and one man more at the back", "w", `
		. . . b . b . b
		. . . . b . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . w . . . w .`,
		map[string]int32{"bridge": 1, "oreo": -1, "back_row": -1}},
	{"no bridge helps against a king", "w", `
		. . . . . . . .
		. . . . . . . .
		. . . B . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . w . . . w .`,
		map[string]int32{"bridge": 0, "back_row": 2}},
	{"a black man is stuck in the dog hole", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . b
		. . . . . . w .`,
		map[string]int32{"dog_hole": 1, "blocked_men": 1}},
	{"a white man is stuck in the other dog hole", "b", `
		. b . . . . . .
		w . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"dog_hole": -1, "blocked_men": -1}},
	{"the man on a5 cramps four, with the help of c5", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		b . b . . . . .
		. w . . . . . .
		w . w . . . . .
		. w . . . . . .
		. . . . . . . .`,
		map[string]int32{"cramp": 1, "gaps": 0, "edge": 0}},
	{"the man on h4 cramps four", "b", `
		. . . . . . . .
		. . . . . . b .
		. . . . . b . b
		. . . . . . b .
		. . . . . w . w
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"cramp": -1}},
	{"men and kings in the centre, on the long diagonal, in a double corner", "w", `
		. W . . . . . .
		. . . . . . . .
		. . . b . . . .
		. . . . w . . .
		. . . B . . . .
		. . w . . . . .
		. . . . . . . .
		B . . . . . . .`,
		map[string]int32{"centre": 1, "centre_kings": -1, "diagonal": -2, "double_corner": 1}},
	{"White has four steps, of which only a5 is safe, and a man without any; Black has five steps, a5 and f4 safe", "w", `
		. . . . . . . .
		. . . . . . . .
		. b . b . . . .
		. . . . . . b .
		. w . w . . . w
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"mobility": -1, "safe_mobility": -1, "blocked_men": 1}},
	{"the king on h8 has only a step to g7, where it would be jumped; the one on b2 is free", "b", `
		. . . . . . . W
		. . . . . . . .
		. . . . . B . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. W . . . . . .
		. . . . . . . .`,
		map[string]int32{"trapped_kings": -1}},
	{"Black can jump two men, White could jump one", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . b . . .
		. . . w . w . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"takes": 2, "threatened": 1}},
	{"White's king jumps backwards, its man on g5 does not; Black's king could jump both men", "w", `
		. . . . . . . .
		. . . . . . . .
		. W . . . . . .
		. . b . . . w .
		. . . . . B . .
		. . . . w . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"takes": 1, "threatened": 2}},
	{"from d4 Black would threaten c3; White would threaten nothing, as f6 protects e5", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . b . .
		. . . . b . . .
		. . . . . . . .
		. . w . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"threats": 1}},
	{"c5 to d4 is jumped by e3 straight on, and b6 jumps back", "b", `
		. . . . . . . .
		. . . . . . . .
		. b . . . . . .
		. . b . . . . .
		. . . . . . . .
		. . . . w . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"exchange": 1}},
	{"e5 to d4 is jumped by e3 from the side, and d6 jumps back", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . b . . . .
		. . . . b . . .
		. . . . . . . .
		. . . . w . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"exchange": 1}},
	{"without d6 the man is lost", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . b . . .
		. . . . . . . .
		. . . . w . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"exchange": 0}},
	{"the three men at the top are backed, c5 stands alone; of White's men a1 is backed, and b2 is open along c1 a3", "b", `
		. . . b . b . .
		. . . . b . . .
		. . . . . . . .
		. . b . . . . .
		. . . . . . . .
		. . . . . . . .
		. w . . . . . .
		w . . . . . . .`,
		map[string]int32{"backed": 2, "lone": 1, "exposed": 0}},
	{"c3 is open on both sides, a5 is at the edge", "b", `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		w . . . . . . .
		. . . . . . . .
		. . b . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"exposed": 1}},
	{"c5 is a gap between b6 and d4, and a hole with d6 beside it", "b", `
		. . . . . . . .
		. . . . . . . .
		. b . b . . . .
		. . . . . . . .
		. . . b . . . .
		. . . . . . . .
		. . . . . . . .
		w . . . . . . .`,
		map[string]int32{"gaps": 1, "holes": 1}},
	{"one of the two kings is in Black's columns: Black to move has the move, and 22 pieces are gone", "b", `
		. . . . . . . .
		. . . . . . . .
		. B . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . W . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"opposition": 1, "opposition_late": 22}},
	{"with unequal pieces nobody has the move", "b", `
		. B . . . . . .
		. . . . . . . .
		. B . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . W . . . . .
		. . . . . . . .
		. . . . . . . .`,
		map[string]int32{"opposition": 0, "opposition_late": 0}},
}

func position(board, side string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(board, " ", "")), "/") + " " + side
}
