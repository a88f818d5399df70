package stats

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// The importances are those that Optuna finds for the same trials; testdata/optuna.py wrote
// the file.
func TestImportanceIsOptunas(t *testing.T) {
	text, err := os.ReadFile("testdata/optuna.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Optuna string
		Cases  []struct {
			Name     string
			Settings []struct {
				Key, Kind string
				Values    []any
			}
			Scores, Importance []float64
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 5 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		trials := &Trials{Scores: c.Scores}
		for _, s := range c.Settings {
			var numbers []float64
			var names []string
			for _, v := range s.Values {
				if x, ok := v.(float64); ok {
					numbers = append(numbers, x)
				} else {
					names = append(names, v.(string))
				}
			}
			if s.Kind == "names" {
				trials.Settings = append(trials.Settings, VariedNames(names))
			} else {
				trials.Settings = append(trials.Settings, VariedNumbers(numbers, s.Kind == "log"))
			}
		}
		for i, got := range trials.importance(nil) {
			if want := c.Importance[i]; math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: %s has an importance of %v (Optuna %s: %v)", c.Name, c.Settings[i].Key, got, file.Optuna, want)
			}
		}
	}
}

// Intervals hold the share; a setting that decides all is above chance, one without any
// influence is not.
func TestImportancesAreUncertain(t *testing.T) {
	trials := &Trials{Settings: make([]Varied, 2)}
	var deciding, idle []float64
	for i := range 90 {
		deciding, idle = append(deciding, float64(i%3)), append(idle, float64(i/3%3))
		trials.Scores = append(trials.Scores, float64(i%3)+float64(i*7919%101)/1000)
	}
	trials.Settings[0], trials.Settings[1] = VariedNumbers(deciding, false), VariedNumbers(idle, false)
	list := trials.Importances()
	for i, s := range list {
		if !(0 <= s.Low && s.Low <= s.Value && s.Value <= s.High && s.High <= 1 && 0 <= s.Chance && s.Chance <= 1) {
			t.Errorf("setting %d: %+v", i, s)
		}
	}
	if first, second := list[0], list[1]; first.Low < .6 || second.Value > second.Chance || first.Low == first.High {
		t.Errorf("the deciding one: %+v, the idle one: %+v", first, second)
	}
	again := trials.Importances()
	if again[0] != list[0] || again[1] != list[1] {
		t.Errorf("%+v, then %+v", list, again)
	}
}

// Nothing can be said of no trials, of equal scores, or of a setting with one value.
func TestImportanceOfNothing(t *testing.T) {
	for name, trials := range map[string]*Trials{
		"no trials":    {Settings: []Varied{VariedNames(nil), VariedNames(nil)}},
		"one trial":    {Settings: []Varied{VariedNames([]string{"a"}), VariedNames([]string{"b"})}, Scores: []float64{1}},
		"equal scores": {Settings: []Varied{VariedNames([]string{"a", "b", "b"}), VariedNumbers([]float64{1, 1, 2}, true)}, Scores: []float64{1, 1, 1}},
		"no settings":  {Scores: []float64{1, 2, 3, 4}},
		"one value":    {Settings: []Varied{VariedNumbers([]float64{3, 3, 3, 3}, false), VariedNames([]string{"a", "a", "a", "a"})}, Scores: []float64{1, 2, 3, 4}},
	} {
		for _, s := range trials.Importances() {
			if math.Abs(s.Value-.5) > 1e-9 {
				t.Errorf("%s: %+v", name, s)
			}
		}
	}
}
