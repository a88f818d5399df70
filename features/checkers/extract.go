package checkers

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/checkers"
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *checkers.State, v *features.Vector) { extractPart(s, v, 1<<count-1) }

// extractPart leaves out what is not needed.
func extractPart(s *checkers.State, v *features.Vector, need features.Need) {
	const needAdvance features.Need = 1<<tempo | 1<<advanced | 1<<seventh
	const needPlacement features.Need = 1<<backRow | 1<<bridge | 1<<oreo | 1<<dogHole | 1<<cramp | 1<<centre | 1<<edge | 1<<centreKings | 1<<diagonal | 1<<doubleCorner
	const needMovement features.Need = 1<<mobility | 1<<safeMobility | 1<<blockedMen | 1<<takes | 1<<threatened | 1<<threats | 1<<exchange
	const needStructure features.Need = 1<<backed | 1<<exposed | 1<<lone | 1<<gaps | 1<<holes
	const needEndgame features.Need = 1<<runaway | 1<<runawayRows | 1<<opposition | 1<<oppositionLate
	const needChase features.Need = 1<<hunt | 1<<ring | 1<<refuge
	const ratioUnit = 120 // a multiple of most numbers of pieces: little is lost in the division
	var mine, theirs side
	mine.look(s.Turn(), s.Own(), s.Opp(), s.Kings())
	theirs.look(s.Turn().Other(), s.Opp(), s.Own(), s.Kings())
	gone := int32(2*checkers.Pieces - (mine.own | mine.enemy).Count())
	v[men] = lead(mine.men, theirs.men)
	v[kings] = lead(mine.kings, theirs.kings)
	v[trade] = (v[men] + v[kings]) * gone
	v[ratio] = ratioUnit * (v[men] + v[kings]) / (2*checkers.Pieces - gone)
	if need.Any(needAdvance) {
		v[tempo] = mine.rows(mine.men) - theirs.rows(theirs.men)
		v[advanced] = mine.advanced() - theirs.advanced()
		v[seventh] = lead(mine.men&seventhSquares[mine.which], theirs.men&seventhSquares[theirs.which])
	}
	if need.Any(needPlacement) {
		placement(&mine, &theirs, v)
	}
	if need.Any(needMovement) {
		movement(&mine, &theirs, v)
	}
	if need.Any(1 << trappedKings) {
		v[trappedKings] = mine.trapped() - theirs.trapped()
	}
	if need.Any(needStructure) {
		structure(&mine, &theirs, v)
	}
	if need.Any(needEndgame) {
		endgame(&mine, &theirs, v, gone)
	}
	if need.Any(needChase) {
		chase(&mine, &theirs, v)
	}
}

func structure(mine, theirs *side, v *features.Vector) {
	v[backed] = lead(mine.backed(), theirs.backed())
	v[exposed] = lead(mine.exposed(), theirs.exposed())
	v[lone] = lead(mine.lone(), theirs.lone())
	v[gaps] = lead(mine.gaps(), theirs.gaps())
	v[holes] = lead(mine.holes(), theirs.holes())
}

func endgame(mine, theirs *side, v *features.Vector, gone int32) {
	myRun, theirRun := mine.runaway(), theirs.runaway()
	v[runaway] = lead(myRun, theirRun)
	v[runawayRows] = mine.rows(myRun) - theirs.rows(theirRun)
	v[opposition] = 0
	// Samuel's MOVE: with as many pieces as the enemy, the side to move has the move
	// if an odd number of pieces stands in its columns.
	if mine.own.Count() == mine.enemy.Count() {
		v[opposition] = 2*int32(((mine.own|mine.enemy)&columns[mine.which]).Count()&1) - 1
	}
	v[oppositionLate] = v[opposition] * gone
}

