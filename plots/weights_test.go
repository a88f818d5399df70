package plots

import (
	"bytes"
	"strings"
	"testing"
)

func TestWeightsThatAreAllZero(t *testing.T) {
	data := sampleWeights(3, 2)
	data.Weights = [][]float64{{0, 0, 0}, {0, 0, 0}}
	f, err := Weights(data)
	if err != nil {
		t.Fatal(err)
	}
	if picture, err := encode(f, ".svg", Style{}); err != nil || bytes.Contains(picture, []byte("NaN")) {
		t.Errorf("error %v, or a NaN in the picture", err)
	}
}

// Parameters are shown with their own values; where their ranges differ, the curves are
// parts of them.
func TestParametersAreNotWeights(t *testing.T) {
	data := WeightsData{
		Game: "halma", Features: []string{"goal", "depth"}, Generations: []int{0, 1}, Weights: [][]float64{{0, 1}, {2.5, 4}},
		Parameters: true, Ranges: [][2]float64{{-5, 5}, {1, 5}},
	}
	if got := data.heights(data.Weights[1]); got[0] != 75 || got[1] != 75 || data.axis() != "part of the range, in %" {
		t.Errorf("%v of %s", got, data.axis())
	}
	data.Ranges[1] = data.Ranges[0]
	if got := data.heights(data.Weights[1]); got[0] != 2.5 || got[1] != 4 || data.axis() != "value" {
		t.Errorf("%v of %s", got, data.axis())
	}
	f, err := Weights(data)
	if err != nil {
		t.Fatal(err)
	}
	if f.Title() != "Parameters of the halma program" || !strings.HasSuffix(f.About(), "At the end: goal = 2.5, depth = 4.") {
		t.Errorf("%s\n%s", f.Title(), f.About())
	}
}
