package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"evolab/internal/goldentest"
	"evolab/stats"
)

// figures are samples of all figures.
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
	narrow := sampleHeat(3, 4)
	narrow.Low, narrow.High, narrow.Below = .4, .55, "ga.population"
	return map[string]*Figure{
		"importance":           must(Importances(sampleImportances())),
		"scores":               must(Scores(sampleScores(10))),
		"slices":               must(Slices(sampleSlices())),
		"parallel":             must(Parallel(sampleParallel())),
		"contour":              must(HeatMap(narrow)),
		"ratings":              must(Ratings(sampleRatings())),
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
		"rounds":               must(Rounds(sampleRounds(5))),
		"practice":             must(Practice(samplePractice(5))),
		"evaluation":           must(Evaluation(sampleEvaluation(24))),
		"overlay":              must(Overlay(sampleOverlay(3, 10))),
		"overlay-many":         must(Overlay(sampleOverlay(30, 1))),
		"overlay-games":        must(Overlay(sampleOverlay(11, 8), sampleOverlay(3, 10))),
	}
}

// Three figures are compared as a whole: lines with bands, cells, and groups of marks.
func TestGolden(t *testing.T) {
	for _, name := range []string{"learning", "heatmap", "winrates"} {
		got, err := encode(figures(t)[name], ".svg", Style{})
		if err != nil {
			t.Fatal(err)
		}
		goldentest.Compare(t, filepath.Join("testdata", name+".svg"), got)
	}
}

