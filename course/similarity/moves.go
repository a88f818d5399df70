// Package similarity looks for submissions of a class that may have one author, as hints
// for a person: programs that play alike (Compare), the same files (SameFiles), and what
// the tools made for sources have found in a class that was written for them (Export,
// Read). It knows names and folders, but no grading.
package similarity

import (
	"cmp"
	"maps"
	"slices"

	"evolab/internal/float"
)

// Step is a ply of a game, as far as comparing needs it.
type Step struct {
	Move string
	Own  bool // the submission's move
	Free bool // there was another legal one
}

// Game is a game of a submission. Games with the same number have the same seed, opening
// and opponent.
type Game struct {
	Number  int
	Opening string
	Steps   []Step
}

// Player is a program with its games, in the order of their numbers. Programs with the same
// files are one player: a class in which many have the same would seem to agree often.
type Player struct {
	Name  string
	Games []Game
}

// Pair is how alike two programs play. They are compared where they had the same choice:
// all moves before were the same. What was reached by the same moves in several games counts
// once, and a forced move never.
type Pair struct {
	First, Second string
	Faced, Agreed int // choices, and how many fell on the same move
	Games, Whole  int // games with the same number, and how many were the same to the last move
	// Chance bounds how often a class of independent programs has any pair so much alike,
	// if programs choose as this class does. It is 1 without a baseline.
	Chance float64
}

// Share is the share of the choices that fell on the same move.
func (p *Pair) Share() float64 { return float64(p.Agreed) / float64(max(1, p.Faced)) }

// HintChance is the chance at and below which a pair is a hint: a class of independent
// programs has one in a hundred cases.
const HintChance = 0.01

// IsHint reports whether somebody should look at the two sources.
func (p *Pair) IsHint() bool { return p.Chance <= HintChance }

// Moves compares all pairs of a class.
type Moves struct {
	Players int
	// Usual is the baseline: three in four pairs of the class agree in at most this share
	// of their choices. 0: too few pairs for one.
	Usual float64
	Pairs []Pair // the least likely by chance first; those without a common choice are left out
}

// Hints are the pairs that are hints.
func (m *Moves) Hints() []Pair {
	n, _ := slices.BinarySearchFunc(m.Pairs, HintChance, func(p Pair, most float64) int {
		if p.Chance <= most {
			return -1
		}
		return 1
	})
	return m.Pairs[:n]
}

// The baseline.
const (
	minPairs = 10   // fewer pairs have none
	quartile = 0.75 // of the pairs' shares; the median would be too low for those who know the same book
	copied   = 0.95 // how often a program and its copy agree
	maxShare = 0.99 // no agreement is certain
)

// Compare compares all pairs of players. The chance of a pair comes from the likelihood
// ratio between a copy, which agrees 19 times in 20, and independent programs, which agree
// as often as the class at this position, or as Usual where fewer than half of the class
// have been. The expected ratio of independent programs is 1 whenever the comparison stops,
// so that it exceeds N in at most one of N pairs (Ville's inequality).
func Compare(players []Player) *Moves {
	t := newTree(players)
	m := &Moves{Players: len(players)}
	var at [][2]int // the pairs' players
	for i := range t.players {
		for j := i + 1; j < len(t.players); j++ {
			one, two := &t.players[i], &t.players[j]
			p := Pair{First: players[i].Name, Second: players[j].Name, Chance: 1}
			common(one, two, func(first, second choice) {
				p.Faced++
				if first.to == second.to {
					p.Agreed++
				}
			})
			if p.Faced > 0 {
				p.Games, p.Whole = wholeGames(one.games, two.games)
				m.Pairs, at = append(m.Pairs, p), append(at, [2]int{i, j})
			}
		}
	}
	if len(m.Pairs) >= minPairs {
		m.Usual = usual(m.Pairs)
		for k := range m.Pairs {
			log := 0.0
			common(&t.players[at[k][0]], &t.players[at[k][1]], func(first, second choice) {
				log += logRatio(first.to == second.to, t.expected(first, second, m.Usual))
			})
			m.Pairs[k].Chance = min(1, float64(len(m.Pairs))*float.Exp(-log))
		}
	}
	slices.SortStableFunc(m.Pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.Chance, b.Chance), cmp.Compare(b.Share(), a.Share()), cmp.Compare(b.Faced, a.Faced))
	})
	return m
}

