package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"evolab/internal/float"
)

// Trials are experiments that tried out settings: what each has scored, higher is better.
type Trials struct {
	Settings []Varied
	Scores   []float64
}

// Varied is one setting in all trials, as cells of a grid.
type Varied struct {
	Cells int   // of the grid
	At    []int // the cell of each trial
	// Numbers are near each other if their cells are; categories are all alike.
	Number bool
}

// VariedNumbers lays numbers on a grid from the smallest to the largest, of their
// logarithms if asked.
func VariedNumbers(values []float64, logarithms bool) Varied {
	const cells = 50
	scale := func(x float64) float64 { return x }
	if logarithms {
		scale = float.Log
	}
	low, high := scale(slices.Min(values)), scale(slices.Max(values))
	v := Varied{Cells: cells, At: make([]int, len(values)), Number: true}
	step := (high - low) / (cells - 1)
	if step == 0 {
		v.Cells = 1
		return v
	}
	for i, x := range values {
		at := (scale(x)-low)/step - .5
		v.At[i] = max(0, min(cells-1, int(math.Ceil(float64(at)))))
	}
	return v
}

// VariedNames has a cell for each name.
func VariedNames(values []string) Varied {
	names := slices.Compact(slices.Sorted(slices.Values(values)))
	v := Varied{Cells: len(names), At: make([]int, len(values))}
	for i, x := range values {
		v.At[i], _ = slices.BinarySearch(names, x)
	}
	return v
}

// BestShare is the share of trials that count as the best, at which the importance looks.
const BestShare = .1

// FewestBest is how many trials have to be among the best before their importance is
// stable (Optuna's advice for the same method).
const FewestBest = 5

// Best is how many of n trials are among the best, if no two score the same.
func Best(n int) int { return max(1, int(math.Ceil(BestShare*float64(n)))) }

// importance is the share that each setting has in a trial's being among the best: how
// far the density of its values among those is from that among all trials, by Pearson's
// divergence. The shares have a sum of 1; they are equal where there is nothing to tell.
//
// This is PED-ANOVA: Watanabe, Bansal, Hutter, "PED-ANOVA: Efficiently Quantifying
// Hyperparameter Importance in Arbitrary Subspaces" (IJCAI 2023, arXiv 2304.10255), with
// the densities of Optuna's PedAnovaImportanceEvaluator, so that the figures are those of its
// get_param_importances (5.0): Parzen windows by Scott's rule on a grid, and a wide one of weight 1 for what has not
// been tried. The sample is the numbers of trials drawn anew; nil: each once.
func (t *Trials) importance(sample []int) []float64 {
	if sample == nil {
		sample = make([]int, len(t.Scores))
		for i := range sample {
			sample[i] = i
		}
	}
	list := make([]float64, len(t.Settings))
	for i := range list {
		list[i] = 1 / float64(len(list))
	}
	if len(sample) < 2 {
		return list
	}
	best := t.best(sample)
	divergences, sum := make([]float64, len(list)), 0.
	for i := range t.Settings {
		v := &t.Settings[i]
		divergences[i] = divergence(v.density(best), v.density(sample))
		sum += divergences[i]
	}
	if sum > 0 {
		for i := range list {
			list[i] = divergences[i] / sum
		}
	}
	return list
}

// best are the trials of a sample that score as well as the last of the best.
func (t *Trials) best(sample []int) []int {
	order := slices.SortedFunc(slices.Values(sample), func(a, b int) int { return cmp.Compare(t.Scores[b], t.Scores[a]) })
	last := t.Scores[order[Best(len(order))-1]]
	return slices.DeleteFunc(order, func(i int) bool { return t.Scores[i] < last })
}

func divergence(p, q []float64) (sum float64) {
	const least = 1e-12
	for i := range p {
		ratio := (p[i]+least)/(q[i]+least) - 1
		sum += float64((q[i] + least) * float64(ratio*ratio))
	}
	return sum
}

// density is that of the setting's values in some trials.
func (v *Varied) density(trials []int) []float64 {
	counts := make([]float64, v.Cells)
	for _, i := range trials {
		counts[v.At[i]]++
	}
	if v.Number {
		return windows(counts)
	}
	return frequencies(counts)
}

// frequencies are those of categories: each one that was seen shares a little of its weight
// with all others, as the one that stands for what has not been tried does.
func frequencies(counts []float64) []float64 {
	n, kinds := 0., 0.
	for _, c := range counts {
		n += c
		if c > 0 {
			kinds++
		}
	}
	own := 1 / (kinds + 1)
	row := 1 + float64(own*float64(len(counts)))
	list := make([]float64, len(counts))
	for i, c := range counts {
		mixed := float64(c*(1+own))/row + float64((n-c)*own)/row
		list[i] = (mixed + 1/float64(len(counts))) / (n + 1)
	}
	return list
}

