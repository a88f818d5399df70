package checkers

import (
	"evolab/game"
	"evolab/game/checkers"
)

// Squares that matter, for Black and for White, whose board is the same turned
// by half a turn.
var (
	backSquares    = turned(checkers.Row(0))
	seventhSquares = turned(checkers.Row(6))
	middleSquares  = turned(checkers.Row(2) | checkers.Row(3))
	upperSquares   = turned(checkers.Row(4) | checkers.Row(5))

	bridgeSquares = turned(at("b8") | at("f8"))
	oreoSquares   = turned(at("d8") | at("f8") | at("e7"))
	dogSquare     = turned(at("h2"))
	dogKeeper     = turned(at("g1"))
	crampSquare   = turned(at("a5"))
	crampHelp     = turned(at("b6") | at("c5"))
	crampedMen    = turned(at("b4") | at("a3") | at("c3") | at("b2"))
	// columns are those with a dark square on the side's back row.
	columns = turned(checkers.Row(0) | checkers.Row(2) | checkers.Row(4) | checkers.Row(6))

	centreSquares = at("c5") | at("e5") | at("d6") | at("f6") | at("d4") | at("f4") | at("c3") | at("e3")
	edgeSquares   = at("a7") | at("a5") | at("a3") | at("a1") | at("h8") | at("h6") | at("h4") | at("h2")
	longDiagonal  = at("a1") | at("b2") | at("c3") | at("d4") | at("e5") | at("f6") | at("g7") | at("h8")
	doubleCorners = at("a7") | at("b8") | at("g1") | at("h2")
)

func at(name string) checkers.Board {
	return checkers.At(int('8'-name[1]), int(name[0]-'a'))
}

// turned is a set of squares for Black and the same for White.
func turned(black checkers.Board) [2]checkers.Board {
	var white checkers.Board
	for rest := black; rest != 0; rest &= rest - 1 {
		white |= 1 << (checkers.Bits - 1 - rest.First())
	}
	return [2]checkers.Board{black, white}
}

// rows is the number of rows that some men have gone, summed.
func (v *side) rows(men checkers.Board) int32 {
	var sum int32
	for r := 1; r < checkers.Size-1; r++ {
		row := r
		if v.which == game.Second {
			row = checkers.Size - 1 - r
		}
		sum += int32(r) * size(men&checkers.Row(row))
	}
	return sum
}

// advanced is Samuel's ADV: men on the fifth and sixth row count for, those on
// the third and fourth against.
func (v *side) advanced() int32 {
	return size(v.men&upperSquares[v.which]) - size(v.men&middleSquares[v.which])
}

// holds is 1 if all the squares have own men.
func (v *side) holds(squares checkers.Board) int32 {
	if squares&^v.men == 0 {
		return 1
	}
	return 0
}

// bridge is Samuel's BACK.
func (v *side) bridge() int32 {
	if v.enemyKings != 0 {
		return 0
	}
	return v.holds(bridgeSquares[v.which])
}

func (v *side) dogHole() int32 {
	if dogKeeper[v.which]&^(v.enemy&^v.enemyKings) != 0 {
		return 0
	}
	return v.holds(dogSquare[v.which])
}

// cramp is Samuel's CRAMP.
func (v *side) cramp() int32 {
	if crampSquare[v.which]&^v.own == 0 && crampHelp[v.which]&v.own != 0 && crampedMen[v.which]&^v.enemy == 0 {
		return 1
	}
	return 0
}
