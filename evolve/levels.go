package evolve

// Whole numbers and switches are genes of a box whose range -1..1 is divided into equal parts, one
// for each value (Shared.Levels). A gene is a number all the same: optimisers that follow a
// direction move within a part, and cross into the next one.

// Level returns which of n values a gene stands for, 0..n-1.
func Level(gene float64, n int) int {
	return max(0, min(n-1, int((gene+1)/2*float64(n))))
}

// LevelGene returns the middle of the part of value k of n.
func LevelGene(k, n int) float64 {
	return float64(2*k+1)/float64(n) - 1
}
