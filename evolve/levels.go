package evolve

// Whole numbers and switches are genes of a box whose range -1..1 is divided into equal parts, one
// for each value (Shared.Levels). A gene is a number all the same: optimisers that follow a
// direction move within a part, and cross into the next one.

// Level returns which of n values a gene stands for, 0..n-1.
func Level(gene float64, n int) int {
	return max(0, min(n-1, int((gene+1)/2*float64(n))))
}

// values is how many values a gene stands for; 0: it is a number.
func (s *Shared) values(gene int) int {
	if gene >= len(s.Levels) {
		return 0
	}
	return s.Levels[gene]
}

// whole moves the genes of whole numbers to the middles of their parts: candidates with the same
// values have the same genome.
func (s *Shared) whole(g Genome) Genome {
	for i := range g {
		if n := s.values(i); n > 0 {
			g[i] = LevelGene(Level(g[i], n), n)
		}
	}
	return g
}

// LevelGene returns the middle of the part of value k of n.
func LevelGene(k, n int) float64 {
	return float64(2*k+1)/float64(n) - 1
}