// windows are normal distributions around the values, cut off at the ends of the grid and
// summed up over its cells.
func windows(counts []float64) []float64 {
	n := 0.
	for _, c := range counts {
		n += c
	}
	last := float64(len(counts) - 1)
	list := make([]float64, len(counts))
	width := bandwidth(counts, n)
	for at, c := range counts {
		if c > 0 {
			addWindow(list, float64(at), width, c/(n+1))
		}
	}
	addWindow(list, last/2, last+1, 1/(n+1))
	return list
}

func addWindow(list []float64, mean, width, weight float64) {
	below := func(x float64) float64 { return normal((x - mean) / width) }
	low, high := below(-.5), below(float64(len(list))-.5)
	before := low
	for i := range list {
		next := below(float64(i) + .5)
		list[i] += float64(weight * (next - before) / (high - low))
		before = next
	}
}

// bandwidth is Scott's rule for counts in the cells of a grid (Scott, "Multivariate Density
// Estimation", 1992), but at least so wide that a cell holds 90 % of its window.
func bandwidth(counts []float64, n float64) float64 {
	sum := 0.
	for at, c := range counts {
		sum += float64(float64(at) * c)
	}
	mean, squares := sum/n, 0.
	for at, c := range counts {
		squares += float64(c * float64((float64(at)-mean)*(float64(at)-mean)))
	}
	deviation := math.Sqrt(squares / max(1, n-1))
	// The quartiles of the counts, the lower one rounded down, the upper one up.
	lower, upper, seen, highest := -1, -1, 0., 0
	for at, c := range counts {
		if c == 0 {
			continue
		}
		seen, highest = seen+c, at
		if lower < 0 && seen >= math.Floor(n/4) {
			lower = at
		}
		if upper < 0 && seen > math.Floor(n*3/4) {
			upper = at
		}
	}
	if upper < 0 {
		upper = highest
	}
	const quartiles = 1.34 // of a normal distribution, in standard deviations
	return max(.5/1.64, 1.059*min(float64(upper-lower)/quartiles, deviation)*float.Pow(n, -.2))
}

// Importance is a setting's share, with what it would be without any influence.
type Importance struct {
	Estimate
	Chance float64 `json:"chance"` // reached by luck alone in one of twenty sweeps
}

// resamples is how many times trials are drawn again, which takes a second for 5,000.
const resamples = 200

// Importances are the shares that settings have in a trial's being among the best, by
// PED-ANOVA (importance has its source), with 95 % intervals by drawing the trials again with
// replacement (the percentile bootstrap: Efron and Tibshirani 1993), and with the 95 %
// quantile of the shares where scores are dealt out at random. The same trials have the
// same figures.
func (t *Trials) Importances() []Importance {
	list := make([]Importance, len(t.Settings))
	for i, share := range t.importance(nil) {
		list[i] = Importance{Estimate{share, share, share}, share}
	}
	if len(t.Scores) < 2 || len(list) < 2 {
		return list
	}
	random := rand.New(rand.NewPCG(1, uint64(len(t.Scores))))
	drawn, dealt := make([][]float64, len(list)), make([][]float64, len(list))
	sample, shuffled := make([]int, len(t.Scores)), &Trials{t.Settings, slices.Clone(t.Scores)}
	for range resamples {
		for i := range sample {
			sample[i] = random.IntN(len(sample))
		}
		random.Shuffle(len(shuffled.Scores), func(i, k int) {
			shuffled.Scores[i], shuffled.Scores[k] = shuffled.Scores[k], shuffled.Scores[i]
		})
		for i, share := range t.importance(sample) {
			drawn[i] = append(drawn[i], share)
		}
		for i, share := range shuffled.importance(nil) {
			dealt[i] = append(dealt[i], share)
		}
	}
	for i := range list {
		list[i].Low = min(list[i].Value, sampleQuantile(drawn[i], .025))
		list[i].High = max(list[i].Value, sampleQuantile(drawn[i], .975))
		list[i].Chance = sampleQuantile(dealt[i], .95)
	}
	return list
}

// sampleQuantile is the value below which a share of a sample lies; the sample is sorted.
func sampleQuantile(sample []float64, share float64) float64 {
	slices.Sort(sample)
	return sample[min(len(sample)-1, int(share*float64(len(sample))))]
}
