package features

import (
	"reflect"
	"strings"
	"testing"
)

func TestLeave(t *testing.T) {
	w := Weights{
		Game: "toy", Features: []string{"men", "kings", "men>=2"}, Values: []float64{1, 2, 3},
		Endgame: &Endgame{From: .5, Values: []float64{4, 5, 6}}, Source: "ga", Evidence: []byte(`{"games":1}`),
	}
	got, err := w.Leave([]string{"kings", "men>=2"})
	want := Weights{
		Game: "toy", Features: []string{"men"}, Values: []float64{1},
		Endgame: &Endgame{From: .5, Values: []float64{4}}, Source: "ga, without kings, men>=2",
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for says, names := range map[string][]string{
		`"queens"`: {"men", "queens"}, `""`: {""}, "no weights are left": {"men", "kings", "men>=2"},
	} {
		if _, err := w.Leave(names); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("without %q: %v, want %q", names, err, says)
		}
	}
}
