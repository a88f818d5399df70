package selfplay

import (
	"slices"

	"evolab/game"
	"evolab/learn/positions"
)

// play plays a game and returns its quiet positions without those of the opening.
// The game ends by the rules, at a proven score, when it is even, or when it is drawn
// by repetition or length.
func (r *Rules[S, P]) play(p Plan, number int) ([]positions.Position[S], error) {
	rand := game.NewRand(game.Mix(p.Seed, uint64(number)))
	plies := p.Opening[0] + rand.Intn(p.Opening[1]-p.Opening[0]+1)
	s, err := r.Open(&rand, plies)
	if err != nil {
		return nil, err
	}
	think := r.Player(rand.Uint64())
	beside := r.beside(p.Detour, &rand, number)
	var list []positions.Position[S]
	var past []uint64
	for result := game.Ongoing; ; plies++ {
		if result = r.Result(&s, past, plies); result != game.Ongoing {
			return decided[S, P](list, result), nil
		}
		t := think(&s, past)
		if r.Loud == nil || !r.Loud(&s) {
			list = append(list, position(&s, number, t))
		}
		list = beside(list, &s)
		if t.Exact {
			return decided[S, P](list, proven(P(&s).Turn(), t.Value)), nil
		}
		past = append(past, r.Same(&s))
		P(&s).Play(t.Move, &s)
	}
}

// beside returns what keeps a position beside a game: leaves of searches are seldom
// as even as the positions of games between equals.
func (r *Rules[S, P]) beside(plies [2]int, rand *game.Rand, number int) func([]positions.Position[S], *S) []positions.Position[S] {
	if plies[1] == 0 {
		return func(list []positions.Position[S], _ *S) []positions.Position[S] { return list }
	}
	think := r.Player(rand.Uint64())
	return func(list []positions.Position[S], from *S) []positions.Position[S] {
		s, on := r.wander(*from, rand, plies[0]+rand.Intn(plies[1]-plies[0]+1))
		if !on || r.Loud != nil && r.Loud(&s) {
			return list
		}
		t := think(&s, nil)
		if t.Unscored {
			return list
		}
		at := position(&s, number, t)
		at.Detour = true
		return append(list, at)
	}
}

func position[S comparable](s *S, number int, t Thought) positions.Position[S] {
	at := positions.Position[S]{State: *s}
	at.Score, at.Exact, at.Game = int32(t.Score), t.Exact, uint32(number)
	if t.Exact {
		at.Score = int32(t.Value)
	} else if t.Unscored {
		at.Score, at.Unscored = 0, true
	}
	return at
}

// proven is the result that a proven value for a side stands for.
func proven(turn game.Side, value int) game.Result {
	switch {
	case value > 0:
		return game.Win(turn)
	case value < 0:
		return game.Win(turn.Other())
	}
	return game.Draw
}

// decided writes the result of a game into its positions.
func decided[S comparable, P game.Position[S]](list []positions.Position[S], result game.Result) []positions.Position[S] {
	for i := range list {
		switch {
		case result == game.Draw || list[i].Detour:
		case result == game.Win(P(&list[i].State).Turn()):
			list[i].Result = 1
		default:
			list[i].Result = -1
		}
	}
	return slices.Clip(list)
}
