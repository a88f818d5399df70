package features

// newSteps is the phase and the fraction of the way to the next one, in 256ths,
// by progress: 256*phase + fraction. At is the places of the phases, in
// thousandths; without any there are no steps.
func newSteps(at []int) []uint16 {
	var steps []uint16
	for progress := 0; len(at) > 0 && progress <= 1000; progress++ {
		steps = append(steps, step(at, progress))
	}
	return steps
}

func step(at []int, progress int) uint16 {
	last := len(at) - 1
	for i := range last {
		low, high := at[i], at[i+1]
		if progress < high {
			return uint16(256*i + 256*max(progress-low, 0)/(high-low))
		}
	}
	return uint16(256 * last)
}
