package plots

import (
	"fmt"
	"math"

	"evolab/stats"
)

// checkFinite refuses numbers that have no place on an axis.
func checkFinite(what string, values ...float64) error {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %v", what, v)
		}
	}
	return nil
}

// checkShares refuses numbers that would fall off an axis from 0 to 1 by more than a
// rounding error.
func checkShares(what string, values ...float64) error {
	const rounding = 1e-9
	for _, v := range values {
		if v < -rounding || v > 1+rounding {
			return fmt.Errorf("%s is %v (allowed: 0 to 1)", what, v)
		}
	}
	return checkFinite(what, values...)
}

// checkInterval refuses an interval of shares that does not hold its value.
func checkInterval(what string, e stats.Estimate) error {
	if err := checkShares(what, e.Value, e.Low, e.High); err != nil {
		return err
	}
	if e.Low > e.Value || e.Value > e.High {
		return fmt.Errorf("%s: %v is outside its interval %v to %v", what, e.Value, e.Low, e.High)
	}
	return nil
}

// checkRising refuses generations that are not in order.
func checkRising(generations []int) error {
	for i := 1; i < len(generations); i++ {
		if generations[i] <= generations[i-1] {
			return fmt.Errorf("generation %d follows generation %d", generations[i], generations[i-1])
		}
	}
	return nil
}
