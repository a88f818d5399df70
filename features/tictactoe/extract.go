package tictactoe

import (
	"evolab/features"
	"evolab/game/tictactoe"
)

var (
	lines     = tictactoe.Lines()
	centrePt  = tictactoe.At(1, 1)
	cornerPts = tictactoe.At(0, 0) | tictactoe.At(0, 2) | tictactoe.At(2, 0) | tictactoe.At(2, 2)
	edgePts   = tictactoe.Full() &^ (cornerPts | centrePt)
	falling   = tictactoe.At(0, 0) | tictactoe.At(2, 2)
	rising    = tictactoe.At(0, 2) | tictactoe.At(2, 0)
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *tictactoe.State, v *features.Vector) {
	own, enemy := s.Own(), s.Opp()
	mine, theirs := countLines(own, enemy), countLines(enemy, own)
	v[linesOpen] = mine.open - theirs.open
	v[linesOne] = mine.one - theirs.one
	v[threatsOwn], v[threatsEnemy] = mine.two, theirs.two
	v[forksOwn], v[forksEnemy] = forks(own, enemy), forks(enemy, own)
	v[centre] = lead(own, enemy, centrePt)
	v[corners] = lead(own, enemy, cornerPts)
	v[edges] = lead(own, enemy, edgePts)
	v[opposite] = pairs(own) - pairs(enemy)
}

// byMarks counts the lines that hold marks of one side only, by how many.
type byMarks struct{ open, one, two int32 }

func countLines(side, other tictactoe.Board) (n byMarks) {
	for i := range lines {
		if lines[i]&other != 0 {
			continue
		}
		n.open++
		switch (lines[i] & side).Count() {
		case 1:
			n.one++
		case 2:
			n.two++
		}
	}
	return n
}

// forks is the number of empty squares where a mark of side makes two threats.
func forks(side, other tictactoe.Board) int32 {
	var n int32
	empty := tictactoe.Full() &^ (side | other)
	for ; empty != 0; empty &= empty - 1 {
		if countLines(side|empty&-empty, other).two >= 2 {
			n++
		}
	}
	return n
}

// lead is the number of own minus enemy marks among some squares.
func lead(own, enemy, squares tictactoe.Board) int32 {
	return int32((own & squares).Count() - (enemy & squares).Count())
}

// pairs is the number of pairs of opposite corners that a side holds.
func pairs(side tictactoe.Board) int32 {
	var n int32
	if side&falling == falling {
		n++
	}
	if side&rising == rising {
		n++
	}
	return n
}
