package run

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"evolab/agent"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/features"
	"evolab/internal/files"
	"evolab/internal/float"
	"evolab/internal/quantity"
	"evolab/stats"
)

// Evidence is what a run knows about its champion's strength; it is stored with the
// champion's weights.
type Evidence struct {
	Experiment string `json:"experiment"`
	Seed       uint64 `json:"seed"`
	Generation int    `json:"generation"` // the champion was born in
	Games      int    `json:"games"`      // of the training, by everybody
	// Depth and Nodes are how far the champion looks ahead in all games here; see Look.
	Depth        int `json:"depth"`
	EndgameDepth int `json:"endgame_depth,omitempty"`
	Nodes        int `json:"nodes,omitempty"`
	// Agent and Parameters are the program that was tuned, and what it was given.
	Agent      string             `json:"agent,omitempty"`
	Parameters map[string]float64 `json:"parameters,omitempty"`
	Gain       *Gain              `json:"gain,omitempty"` // of these parameters
	// Claimed is the fitness in training, which is flattered by choosing the best of
	// many; Chosen is the fitness in the games that chose the champion among the
	// best, which is flattered a little; Test is from games that chose nothing.
	Claimed float64  `json:"claimed"`
	Chosen  *Mix     `json:"chosen,omitempty"`
	Test    []Versus `json:"test,omitempty"`
	// Phases are those of weights with several, and how often the test reached them.
	Phases []PhaseReached `json:"phases,omitempty"`
	// Points are the expected points of the rubric that was the objective, by the test.
	Points []RubricPoints `json:"points,omitempty"`
	// Budget is what ended the training, if not a number of generations.
	Budget *Budget `json:"budget,omitempty"`
	// Warnings are those of earlier versions, whose intervals did not discount
	// repeated games.
	Warnings []string `json:"warnings,omitempty"`
}

// Budget is what a training was given, and what counts as training.
type Budget struct {
	Games   int     `json:"games,omitempty"`
	CPU     float64 `json:"cpu,omitempty"`      // seconds
	UsedCPU float64 `json:"cpu_used,omitempty"` // of a budget of CPU time
	Counts  string  `json:"counts"`
}

// NewBudget is the budget of a config, nil without one; used is the CPU time of the
// training.
func NewBudget(c *experiment.Config, used float64) *Budget {
	b := &Budget{Games: c.TrainingGames, CPU: c.TrainingCPU,
		Counts: "all games of candidates, of practice and self-play, and those that measure or compare the rounds, generation 0 included; " +
			"not those of validation, of the choice of the champion, of its test and of the progress"}
	switch {
	case !c.Budgeted():
		return nil
	case c.TrainingCPU > 0:
		b.UsedCPU = used
		b.Counts += ". CPU time ended the training, so the run cannot be repeated to the same bytes"
	}
	return b
}

// Gain is what the parameters of a program have gained: the champion's score in its test
// less that of the start parameters in the same games.
type Gain struct {
	OpeningPlies int            `json:"opening_plies"`
	Games        int            `json:"games"` // of each of the two
	Start        float64        `json:"start"`
	Champion     float64        `json:"champion"`
	Gain         stats.Estimate `json:"gain"`
}

// Proven reports whether the interval lies above 0.
func (g *Gain) Proven() bool { return g != nil && g.Gain.Low > 0 }

// Text is the gain in percent with its interval.
func (g *Gain) Text() string {
	return fmt.Sprintf("%+.1f %% [%+.1f, %+.1f]", 100*g.Gain.Value, 100*g.Gain.Low, 100*g.Gain.High)
}

// Look is how far the champion looked ahead.
func (e *Evidence) Look() experiment.Look {
	return experiment.Look{Depth: e.Depth, Nodes: e.Nodes, Endgame: e.EndgameDepth}
}

// The names of the opponents that every champion is tested against, and of the
// champion in the games that are kept.
const (
	ChampionName = "champion"
	StartName    = "start"
	HandName     = "hand"
)

// WriteChampion writes champion.json: a weights file with its evidence.
func WriteChampion(folder string, weights features.Weights, e Evidence) error {
	return writeWeights(filepath.Join(folder, ChampionFile), weights, e)
}

// ReadChampion reads the champion of a run's folder.
func ReadChampion(folder string) (features.Weights, Evidence, error) {
	path := filepath.Join(folder, ChampionFile)
	w, data, err := readWeights(path)
	if err == nil && (len(w.Evidence) == 0 || string(w.Evidence) == "null") {
		err = fmt.Errorf("%s: no evidence (expected: what is known of the champion)", path)
	}
	if err != nil {
		return w, Evidence{}, err
	}
	var file struct { // decoded from the whole text, so that an error has its line
		Evidence Evidence `json:"evidence"`
	}
	if err := files.DecodeJSON(data, &file); err != nil {
		return w, Evidence{}, fmt.Errorf("%s: %w", path, err)
	}
	return w, file.Evidence, nil
}

