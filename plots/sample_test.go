package plots

import (
	"fmt"
	"math"

	"evolab/stats"
)

// wave is a number from -1 to 1 that looks irregular and needs no seed.
func wave(i, k int) float64 {
	return math.Sin(float64(i)*1.7+float64(k)*2.3) * math.Cos(float64(i*k)*.37)
}

func sampleCurve(generations int) CurveData {
	data := CurveData{Title: "Little-Go, genetic algorithm, seed 7"}
	for g := range generations {
		mean := .78 - .5*math.Exp(-float64(g)/9) + .02*wave(g, 1)
		c := CurvePoint{Generation: g, Games: 2440 * (g + 1), Mean: mean, Low: mean - .12, High: mean + .08, Best: mean + .13 + .02*wave(g, 2)}
		if g%5 == 4 || g == generations-1 {
			v := mean + .07 + .02*wave(g, 3)
			c.Validated = &stats.Estimate{Value: v, Low: v - .04, High: v + .035}
		}
		c.Claimed = &stats.Estimate{Value: c.Best, Low: c.Best - .03, High: c.Best + .02}
		data.Points = append(data.Points, c)
	}
	return data
}

func sampleRates(opponents ...string) WinRatesData {
	data := WinRatesData{Title: "Champion of Little-Go, seed 7: 500 pairs per opponent", First: "as Black", Second: "as White"}
	for _, k := range []int{4, 0} {
		group := RateGroup{Label: fmt.Sprintf("k = %d", k)}
		for i, name := range opponents {
			wins := 985 - 70*i - 20*k
			group.Rates = append(group.Rates, OpponentRate{name,
				stats.WDL{Wins: wins/2 - 25, Losses: 500 - wins/2 + 25}.Rate(),
				stats.WDL{Wins: wins/2 + 5, Losses: 500 - wins/2 - 5}.Rate(),
				stats.WDL{Wins: wins - 20, Losses: 1000 - wins + 20}.Rate(),
			})
		}
		data.Groups = append(data.Groups, group)
	}
	return data
}

func sampleWeights(features, generations int) WeightsData {
	data := WeightsData{Game: "Little-Go"}
	for k := range features {
		data.Features = append(data.Features, fmt.Sprintf("feature_number_%d", k+1))
	}
	for g := range generations {
		data.Generations = append(data.Generations, g)
		row := make([]float64, features)
		for k := range row {
			row[k] = wave(k, 3)*(1-math.Exp(-float64(g)/12))*math.Exp(-float64(k)/12) + .12*wave(g/2+3, k+1) + .1
		}
		data.Weights = append(data.Weights, row)
	}
	return data
}

func sampleHeat(rows, columns int) HeatData {
	data := HeatData{Title: "Who beats whom", Unit: "score of the row (%)", Side: "row's player"}
	for r := range rows {
		data.Rows = append(data.Rows, fmt.Sprintf("generation %d", 5*r))
		var row []float64
		for c := range columns {
			row = append(row, .5+.5*wave(r+1, c+2))
		}
		data.Values = append(data.Values, row)
	}
	for c := range columns {
		data.Columns = append(data.Columns, fmt.Sprintf("opponent %d", c+1))
	}
	data.Values[0][1] = math.NaN()
	return data
}

func sampleOverlay(runs, generations int) OverlayData {
	data := OverlayData{Title: fmt.Sprintf("%d runs", runs), Noun: "run"}
	for k := range runs {
		c := OverlayCurve{Name: fmt.Sprintf("run-%d", k)}
		for g := range generations {
			c.At = append(c.At, float64(1000*(g+1)*(k%3+1)))
			v := .5 + .3*(1-math.Exp(-float64(g)/4)) + .1*wave(g+k, k)
			c.Fitness = append(c.Fitness, stats.Estimate{Value: v, Low: v - .03, High: v + .03})
		}
		data.Curves = append(data.Curves, c)
	}
	return data
}

func sampleTruth(generations int) TruthData {
	data := TruthData{Title: "Little-Go: truth and win rate"}
	for _, c := range sampleCurve(generations).Points {
		score, kept := c.Mean+.1, c.Mean*.8
		data.Points = append(data.Points, TruthPoint{c.Generation,
			stats.Estimate{Value: kept, Low: kept - .05, High: kept + .04}, stats.Estimate{Value: score, Low: score - .02, High: score + .02}})
	}
	return data
}

