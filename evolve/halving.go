package evolve

// stage is one round of successive halving: the best players meet the openings
// first..first+pairs-1.
type stage struct{ first, pairs, players int }

// stages plans a generation. Round 0 gives everybody pairs/rounds pairs; round
// r gives 2^r times as many to the best 1/2^r, so that each round costs about
// the same (Karnin, Koren and Somekh, "Almost optimal exploration in
// multi-armed bandits", 2013).
func (ga *GA) stages() []stage {
	var plan []stage
	first, pairs := 0, ga.Pairs/ga.Rounds
	for r := range ga.Rounds {
		players := (ga.Population + 1<<r - 1) >> r
		plan = append(plan, stage{first, pairs, max(players, ga.Elites)})
		first, pairs = first+pairs, 2*pairs
	}
	return plan
}

// GamesPerGeneration is the number of games that one generation plays.
func (ga *GA) GamesPerGeneration() int {
	games := 0
	for _, st := range ga.stages() {
		games += 2 * st.pairs * st.players
	}
	return games
}
