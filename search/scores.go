package search

// scores remembers evaluations, where Hints.Again says that it pays. The same leaf
// comes up again in second looks at a move, and by other orders of the same moves.
type scores struct {
	on   bool
	list []uint64 // a key and its score in turn
}

// scoreBits is the size of the memory: 2^12 scores stay in a processor's cache.
const scoreBits = 12

// open prepares the memory for a search.
func (c *scores) open(on bool) {
	c.on = on
	if on && len(c.list) == 0 {
		c.list = make([]uint64, 2<<scoreBits)
	}
}

// clear forgets all scores.
func (c *scores) clear() {
	for i := range c.list {
		c.list[i] = 0
	}
}

// score is the evaluation of a position.
func (e *Engine[S, P]) score(s *S) int {
	if !e.scores.on {
		return e.eval.Score(s)
	}
	key := P(s).Hash()
	at := int(key&(1<<scoreBits-1)) << 1
	known := e.scores.list[at : at+2]
	if known[0] == key {
		return int(known[1])
	}
	score := e.eval.Score(s)
	known[0], known[1] = key, uint64(score)
	return score
}