// readEvidence reads the evidence alone, whatever the weights are.
func readEvidence(folder string) (*Evidence, error) {
	var file struct {
		Evidence *Evidence `json:"evidence"`
	}
	err := readJSON(filepath.Join(folder, ChampionFile), features.MaxBytes, &file)
	return file.Evidence, err
}

// MixScore is the champion's score against the opponents of the config, each in
// its share, from the first of the opening lengths; nil if it was not tested.
func (e *Evidence) MixScore(c *experiment.Config) *float64 {
	return e.MixScoreFrom(c, c.Test.OpeningPlies[0])
}

// MixScoreFrom is MixScore from openings of one length.
func (e *Evidence) MixScoreFrom(c *experiment.Config, plies int) *float64 {
	if m := e.mixFrom(c, plies); m != nil {
		return &m.Value
	}
	return nil
}

// MixEstimate is MixScore with its 95 % interval.
func (e *Evidence) MixEstimate(c *experiment.Config) *stats.Estimate {
	return e.mixFrom(c, c.Test.OpeningPlies[0])
}

// mixFrom adds the distances of a mean's limits as those of independent parts: their
// squares, each in its share (MOVER; Zou and Donner 2008, doi:10.1002/sim.3095).
func (e *Evidence) mixFrom(c *experiment.Config, plies int) *stats.Estimate {
	score, shares, below, above := 0.0, 0.0, 0.0, 0.0
	square := func(x float64) float64 { return float64(x * x) }
	for _, o := range c.Opponents {
		for _, v := range e.Test {
			if v.Opponent == o.Agent && v.OpeningPlies == plies {
				score += float64(o.Share * v.Score.Value)
				shares += o.Share
				below += square(o.Share * (v.Score.Value - v.Score.Low))
				above += square(o.Share * (v.Score.High - v.Score.Value))
			}
		}
	}
	if shares == 0 {
		return nil
	}
	score /= shares
	return &stats.Estimate{Value: score, Low: max(0, score-math.Sqrt(below)/shares), High: min(1, score+math.Sqrt(above)/shares)}
}

// startEvidence keeps the start genome itself: weights have another form of the
// switch of two phases, and the last bit of a number decides games.
type startEvidence struct {
	Genome evolve.Genome `json:"genome"`
}

// WriteStart keeps the start weights and their genome: the file that they came
// from may change.
func WriteStart(folder string, weights features.Weights, genome evolve.Genome) error {
	return writeWeights(filepath.Join(folder, StartFile), weights, startEvidence{genome})
}

func writeWeights(path string, weights features.Weights, evidence any) (err error) {
	if weights.Evidence, err = json.Marshal(evidence); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	data, err := weights.JSON()
	if err != nil {
		return err
	}
	return files.Replace(path, data)
}

// ReadStart reads the weights that a run began from.
func ReadStart(folder string) (features.Weights, error) {
	w, _, err := readWeights(filepath.Join(folder, StartFile))
	return w, err
}

// readWeights reads one of a run's files of weights.
func readWeights(path string) (w features.Weights, data []byte, err error) {
	if data, err = files.Read(path, features.MaxBytes); err != nil {
		return w, nil, err
	}
	if w, err = agent.ReadWeights(data); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return w, data, err
}

// ReadStartGenome reads the genome that a run began from.
func ReadStartGenome(folder string) (evolve.Genome, error) {
	w, err := ReadStart(folder)
	if err != nil {
		return nil, err
	}
	var e startEvidence
	if err := json.Unmarshal(w.Evidence, &e); err != nil || len(e.Genome) == 0 {
		return nil, fmt.Errorf("%s: no genome (%v)", filepath.Join(folder, StartFile), err)
	}
	return e.Genome, nil
}

// Versus is how weights did against one opponent. The intervals count games that
// repeat an earlier one move by move, Duplicates of them, only once.
type Versus struct {
	Opponent     string         `json:"opponent"`
	OpeningPlies int            `json:"opening_plies"`
	Games        int            `json:"games"`
	Score        stats.Estimate `json:"score"`
	AsFirst      stats.Estimate `json:"as_first"`
	AsSecond     stats.Estimate `json:"as_second"`
	Duplicates   int            `json:"duplicates"`
}

// Mix is the result against the opponents of the config, each in its share.
type Mix struct {
	Fitness stats.Estimate `json:"fitness"` // on the scale of the training
	Score   stats.Estimate `json:"score"`   // share of the points
}