// usual is the quartile of the pairs' shares, each moved a little towards a half: one
// choice is no share.
func usual(pairs []Pair) float64 {
	shares := make([]float64, len(pairs))
	for i, p := range pairs {
		shares[i] = float64(p.Agreed+1) / float64(p.Faced+2)
	}
	slices.Sort(shares)
	return shares[int(quartile*float64(len(shares)-1))]
}

// logRatio is the logarithm of how many times likelier a copy makes this agreement or
// disagreement than independent programs, which agree with the given probability.
func logRatio(agreed bool, expected float64) float64 {
	if agreed {
		return float.Log(copied / expected)
	}
	return float.Log((1 - copied) / (1 - expected))
}

// tree has the positions of all games as nodes: what was played before is the path to one.
type tree struct {
	players []decided
	edges   map[edge]int32
	chosen  []int32 // by node: how many players have moved there by free choice
	chose   []int32 // by node: how many players have moved to it by free choice
}

// edge is a move at a node; the openings are moves at the root.
type edge struct {
	from int32
	move string
}

// decided is what a player has played.
type decided struct {
	choices []choice // the first at each node, in the order of the nodes
	games   []ending
}

// choice is a free choice: where, and the node to which it leads.
type choice struct{ at, to int32 }

// ending is the last node of a game in which the player had a choice.
type ending struct {
	number int
	last   int32
}

func newTree(players []Player) *tree {
	t := &tree{edges: map[edge]int32{}}
	for _, p := range players {
		var d decided
		first := map[int32]int32{}
		for _, g := range p.Games {
			at, free := t.next(0, "opening "+g.Opening), false
			for _, s := range g.Steps {
				to := t.next(at, s.Move)
				if s.Own && s.Free {
					free = true
					if _, ok := first[at]; !ok {
						first[at] = to
					}
				}
				at = to
			}
			if free {
				d.games = append(d.games, ending{g.Number, at})
			}
		}
		for _, at := range slices.Sorted(maps.Keys(first)) {
			d.choices = append(d.choices, choice{at, first[at]})
			t.chosen[at]++
			t.chose[first[at]]++
		}
		t.players = append(t.players, d)
	}
	return t
}

// next is the node to which a move leads.
func (t *tree) next(from int32, move string) int32 {
	e := edge{from, move}
	to, ok := t.edges[e]
	if !ok {
		to = int32(len(t.edges)) + 1 // 0 is the root
		t.edges[e] = to
		for int(to) >= len(t.chosen) {
			t.chosen, t.chose = append(t.chosen, 0), append(t.chose, 0)
		}
	}
	return to
}

// common calls visit with the choices of two players at each node where both had one.
func common(one, two *decided, visit func(first, second choice)) {
	a, b := one.choices, two.choices
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].at < b[0].at:
			a = a[1:]
		case a[0].at > b[0].at:
			b = b[1:]
		default:
			visit(a[0], b[0])
			a, b = a[1:], b[1:]
		}
	}
}

// wholeGames counts the games that both have played, and those that were the same.
func wholeGames(a, b []ending) (games, whole int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].number < b[0].number:
			a = a[1:]
		case a[0].number > b[0].number:
			b = b[1:]
		default:
			if games++; a[0].last == b[0].last {
				whole++
			}
			a, b = a[1:], b[1:]
		}
	}
	return games, whole
}

// expected is the probability with which another player agrees with the first's choice.
func (t *tree) expected(first, second choice, usual float64) float64 {
	const few = 4 // players say too little
	others := int(t.chosen[first.at]) - 2
	if others < few || 2*others < len(t.players)-2 {
		return min(maxShare, usual)
	}
	same := int(t.chose[first.to]) - 1
	if first.to == second.to {
		same--
	}
	const weight = 2 // of the baseline, in players
	return min(maxShare, (float64(same)+weight*usual)/float64(others+weight))
}