func placement(mine, theirs *side, v *features.Vector) {
	v[backRow] = lead(mine.men&backSquares[mine.which], theirs.men&backSquares[theirs.which])
	v[bridge] = mine.bridge() - theirs.bridge()
	v[oreo] = mine.holds(oreoSquares[mine.which]) - theirs.holds(oreoSquares[theirs.which])
	v[dogHole] = mine.dogHole() - theirs.dogHole()
	v[cramp] = mine.cramp() - theirs.cramp()
	v[centre] = lead(mine.men&centreSquares, theirs.men&centreSquares)
	v[edge] = lead(mine.men&edgeSquares, theirs.men&edgeSquares)
	v[centreKings] = lead(mine.kings&centreSquares, theirs.kings&centreSquares)
	v[diagonal] = lead(mine.kings&longDiagonal, theirs.kings&longDiagonal)
	v[doubleCorner] = lead(mine.kings&doubleCorners, theirs.kings&doubleCorners)
}

func movement(mine, theirs *side, v *features.Vector) {
	my, their := mine.moves(), theirs.moves()
	v[mobility] = my.steps - their.steps
	v[safeMobility] = my.safe - their.safe
	v[blockedMen] = my.stuckMen - their.stuckMen
	v[takes], v[threatened] = size(mine.victims()), size(theirs.victims())
	v[threats] = mine.threats(my.reach) - theirs.threats(their.reach)
	v[exchange] = mine.exchange() - theirs.exchange()
}

// side is the board as one side sees it. Its men go forward by left and right
// squares; the enemy's men go by the negative of these.
type side struct {
	own, enemy        checkers.Board
	men               checkers.Board
	kings, enemyKings checkers.Board
	empty             checkers.Board
	left, right       int
	which             game.Side
}

// look fills in the board as a side sees it.
func (v *side) look(which game.Side, own, enemy, kings checkers.Board) {
	v.own, v.enemy, v.men = own, enemy, own&^kings
	v.kings, v.enemyKings = own&kings, enemy&kings
	v.empty = checkers.Full() &^ (own | enemy)
	v.left, v.which = checkers.Left(which), which
	v.right = v.left + 1
}

// stepping is the set of squares that the given pieces reach by one step.
func (v *side) stepping(pieces checkers.Board, step int) checkers.Board {
	return pieces.Shift(step) & v.empty
}

// jumped is the set of enemy pieces that the given pieces can jump.
func (v *side) jumped(pieces checkers.Board, step int) checkers.Board {
	return pieces.Shift(step) & v.enemy & v.empty.Shift(-step)
}

// victims is the set of all enemy pieces that this side can jump.
func (v *side) victims() checkers.Board {
	victims := v.jumped(v.own, v.left) | v.jumped(v.own, v.right)
	if v.kings != 0 {
		victims |= v.jumped(v.kings, -v.left) | v.jumped(v.kings, -v.right)
	}
	return victims
}

// size is the number of squares of a set, as features hold it.
func size(b checkers.Board) int32 { return int32(b.Count()) }

// lead is the number of squares of one set minus those of another.
func lead(own, enemy checkers.Board) int32 { return int32(own.Count() - enemy.Count()) }

// backed is the men that have no empty square behind them, so that nothing can
// jump them from ahead.
func (v *side) backed() checkers.Board {
	return v.men &^ (v.empty.Shift(v.left) | v.empty.Shift(v.right))
}

// exposed is Samuel's EXPOS: pieces with two empty squares on both sides, along
// either diagonal.
func (v *side) exposed() checkers.Board {
	return v.own & (v.empty.Shift(4)&v.empty.Shift(-4) | v.empty.Shift(5)&v.empty.Shift(-5))
}

// lone is Samuel's POLE: men without a neighbour.
func (v *side) lone() checkers.Board { return v.men &^ (v.own | v.enemy).Near() }

// gaps is Samuel's GAP, without those at the edge.
func (v *side) gaps() checkers.Board {
	return v.empty & (v.own.Shift(4)&v.own.Shift(-4) | v.own.Shift(5)&v.own.Shift(-5))
}

// holes is Samuel's HOLE.
func (v *side) holes() checkers.Board {
	a, b, c, d := v.own.Shift(4), v.own.Shift(-4), v.own.Shift(5), v.own.Shift(-5)
	return v.empty & (a&b&(c|d) | c&d&(a|b))
}

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