// sampleRounds begins with the start, which was not fitted.
func sampleRounds(rounds int) RoundsData {
	data := RoundsData{Title: "konane: strength and loss", Across: "round"}
	for i := range rounds {
		score := .3 + .1*float64(i)
		p := RoundPoint{At: float64(i), Score: &stats.Estimate{Value: score, Low: score - .05, High: score + .05}}
		if i > 0 {
			p.Before, p.Loss, p.HeldOut, p.Floor = &stats.Estimate{Value: .5, Low: .45, High: .55}, .5-.02*float64(i), .52-.02*float64(i), .3
		}
		data.Points = append(data.Points, p)
	}
	return data
}

func samplePractice(rounds int) PracticeData {
	data := PracticeData{Title: "tictactoe: td", Opponents: []string{"random", "minimax"}}
	for i := range rounds {
		share := .2 + .15*float64(i)
		e := stats.Estimate{Value: share, Low: share - .05, High: share + .05}
		data.Points = append(data.Points, PracticePoint{Games: 100 * (i + 1), Rates: []stats.Estimate{e, e}})
	}
	return data
}

func sampleImportances() ImportanceData {
	return ImportanceData{Title: "Sweep grid: importance", Settings: []string{"ga.sigma", "ga.population +1", "optimizer"}, Shares: []stats.Importance{
		{Estimate: stats.Estimate{Value: .7, Low: .4, High: .9}, Chance: .6}, {Estimate: stats.Estimate{Value: .2, Low: .05, High: .4}, Chance: .62}, {Estimate: stats.Estimate{Value: .1, Low: 0, High: .3}, Chance: .58},
	}}
}

func sampleSlices() SlicesData {
	return SlicesData{Title: "Sweep grid: each setting", Score: "test score", Settings: []SliceSetting{
		{"ga.sigma", []string{"0.1", "0.3", "0.9"}, [][]float64{{.5, .52, .55}, {.61, .6, .63}, {.7}}},
		{"optimizer", []string{"cma", "ga"}, [][]float64{{.5, .61, .7, .52}, {.6, .55, .63}}},
	}}
}

func sampleParallel() ParallelData {
	data := ParallelData{Title: "Sweep grid: all settings", Score: "test score", Axes: []ParallelAxis{{"ga.sigma", []string{"0.1", "0.3", "0.9"}}, {"optimizer", []string{"cma", "ga"}}}}
	for i := range 12 {
		data.Runs = append(data.Runs, ParallelRun{[]int{i % 3, i / 3 % 2}, .5 + .1*float64(i%3) + .01*float64(i)})
	}
	return data
}

func sampleRatings() RatingsData {
	return RatingsData{Title: "Ratings in a cup", Players: []string{"frozen", "greedy", "a player whose name is far too long for a figure"}, Ratings: []stats.Estimate{{Value: 310, Low: 250, High: 400}, {Value: -50, Low: -90, High: -10}, {Value: -260, Low: -300, High: -220}}}
}

func sampleScores(generations int) ScoresData {
	data := ScoresData{Title: "Little-Go: scores in training", Opponents: []string{"random", "greedy"}, Curves: make([][]ScorePoint, 2)}
	for g := range generations {
		data.Curves[0] = append(data.Curves[0], ScorePoint{g, .4 + .05*float64(g)})
		data.Curves[1] = append(data.Curves[1], ScorePoint{g, .3 + .02*float64(g)})
	}
	return data
}

// sampleEvaluation ends with what is proven.
func sampleEvaluation(plies int) EvaluationData {
	data := EvaluationData{Title: "Evaluation of a game", Sides: [2]string{"Black", "White"}, Mistakes: []int{plies - 2}}
	for i := range plies + 1 {
		p := EvaluationPoint{Ply: i, Value: 2 * wave(i, 1)}
		if i >= plies-2 {
			p.Proven = "second"
		}
		data.Points = append(data.Points, p)
	}
	return data
}