// Figures name what they draw: the words but for numbers, which are those of the axes, in
// the order in which they are drawn, and the data in their description.
func TestWordsAndData(t *testing.T) {
	number := regexp.MustCompile(`^[-\d.,]+$`)
	all := figures(t)
	for name, want := range map[string]struct {
		words string
		about string // a part of it
	}{
		"claims": {
			"Little-Go, genetic algorithm, seed 7|validated, 95 % interval|claimed, 95 % interval|fitness (0 to 1)|generation|claimed minus validated",
			"In generation 44: claimed 0.883 [0.853, 0.903], validated 0.830 [0.790, 0.865], a difference of +0.054. The largest difference is +0.083 in generation 4.",
		},
		"claims-one": {
			"Little-Go, genetic algorithm, seed 7|validated, 95 % interval|claimed, 95 % interval|fitness (0 to 1)|generation|claimed minus validated",
			"a difference of +0.029. The largest difference is +0.029 in generation 0.",
		},
		"truth": {
			"Little-Go: truth and win rate|score against the opponents, 95 %|accuracy, 95 %|generation|share (0 to 1)",
			"From generation 0 to 29: accuracy 23.6 % [18.6, 27.6], then 60.4 % [55.4, 64.4]; score against the opponents 39.5 % [37.5, 41.5], then 85.5 % [83.5, 87.5].",
		},
		"heatmap-large": {
			"Who beats whom|0 %|25 %|50 %|75 %|100 %|score of the row (%)|opponent 1|opponent 2|opponent 3|opponent 4|opponent 5|opponent 6|opponent 7|opponent 8|opponent 9|opponent 10|opponent 11|row's player|" +
				"generation 0|generation 5|generation 10|generation 15|generation 20|generation 25|generation 30|generation 35|generation 40|generation 45|generation 50|generation 55",
			"A table of 12 rows and 11 columns: score of the row (%). generation 0: opponent 1 51 %, opponent 3 45 %, opponent 4 42 %",
		},
		"learning-one": {
			"Little-Go, genetic algorithm, seed 7|population, 10 to 90 %|validated, 95 % interval (at 0: the start weights)|population mean|claimed best|" +
				"generation; 0 is the start, before any selection (2,440 training games in all)|fitness (0 to 1)",
			"Claimed best: 0.405, 0.405. Population mean: 0.295, 0.295. Validated: 0.376 [0.336, 0.411], 0.376 [0.336, 0.411].",
		},
		"learning-unvalidated": {
			"Little-Go, genetic algorithm, seed 7|population, 10 to 90 %|population mean|claimed best|" +
				"generation; 0 is the start, before any selection (29,280 training games in all)|fitness (0 to 1)",
			"Claimed best: 0.405, 0.758. Population mean: 0.295, 0.623.",
		},
		"winrates-many": {
			"Champion of Little-Go, seed 7: 500 pairs per opponent|as Black|as White|all games|" +
				"k = 4|abcdefghijkl|mnopqrstuvwx|hand-set-two|alphabeta-12|MMMMMMMMMMMM|greedy-greed|aggressive-2|start-weight|random-empty|self-earlier|win rate (%)|" +
				"k = 0|abcdefghijkl|mnopqrstuvwx|hand-set-two|alphabeta-12|MMMMMMMMMMMM|greedy-greed|aggressive-2|start-weight|random-empty|self-earlier|win rate (%)",
			"random-empty 40.5 % [37.5, 43.6], self-earlier 33.5 % [30.6, 36.5].",
		},
		"weights": {
			"Weights of the Little-Go features|the other 14 features|generation|normalised weight (vector length 1)|" +
				"feature_number_4|feature_number_1|feature_number_3|feature_number_15|feature_number_2|feature_number_13|feature_number_9|feature_number_7",
			"The largest at the end: feature_number_4 +0.410, feature_number_1 +0.401, feature_number_3 +0.390, feature_number_7 -0.331",
		},
		"weights-few": {
			"Weights of the Little-Go features|games played|normalised weight (vector length 1)|feature_number_1|feature_number_3|feature_number_2",
			"The weights of 3 features from games played 0 to 46,360, each vector brought to length 1. The largest at the end: feature_number_1 +0.696",
		},
		"weights-one": {
			"Weights of the Little-Go features|the other feature|generation|normalised weight (vector length 1)|" +
				"feature_number_8|feature_number_3|feature_number_1|feature_number_2|feature_number_7|feature_number_6|feature_number_4|feature_number_9",
			"feature_number_4 +0.187, feature_number_9 +0.102.",
		},
		"overlay": {
			"3 runs|95 % interval|training games|validated fitness (0 to 1)|run-0|run-2|run-1",
			"The best end at: run-0 0.808 [0.778, 0.838] after 10,000 training games; run-2 0.796 [0.766, 0.826] after 30,000 training games",
		},
		"overlay-many": {
			"30 runs|95 % interval of run-13|the other 20 runs|training games|validated fitness (0 to 1)|run-13|run-20|run-24|run-27|run-16|run-12|run-21|run-10|run-3|run-14",
			"The validated fitness of 30 runs with 95 % intervals, by training games. The best end at: run-13 0.594 [0.564, 0.624] after 2,000 training games",
		},
		"overlay-games": {
			"Validated fitness, each game by itself|95 % interval of run-10|the other run|11 runs|training games|validated fitness (0 to 1)|" +
				"run-10|run-6|run-2|run-9|run-1|run-7|run-8|run-3|run-4|run-0|3 runs|training games|validated fitness (0 to 1)|run-0|run-2|run-1",
			"The validated fitness of 3 runs with 95 % intervals, by training games. The best end at: run-2 0.796 [0.766, 0.826] after 30,000 training games",
		},
		"rounds": {
			"konane: strength and loss|score against the opponents, 95 %|against the best one before, 95 %|loss of the fit|held out|least possible|score (0 to 1)|round|loss",
			"The last round: loss 0.4200, held out 0.4400, of which 0.3000 cannot be learned; against the best evaluation before 50.0 % [45.0, 55.0]",
		},
		"evaluation": {
			"Evaluation of a game|evaluation|mistake|ply|White wins|even|Black wins",
			"The evaluation of 25 positions of a game, Black above. The last: White wins; mistakes at ply 22.",
		},
		"practice": {
			"tictactoe: td|against random|against minimax|games of practice|games won or drawn (%)",
			"After 500 of them: random 80.0 % [75.0, 85.0], minimax 80.0 % [75.0, 85.0].",
		},
	} {
		var words []string
		for _, text := range texts(t, all[name], Style{}) {
			if !number.MatchString(text.String) {
				words = append(words, text.String)
			}
		}
		if got := strings.Join(words, "|"); got != want.words {
			t.Errorf("%s says\n%s, want\n%s", name, got, want.words)
		}
		if got := all[name].About(); !strings.Contains(got, want.about) {
			t.Errorf("%s is described by\n%s, want\n%s", name, got, want.about)
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
	l, err := f.layout(Style{})
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

// A picture has the size, the dots and the title that are asked for.
func TestStyle(t *testing.T) {
	for _, c := range []struct {
		style         Style
		width, height int // dots; 0: whatever the figure needs
	}{
		{Style{}, 1260, 0},
		{Style{DotsPerInch: 300}, 1890, 0},
		{Style{Width: 10}, 787, 0},
		{Style{Width: 10, Height: 8, DotsPerInch: 100}, 394, 315},
		{Style{Width: 25.4, Height: 20, NoTitle: true}, 2000, 1575},
	} {
		for _, name := range []string{"heatmap", "overlay"} {
			data, err := encode(figures(t)[name], ".png", c.style)
			if err != nil {
				t.Fatalf("%s %+v: %v", name, c.style, err)
			}
			p, err := png.DecodeConfig(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(float64(p.Width-c.width)) > 1 || c.height > 0 && math.Abs(float64(p.Height-c.height)) > 1 {
				t.Errorf("%s %+v: %d x %d dots, want %d x %d", name, c.style, p.Width, p.Height, c.width, c.height)
			}
		}
	}
}

func TestStyleRefused(t *testing.T) {
	f := figures(t)["claims"]
	for want, s := range map[string]Style{
		`"Little-Go, genetic algorithm, seed 7" needs a height of at least 9 cm`: {Height: 5},
		"a picture of 39370 x 39370 dots (allowed: 100,000,000 in all)":          {Width: 100, Height: 100, DotsPerInch: 1000},
	} {
		if err := Fits(f, s); !errors.Is(err, ErrStyle) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
}

// texts draws a figure and returns its words with their places.
func texts(t *testing.T, f *Figure, s Style) []*recorder.FillString {
	t.Helper()
	l, err := f.layout(s)
	if err != nil {
		t.Fatal(err)
	}
	var r recorder.Canvas
	f.draw(draw.NewCanvas(&r, l.width, l.height), l)
	var list []*recorder.FillString
	for _, a := range r.Actions {
		if text, ok := a.(*recorder.FillString); ok {
			if strings.TrimSpace(text.String) != "" {
				list = append(list, text)
			}
			if end := text.Point.X + sans(text.Size).Width(text.String); text.Size > 12 && end > l.width {
				t.Errorf("%q ends at %.0f of %.0f", text.String, end, l.width)
			}
		}
	}
	return list
}

// The title is left out where it is not wanted, and broken where it is too long.
func TestTitle(t *testing.T) {
	data := sampleCurve(20)
	data.Title = strings.Repeat("a long title of many words ", 4)
	f, err := LearningCurve(data)
	if err != nil {
		t.Fatal(err)
	}
	titles := func(s Style) (n int) {
		for _, text := range texts(t, f, s) {
			if text.Size > 12 {
				n++
			}
		}
		return n
	}
	if got := []int{titles(Style{}), titles(Style{Width: 10}), titles(Style{NoTitle: true})}; got[0] < 2 || got[1] <= got[0] || got[2] != 0 {
		t.Errorf("lines of the title: %v", got)
	}
}

// The generations of the upper panel of claims stand above those of the lower.
func TestPanelsLineUp(t *testing.T) {
	for _, s := range []Style{{}, {Width: 10}, {Width: 24, Height: 30}} {
		places := map[string][]vg.Length{}
		for _, text := range texts(t, figures(t)["claims"], s) {
			places[text.String] = append(places[text.String], text.Point.X)
		}
		for _, generation := range []string{"10", "20", "40"} {
			if x := places[generation]; len(x) != 2 || math.Abs(float64(x[0]-x[1])) > .01 {
				t.Errorf("%+v: generation %s is written at %v", s, generation, x)
			}
		}
	}
}

// In a narrow figure the numbers below an axis do not run into each other; a wide one of the same
// data has all of them.
func TestNarrowNumbers(t *testing.T) {
	data := sampleOverlay(1, 8)
	data.Curves[0].Name = "2026-11-27-125315-champion"
	f, err := Overlay(data)
	if err != nil {
		t.Fatal(err)
	}
	wide, thin := numbersBelow(t, f, Style{}), numbersBelow(t, f, Style{Width: 10})
	if again := numbersBelow(t, f, Style{}); len(thin) >= len(wide) || len(again) != len(wide) || len(thin) == 0 {
		t.Errorf("%d numbers, %d in a narrow figure, then %d", len(wide), len(thin), len(again))
	}
	for i := 1; i < len(thin); i++ {
		if end := thin[i-1].Point.X + sans(thin[i-1].Size).Width(thin[i-1].String); end > thin[i].Point.X {
			t.Errorf("%s runs into %s", thin[i-1].String, thin[i].String)
		}
	}
}

// numbersBelow are the games that are written below a figure.
func numbersBelow(t *testing.T, f *Figure, s Style) (list []*recorder.FillString) {
	t.Helper()
	for _, text := range texts(t, f, s) {
		if n := strings.ReplaceAll(text.String, ",", ""); n == "0" || strings.HasSuffix(n, "00") {
			list = append(list, text)
		}
	}
	return list
}

// SVG files say to a screen reader what they show.
func TestSVGIsDescribed(t *testing.T) {
	for name, f := range figures(t) {
		f.title += ` <&">`
		data, err := SVG(f)
		if err != nil {
			t.Fatal(err)
		}
		var svg struct {
			Role  string `xml:"role,attr"`
			Title string `xml:"title"`
			Desc  string `xml:"desc"`
		}
		if err := xml.Unmarshal(data, &svg); err != nil {
			t.Fatal(err)
		}
		if svg.Title != f.Title() || svg.Desc != f.About() || svg.Role != "img" {
			t.Errorf("%s: %+v", name, svg)
		}
		if words := strings.Fields(svg.Desc); len(words) < 10 || !strings.ContainsAny(svg.Desc, "0123456789") {
			t.Errorf("%s is described by %q", name, svg.Desc)
		}
	}
}

// A larger share is darker, so that grey print keeps the order, and every
// number can be read.
func TestHeatInGrey(t *testing.T) {
	last := 2.0
	for percent := range 101 {
		c := heat(float64(percent) / 100)
		if l := luminance(c); l >= last {
			t.Errorf("%d %% is as light as %d %%: %.3f, %.3f", percent, percent-1, l, last)
		} else {
			last = l
		}
		if ratio := contrast(textColour(c), c); ratio < 4.5 {
			t.Errorf("%d %%: a contrast of %.1f", percent, ratio)
		}
	}
	if span := luminance(heat(0)) - luminance(heat(1)); span < .8 {
		t.Errorf("0 and 100 %% differ by %.2f", span)
	}
}
