package konane

import (
	"fmt"
	"strings"
)

// The notation of a position:
//
//	rows side [player]
//
// rows are groups of `.XO` split by slashes from the top (X is Black); side is
// b or w, or 1 or 2 while the first or the second stone is to be removed;
// player is 1 if the side to move removed the first stone, else 2. Without it
// Black did, unless the stones show otherwise, and it is only written where it
// is needed.

func parseFields(fields []string) (Setup, error) {
	if len(fields) != 2 && len(fields) != 3 {
		return Setup{}, fmt.Errorf("%d fields (expected: rows, side to move, and perhaps the player)", len(fields))
	}
	set := Setup{Rows: strings.Split(fields[0], "/")}
	switch fields[1] {
	case "1":
		set.Removals = 2
	case "2":
		set.Removals = 1
	case "b":
		set.Mover = Black
	case "w":
		set.Mover = White
	default:
		return set, fmt.Errorf("side to move %q (allowed: b, w, or 1, 2 for a removal)", fields[1])
	}
	if len(fields) == 2 {
		return set, nil
	}
	player, ok := number(fields[2], 2)
	if !ok || player == 0 || set.Removals > 0 {
		return set, fmt.Errorf("last field %q (allowed: 1, 2 for the player to move, after b or w)", fields[2])
	}
	set.Player = player
	return set, nil
}
