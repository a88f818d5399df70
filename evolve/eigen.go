package evolve

import (
	"math"
	"slices"
)

// eigen returns the eigenvalues of a symmetric matrix and, as rows, its eigenvectors of length
// 1 (the cyclic Jacobi method; Golub and Van Loan, "Matrix computations", section 8.5).
//
// gonum's solver is not used: its arithmetic differs from processor to processor.
func eigen(matrix []Genome) (values []float64, vectors []Genome) {
	n := len(matrix)
	a := make([]Genome, n)
	for i := range a {
		a[i] = slices.Clone(matrix[i])
	}
	vectors = identity(n)
	const sweeps = 30 // it converges quadratically: a dozen are plenty
	for range sweeps {
		if isDiagonal(a) {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				annihilate(a, vectors, p, q)
			}
		}
	}
	values = make([]float64, n)
	for i := range values {
		values[i] = a[i][i]
	}
	return values, vectors
}

// isDiagonal reports whether what is off the diagonal is less than rounding errors.
func isDiagonal(a []Genome) bool {
	const negligible = 1e-17
	for i, row := range a {
		for j := i + 1; j < len(row); j++ {
			if math.Abs(row[j]) > negligible*math.Sqrt(math.Abs(a[i][i]))*math.Sqrt(math.Abs(a[j][j])) {
				return false
			}
		}
	}
	return true
}

// annihilate rotates rows and columns p and q of a so that a[p][q] becomes 0.
func annihilate(a, vectors []Genome, p, q int) {
	if a[p][q] == 0 {
		return
	}
	theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1))
	if theta < 0 {
		t = -t
	}
	cos := 1 / math.Sqrt(float64(t*t)+1)
	sin := t * cos
	for k := range a { // columns
		a[k][p], a[k][q] = rotated(a[k][p], a[k][q], cos, sin)
	}
	for k := range a { // rows
		a[p][k], a[q][k] = rotated(a[p][k], a[q][k], cos, sin)
		vectors[p][k], vectors[q][k] = rotated(vectors[p][k], vectors[q][k], cos, sin)
	}
	a[p][q], a[q][p] = 0, 0
}

func rotated(x, y, cos, sin float64) (float64, float64) {
	return float64(cos*x) - float64(sin*y), float64(sin*x) + float64(cos*y)
}
