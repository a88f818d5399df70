package halma

import (
	"evolab/game"
	"evolab/game/halma"
)

// certain reports whether the enemy cannot disturb a plan of the side to move:
// every move ends in the goal and only touches squares and own pieces there or
// its own start. The goal is the enemy's camp: the enemy must have left it, and under
// the addendum cannot come back.
func certain(s *halma.State, plan []game.Move) bool {
	goal, own := halma.Goal(s.Turn()), s.Own()
	held := goal.And(s.Opp())
	if s.Rules() != halma.Addendum || !held.Empty() {
		return false
	}
	for _, m := range plan {
		from, to := m.From()&0xff, m.To()&0xff
		if !goal.Has(to) || !halma.Adjacent(from, to) && !jumpsWithin(&goal, &own, from, to) {
			return false
		}
		var lifted halma.Board
		lifted.Set(from)
		own = own.Without(lifted)
		own.Set(to)
	}
	return true
}

// jumpsWithin reports whether a chain of jumps over own pieces leads from one
// square to another without landing anywhere but on the squares of a camp.
func jumpsWithin(camp, own *halma.Board, from, to int) bool {
	var seen, lifted halma.Board
	lifted.Set(from)
	over := own.Without(lifted)
	var list [halma.Pieces + 1]int
	list[0] = from
	for i, n := 0, 1; i < n; i++ {
		for d := range around {
			x, y := list[i]%halma.Size+around[d][0], list[i]/halma.Size+around[d][1]
			x2, y2 := x+around[d][0], y+around[d][1]
			if x2 < 0 || x2 >= halma.Size || y2 < 0 || y2 >= halma.Size {
				continue
			}
			end := halma.Size*y2 + x2
			if !over.Has(halma.Size*y+x) || over.Has(end) || !camp.Has(end) || seen.Has(end) {
				continue
			}
			if end == to {
				return true
			}
			seen.Set(end)
			list[n] = end
			n++
		}
	}
	return false
}

// around holds the eight directions as columns and rows.
var around = [8][2]int{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}
