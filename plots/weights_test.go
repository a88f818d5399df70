package plots

import (
	"bytes"
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
