package plots

import (
	"bytes"
	"flag"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/stats"
)

var update = flag.Bool("update", false, "write the golden files")

// figures is every figure that has a golden file.
func figures(t *testing.T) map[string]*Figure {
	t.Helper()
	must := func(f *Figure, err error) *Figure {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	unvalidated := sampleCurve(12)
	for i := range unvalidated.Points {
		unvalidated.Points[i].Validated = nil
	}
	played := sampleWeights(3, 20)
	for i := range played.Generations {
		played.Generations[i] *= 2440
	}
	played.Across = "games played"
	return map[string]*Figure{
		"claims":               must(Claims(sampleCurve(45))),
		"claims-one":           must(Claims(sampleCurve(1))),
		"truth":                must(Truth(sampleTruth(30))),
		"heatmap":              must(HeatMap(sampleHeat(3, 4))),
		"heatmap-large":        must(HeatMap(sampleHeat(12, 11))),
		"learning":             must(LearningCurve(sampleCurve(45))),
		"learning-one":         must(LearningCurve(sampleCurve(1))),
		"learning-unvalidated": must(LearningCurve(unvalidated)),
		"winrates":             must(WinRates(sampleRates("random", "greedy", "aggressive", "alphabeta", "start", "hand-set"))),
		"winrates-many":        must(WinRates(sampleRates("abcdefghijkl", "mnopqrstuvwx", "hand-set-two", "alphabeta-12", "MMMMMMMMMMMM", "greedy-greed", "aggressive-2", "start-weight", "random-empty", "self-earlier"))),
		"weights":              must(Weights(sampleWeights(22, 45))),
		"weights-few":          must(Weights(played)),
		"weights-one":          must(Weights(sampleWeights(9, 1))),
		"overlay":              must(Overlay(sampleOverlay(3, 10))),
		"overlay-many":         must(Overlay(sampleOverlay(30, 1))),
		"overlay-games":        must(Overlay(sampleOverlay(11, 8), sampleOverlay(3, 10))),
	}
}

func TestGolden(t *testing.T) {
	for name, f := range figures(t) {
		got, err := encode(f, ".svg", Style{})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from %s; look at it and run the test with -update", name, path)
		}
	}
}

func TestSameDataSameBytes(t *testing.T) {
	for _, extension := range []string{".svg", ".png", ".pdf"} {
		var first []byte
		for range 2 {
			f, err := Weights(sampleWeights(12, 10))
			if err != nil {
				t.Fatal(err)
			}
			data, err := encode(f, extension, Style{})
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = data
			}
			if !bytes.Equal(first, data) {
				t.Errorf("%s: another drawing of the same data has other bytes", extension)
			}
		}
		if extension == ".pdf" && !bytes.Contains(first, []byte("/CreationDate (D:20000101000000)")) {
			t.Error("the PDF file carries the time of its making")
		}
	}
}

func TestSave(t *testing.T) {
	f, err := LearningCurve(sampleCurve(20))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for extension, start := range map[string]string{".svg": "<?xml", ".png": "\x89PNG", ".pdf": "%PDF", ".PNG": "\x89PNG"} {
		path := filepath.Join(folder, "curve"+extension)
		if err := Save(f, path, Style{}); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s: starts with %.8q, error %v", extension, data, err)
		}
	}
	for _, path := range []string{"curve.jpg", "curve", filepath.Join("no", "folder", "curve.svg")} {
		if err := Save(f, filepath.Join(folder, path), Style{}); err == nil {
			t.Errorf("%s is saved", path)
		}
	}
}

func TestSizeForPrint(t *testing.T) {
	f, err := WinRates(sampleRates("random", "greedy"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := encode(f, ".png", Style{})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	// 16 cm at 200 dots per inch.
	if got := picture.Bounds().Dx(); got < 1259 || got > 1260 {
		t.Errorf("%d dots wide", got)
	}
	l, err := f.lay(Style{})
	if err != nil {
		t.Fatal(err)
	}
	if want := int(l.height.Dots(200)); math.Abs(float64(picture.Bounds().Dy()-want)) > 1 {
		t.Errorf("%d dots high, want %d", picture.Bounds().Dy(), want)
	}
}

func TestRefused(t *testing.T) {
	curve := func(change func(*CurvePoint)) error {
		data := sampleCurve(10)
		change(&data.Points[4])
		_, err := LearningCurve(data)
		return err
	}
	rates := func(change func(*WinRatesData)) error {
		data := sampleRates("random", "greedy")
		change(&data)
		_, err := WinRates(data)
		return err
	}
	weights := func(change func(*WeightsData)) error {
		data := sampleWeights(3, 4)
		change(&data)
		_, err := Weights(data)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{curve(func(c *CurvePoint) { c.Mean = math.NaN() }), "generation 4: a fitness is NaN"},
		{curve(func(c *CurvePoint) { c.Best = math.Inf(1) }), "generation 4: a fitness is +Inf"},
		{curve(func(c *CurvePoint) { c.Best = 1.2 }), "generation 4: a fitness is 1.2 (allowed: 0 to 1)"},
		{curve(func(c *CurvePoint) { c.Low = c.High + .1 }), "generation 4: the spread ends"},
		{curve(func(c *CurvePoint) { c.Validated = &stats.Estimate{Value: .9, Low: .1, High: .2} }), "generation 4: validated: 0.9 is outside"},
		{curve(func(c *CurvePoint) { c.Generation = 3 }), "generation 3 follows generation 3"},
		{func() error { _, err := LearningCurve(CurveData{}); return err }(), "no generations"},
		{rates(func(d *WinRatesData) { d.Groups = nil }), "no groups"},
		{rates(func(d *WinRatesData) { d.Groups[1].Rates = nil }), "k = 0: no opponents"},
		{rates(func(d *WinRatesData) { d.Groups[0].Rates[1].Second.Low = math.NaN() }), "k = 4: greedy as White is NaN"},
		{weights(func(d *WeightsData) { d.Features = nil }), "no features"},
		{weights(func(d *WeightsData) { d.Weights = d.Weights[1:] }), "3 rows for 4 generations"},
		{weights(func(d *WeightsData) { d.Weights[2] = d.Weights[2][1:] }), "generation 2: 2 weights for 3 features"},
		{weights(func(d *WeightsData) { d.Weights[2][0] = math.NaN() }), "generation 2: a weight is NaN"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
}
