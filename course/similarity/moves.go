// Package similarity looks for submissions of a class that may have one author, as hints
// for a person: programs that play alike (Compare), the same files (SameFiles), and what
// the tools made for sources have found in a class that was written for them (Export,
// Read). It knows names and folders, but no grading.
package similarity

import (
	"cmp"
	"math"
	"slices"
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
// in games with the same number, as long as all moves before were the same. A position
// reached in several games by the same moves counts once, and a forced move never.
type Pair struct {
	First, Second string
	Faced, Agreed int // choices, and how many fell on the same move
	Games, Whole  int // games of both, and how many were the same from the first to the last move
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
			p := Pair{First: players[i].Name, Second: players[j].Name, Chance: 1}
			t.compare(i, j, &p, func(node, first, second int32) {
				p.Faced++
				if first == second {
					p.Agreed++
				}
			})
			if p.Faced > 0 {
				m.Pairs, at = append(m.Pairs, p), append(at, [2]int{i, j})
			}
		}
	}
	if len(m.Pairs) >= minPairs {
		m.Usual = usual(m.Pairs)
		for k := range m.Pairs {
			p, log := &m.Pairs[k], 0.0
			t.compare(at[k][0], at[k][1], nil, func(node, first, second int32) {
				log += logRatio(first == second, t.expected(node, first, second, m.Usual))
			})
			p.Chance = min(1, float64(len(m.Pairs))*math.Exp(-log))
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
		return math.Log(copied / expected)
	}
	return math.Log((1 - copied) / (1 - expected))
}

// tree has the positions of all games as nodes: what was played before is the path to one.
type tree struct {
	players [][]playedGame
	edges   map[edge]int32
	chosen  []int32 // by node: how many players have moved there
	chose   []int32 // by node: how many players have moved to it by free choice
	seen    []int32 // by node: the last comparison that has counted it
	count   int32   // of comparisons
}

// edge is a move at a node; the openings are moves at the root.
type edge struct {
	from int32
	move string
}

// choice is a free choice: where, and the node to which it leads.
type choice struct{ at, to int32 }

// playedGame is a game of a player.
type playedGame struct {
	number  int
	choices []choice
	end     int32
}

func newTree(players []Player) *tree {
	t := &tree{edges: map[edge]int32{}}
	for _, p := range players {
		var games []playedGame
		first := map[int32]bool{}
		for _, g := range p.Games {
			at := t.next(0, "opening "+g.Opening)
			var list []choice
			for _, s := range g.Steps {
				to := t.next(at, s.Move)
				if s.Own && s.Free {
					list = append(list, choice{at, to})
					if !first[at] {
						first[at] = true
						t.chosen[at]++
						t.chose[to]++
					}
				}
				at = to
			}
			games = append(games, playedGame{g.Number, list, at})
		}
		t.players = append(t.players, games)
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
		for int(to) >= len(t.seen) {
			t.chosen, t.chose, t.seen = append(t.chosen, 0), append(t.chose, 0), append(t.seen, 0)
		}
	}
	return to
}

// compare calls visit for each choice that two players had in common, and counts their
// games in p unless it is nil.
func (t *tree) compare(i, j int, p *Pair, visit func(node, first, second int32)) {
	t.count++
	a, b := t.players[i], t.players[j]
	for len(a) > 0 && len(b) > 0 {
		if a[0].number != b[0].number {
			if a[0].number < b[0].number {
				a = a[1:]
			} else {
				b = b[1:]
			}
			continue
		}
		one, two := &a[0], &b[0]
		a, b = a[1:], b[1:]
		if p != nil && len(one.choices) > 0 && len(two.choices) > 0 {
			p.Games++
			if one.end == two.end {
				p.Whole++
			}
		}
		for k := range min(len(one.choices), len(two.choices)) {
			first, second := one.choices[k], two.choices[k]
			if first.at != second.at {
				break // the opponent has played something else
			}
			if t.seen[first.at] != t.count {
				t.seen[first.at] = t.count
				visit(first.at, first.to, second.to)
			}
			if first.to != second.to {
				break
			}
		}
	}
}

// expected is the probability with which another player agrees with the first's choice.
func (t *tree) expected(node, first, second int32, usual float64) float64 {
	const few = 4 // players say too little
	others := int(t.chosen[node]) - 2
	if others < few || 2*others < len(t.players)-2 {
		return min(maxShare, usual)
	}
	same := int(t.chose[first]) - 1
	if first == second {
		same--
	}
	const weight = 2 // of the baseline, in players
	return min(maxShare, (float64(max(0, same))+weight*usual)/float64(others+weight))
}
