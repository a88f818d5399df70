package plots

import (
	"encoding/csv"
	"math"
	"strings"
	"testing"

	"evolab/stats"
)

// The numbers of a figure: their names, the first row and the last one.
func TestNumbers(t *testing.T) {
	for name, want := range map[string]struct {
		rows              int
		head, first, last string
	}{
		"claims":     {10, "generation,best,best_low,best_high,validated,validated_low,validated_high,difference", "4,", "44,"},
		"contour":    {4, "row's player,opponent 1,opponent 2,opponent 3,opponent 4", "generation 0,", "generation 10,"},
		"heatmap":    {4, "row's player,opponent 1,opponent 2,opponent 3,opponent 4", "generation 0,0.5", "generation 10,"},
		"importance": {4, "setting,share,share_low,share_high,chance", "ga.sigma,0.7,0.4,0.9,0.6", "optimizer,0.1,0,0.3,0.58"},
		"learning":   {46, "generation,games,best,mean,low,high,validated,validated_low,validated_high", "0,2440,", "44,109800,"},
		"overlay":    {31, "figure,curve,runs,across,at,validated,validated_low,validated_high", "3 runs,run-0,1,training games,1000,", "3 runs,run-2,1,training games,"},
		"parallel":   {13, "ga.sigma,optimizer,test score", "0.1,cma,0.5", "0.9,ga,0.8"},
		"evaluation": {26, "ply,evaluation,proven,mistake", "0,1.49141042", "24,,White wins,"},
		"practice":   {11, "games,opponent,not_lost,not_lost_low,not_lost_high", "100,random,0.2,0.15000000000000002,0.25", "500,minimax,0.8,"},
		"ratings":    {4, "player,elo,elo_low,elo_high", "frozen,310,250,400", "a player whose name is far too long for a figure,-260,-300,-220"},
		"rounds":     {6, "round,score,score_low,score_high,before,before_low,before_high,loss,held_out,floor", "0,0.3,0.25,0.35,,,,,,", "4,0.7,0.6499999999999999,0.75,0.5,0.45,0.55,0.42,0.44,0.3"},
		"scores":     {21, "opponent,generation,score", "random,0,0.4", "greedy,9,"},
		"slices":     {15, "setting,value,score,mean,mean_low,mean_high", "ga.sigma,0.1,0.5,0.5233333333333333,", "optimizer,ga,0.63,"},
		"truth":      {31, "generation,accuracy,accuracy_low,accuracy_high,score,score_low,score_high", "0,", "29,"},
		"weights":    {46, "generation,feature_number_1,feature_number_2,", "0,", "44,"},
		"winrates":   {37, "group,opponent,side,win_rate,win_rate_low,win_rate_high", "k = 4,random,as Black,", "k = 0,hand-set,all games,"},
	} {
		data, err := Encode(figures(t)[name], ".csv", Style{})
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		if err != nil || len(lines) != want.rows || !strings.HasPrefix(lines[0], want.head) || !strings.HasPrefix(lines[1], want.first) || !strings.HasPrefix(lines[len(lines)-1], want.last) {
			t.Errorf("%s has %d rows, want %d\n%.80s\n%.80s\n%.80s (%v)", name, len(lines), want.rows, lines[0], lines[1], lines[len(lines)-1], err)
		}
	}
}

// Every figure has its numbers, in rows of one length.
func TestEveryFigureHasNumbers(t *testing.T) {
	for name, f := range figures(t) {
		rows, err := csv.NewReader(strings.NewReader(string(f.data.csv()))).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
	}
}

// What is not known is an empty cell, and names that a spreadsheet would compute stay text.
func TestCells(t *testing.T) {
	var data table
	data.add("=1+1", estimated("score"), []string{"a,b", "0.3", "007"}, 7, math.NaN(), []float64{.5, 1e-9}, (*stats.Estimate)(nil), meanOf([]float64{.25}))
	if got, want := string(data.csv()), "'=1+1,score,score_low,score_high,\"a,b\",0.3,'007,7,,0.5,1e-09,,,,0.25,,\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