// PhaseReached is a phase of a champion, and how often its test got there.
type PhaseReached struct {
	features.PhaseAt
	Games float64 `json:"games"` // share of the games
	Plies float64 `json:"plies"` // share of their plies
}

// Rare reports whether so few games reached the phase that its weights have learned
// too little.
func (r PhaseReached) Rare() bool {
	const rareShare = .05
	return r.Games < rareShare
}

// String is what lists of phases say.
func (r PhaseReached) String() string {
	text := fmt.Sprintf("%s, from %s %% of the game: in %.1f %% of the test's games, %.1f %% of their plies", r.Phase, quantity.Digits(100*r.From, 3), 100*r.Games, 100*r.Plies)
	if r.Rare() {
		text += " (fewer than 5 %: its weights have hardly been tried)"
	}
	return text
}

// Phases lists the phases of weights in words, with how often they were reached
// where the evidence of a file says so.
func Phases(w *features.Weights) []string {
	var known struct{ Phases []PhaseReached }
	if err := json.Unmarshal(w.Evidence, &known); err != nil {
		known.Phases = nil // evidence of another form, or none
	}
	var list []string
	for i, p := range w.PhaseList() {
		text := fmt.Sprintf("%s, from %s %% of the game", p.Phase, quantity.Digits(100*p.From, 3))
		if i < len(known.Phases) && known.Phases[i].PhaseAt == p {
			text = known.Phases[i].String()
		}
		list = append(list, text)
	}
	return list
}

// RubricPoints are the expected points of gradings by a rubric.
type RubricPoints struct {
	Rubric       string         `json:"rubric"`
	OpeningPlies int            `json:"opening_plies"` // of the games it is predicted from
	Points       stats.Estimate `json:"points"`        // with the interval of one grading
	Max          float64        `json:"max"`           // of the opponents that were met
}

// ObjectivePoints are the expected points by the config's rubric, if it has one.
func ObjectivePoints(c *experiment.Config, test []MatchLine) []RubricPoints {
	if r := c.FindRubric(); r != nil {
		return ExpectedPoints(r, test)
	}
	return nil
}

// ExpectedPoints turns the games of a test into a rubric's points, for each opening
// length with games against all its opponents that play without clocks.
func ExpectedPoints(r *experiment.Rubric, test []MatchLine) []RubricPoints {
	var list []RubricPoints
	for _, plies := range openings(test) {
		p := RubricPoints{Rubric: r.Name, OpeningPlies: plies}
		points, all := stats.Certain(0), true
		for _, o := range r.Opponents {
			at := slices.IndexFunc(test, func(m MatchLine) bool { return m.Opponent == o.Agent && m.OpeningPlies == plies })
			if at < 0 {
				all = false
				break
			}
			points = points.Plus(o.Scale.Predict(o.Games, test[at].AsFirst, test[at].AsSecond))
			p.Max += o.Scale.Max()
		}
		if p.Points = points.Estimate(); all {
			list = append(list, p)
		}
	}
	return list
}

// openings are the opening lengths of a test, each once, in its order.
func openings(test []MatchLine) []int {
	var list []int
	for _, m := range test {
		if !slices.Contains(list, m.OpeningPlies) {
			list = append(list, m.OpeningPlies)
		}
	}
	return list
}

// WeightRow is a feature's weight, of weights of length 1, or a program's parameter.
type WeightRow struct {
	Feature  string   `json:"feature"`
	Start    *float64 `json:"start"` // null for a run of an earlier version
	Champion float64  `json:"champion"`
}

// weightRows puts the largest first. Names are those of a genome: the weights
// of an endgame follow those of the opening.
func weightRows(names []string, start, champion features.Weights, tuned bool) []WeightRow {
	then, now := unitWeights(start), unitWeights(champion)
	switch {
	case tuned:
		then, now = start.Values, champion.Values
	case len(champion.Phases()) == 1: // a learner's may be its start, with other features than the config's
		names = champion.Features
	}
	if len(now) > len(names) {
		return nil
	}
	var rows []WeightRow
	for i, v := range now {
		row := WeightRow{Feature: names[i], Champion: v}
		if len(then) == len(now) {
			row.Start = &then[i]
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b WeightRow) int {
		return cmp.Compare(math.Abs(b.Champion), math.Abs(a.Champion))
	})
	return rows
}

// unitWeights lists the weights of all phases, divided by their length.
func unitWeights(w features.Weights) []float64 {
	list := slices.Concat(w.Phases()...)
	length := 0.0
	for _, v := range list {
		length = float.Hypot(length, v)
	}
	for i := range list {
		if length > 0 {
			list[i] /= length
		}
	}
	return list
}
