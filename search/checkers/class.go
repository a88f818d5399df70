package checkers

import (
	"math/bits"

	"evolab/game"
	"evolab/game/checkers"
)

// Class is how many men and kings there are: those of the side to move, then those
// of the other.
type Class struct{ Men, Kings [2]int }

const (
	// Most is the number of pieces that endings can have.
	Most = 5
	// classes is one more than the highest class number.
	classes = Most * Most * Most * Most
	// menSquares is the number of squares that men of one side stand on: the last row
	// makes kings of them.
	menSquares = checkers.Squares - 4
)

// Other is the class after a move that changes nobody's pieces.
func (c Class) Other() Class {
	return Class{[2]int{c.Men[1], c.Men[0]}, [2]int{c.Kings[1], c.Kings[0]}}
}

// number is different for different classes; each side has one to four pieces.
func (c Class) number() int {
	return ((c.Men[0]*Most+c.Kings[0])*Most+c.Men[1])*Most + c.Kings[1]
}

// Size is one more than the highest index of a position in the class.
func (c Class) Size() int {
	free := checkers.Squares - c.Men[0] - c.Men[1]
	return int(choose[c.Men[0]][menSquares] * choose[c.Men[1]][menSquares] *
		choose[c.Kings[0]][free] * choose[c.Kings[1]][free-c.Kings[0]])
}

// Classes are those with so many pieces, the ones that captures and crownings lead to
// before those that they start from.
func Classes(pieces int) []Class {
	var list []Class
	for men := range pieces + 1 {
		for own := 1; own < pieces; own++ {
			for ownMen := max(0, men-pieces+own); ownMen <= min(men, own); ownMen++ {
				enemyMen := men - ownMen
				list = append(list, Class{[2]int{ownMen, enemyMen}, [2]int{own - ownMen, pieces - own - enemyMen}})
			}
		}
	}
	return list
}

// UpTo is the classes with two to so many pieces, in the order of Classes.
func UpTo(pieces int) []Class {
	var list []Class
	for n := 2; n <= pieces; n++ {
		list = append(list, Classes(n)...)
	}
	return list
}

// choose[k][n] is the number of ways to choose k of n squares.
var choose = makeChoose()

func makeChoose() (table [Most + 1][checkers.Squares + 1]uint32) {
	for n := range table[0] {
		table[0][n] = 1
	}
	for k := 1; k <= Most; k++ {
		for n := 1; n <= checkers.Squares; n++ {
			table[k][n] = table[k][n-1] + table[k-1][n-1]
		}
	}
	return table
}

// View is the pieces as the side to move sees them, on a board that is turned so that
// its men move down: bit 0 is b8, or g1 for White. Its own sets come first.
type View struct{ Men, Kings [2]uint32 }

// ViewOf is the pieces of a position.
func ViewOf(s *checkers.State) View {
	own, enemy, kings := s.Own().Dense(), s.Opp().Dense(), s.Kings().Dense()
	if s.Turn() == game.Second {
		own, enemy, kings = bits.Reverse32(own), bits.Reverse32(enemy), bits.Reverse32(kings)
	}
	return View{[2]uint32{own &^ kings, enemy &^ kings}, [2]uint32{own & kings, enemy & kings}}
}

// State is the position, with Black to move.
func (v *View) State() (checkers.State, error) {
	kings := v.Kings[0] | v.Kings[1]
	return checkers.New(checkers.Setup{
		Black: checkers.Spread(v.Men[0] | v.Kings[0]), White: checkers.Spread(v.Men[1] | v.Kings[1]), Kings: checkers.Spread(kings),
	})
}

// Turned is the pieces as the other side sees them.
func (v *View) Turned() View {
	return View{
		[2]uint32{bits.Reverse32(v.Men[1]), bits.Reverse32(v.Men[0])},
		[2]uint32{bits.Reverse32(v.Kings[1]), bits.Reverse32(v.Kings[0])},
	}
}

// Class is the class of the pieces.
func (v *View) Class() Class {
	return Class{
		[2]int{bits.OnesCount32(v.Men[0]), bits.OnesCount32(v.Men[1])},
		[2]int{bits.OnesCount32(v.Kings[0]), bits.OnesCount32(v.Kings[1])},
	}
}

// Index is the number of the position in its class: the ways to place the own men,
// the enemy's, the own kings and the enemy's, each among the squares that it can
// stand on. Men of both sides on one square have numbers too, which nothing uses.
func (v *View) Index() int {
	men := v.Men[0] | v.Men[1]
	occupied := men | v.Kings[0]
	free := checkers.Squares - bits.OnesCount32(men)
	ownKings, enemyKings := bits.OnesCount32(v.Kings[0]), bits.OnesCount32(v.Kings[1])
	at := rank(v.Men[0], 0)
	at = at*choose[bits.OnesCount32(v.Men[1])][menSquares] + rank(v.Men[1]>>4, 0)
	at = at*choose[ownKings][free] + rank(v.Kings[0], men)
	return int(at*choose[enemyKings][free-ownKings] + rank(v.Kings[1], occupied))
}

// rank is the number of a set among those of its size, on the squares that are not
// occupied.
func rank(set, occupied uint32) uint32 {
	var r uint32
	for k := 1; set != 0; set &= set - 1 {
		below := set&-set - 1
		r += choose[k][bits.OnesCount32(below&^occupied)]
		k++
	}
	return r
}

// unrank is the inverse of rank for a set of k squares.
func unrank(r uint32, k int, occupied uint32) uint32 {
	var set uint32
	n := checkers.Squares
	for ; k > 0; k-- {
		n--
		for choose[k][n] > r {
			n--
		}
		r -= choose[k][n]
		set |= free(n, occupied)
	}
	return set
}

// free is the set of square n of those that are not occupied, counted from 0.
func free(n int, occupied uint32) uint32 {
	empty := ^occupied
	for ; n > 0; n-- {
		empty &= empty - 1
	}
	return empty & -empty
}

// View is the position with an index; false if men of both sides stand on one square.
func (c Class) View(index int) (v View, ok bool) {
	at := uint32(index)
	squares := uint32(checkers.Squares - c.Men[0] - c.Men[1])
	enemyKings := choose[c.Kings[1]][squares-uint32(c.Kings[0])]
	ownKings := choose[c.Kings[0]][squares]
	enemyMen := choose[c.Men[1]][menSquares]
	ranks := [4]uint32{at / enemyKings / ownKings / enemyMen, at / enemyKings / ownKings % enemyMen, at / enemyKings % ownKings, at % enemyKings}
	v.Men[0] = unrank(ranks[0], c.Men[0], 0)
	v.Men[1] = unrank(ranks[1], c.Men[1], 0) << 4
	if v.Men[0]&v.Men[1] != 0 {
		return v, false
	}
	men := v.Men[0] | v.Men[1]
	v.Kings[0] = unrank(ranks[2], c.Kings[0], men)
	v.Kings[1] = unrank(ranks[3], c.Kings[1], men|v.Kings[0])
	return v, true
}
