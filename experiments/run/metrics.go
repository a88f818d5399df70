package run

import (
	"fmt"
	"os"
	"path/filepath"

	"evolab/evolve"
	"evolab/features"
	"evolab/internal/files"
	"evolab/learn"
	"evolab/stats"
)

// Metrics is a line of metrics.jsonl: one generation. Nothing in it depends on
// the clock or on the number of workers.
type Metrics struct {
	Generation int     `json:"generation"`
	Games      int     `json:"games"` // of the training, since the start
	Sigma      float64 `json:"sigma"`
	// Best is what the training claims of the best individual; Mean, Low and
	// High are the mean and the 10 % and 90 % quantiles of the generation.
	Best float64 `json:"best"`
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// BestID and Weights identify the best individual.
	BestID    string         `json:"best_id"`
	BestGames int            `json:"best_games"`
	Interval  stats.Estimate `json:"interval"` // of Best
	Weights   []float64      `json:"weights"`
	// Parameters are what a program was given where Weights stand for them, -1..1 for
	// low..high; absent otherwise.
	Parameters map[string]float64 `json:"parameters,omitempty"`
	// Validated and ValidatedScore are the best individual's fitness and score on
	// games that choose nothing; absent if it was not validated. In generation 0 they
	// are those of the start weights.
	Validated      *stats.Estimate `json:"validated,omitempty"`
	ValidatedScore *stats.Estimate `json:"validated_score,omitempty"`
	// Accuracy is the share of proven values that the validated individual keeps
	// in the reporting suite; absent without a suite.
	Accuracy *stats.Estimate `json:"accuracy,omitempty"`
	// Round is what a learner that works in rounds did; absent of optimisers.
	Round *Round `json:"round,omitempty"`
	// Practice is the result of a round of practice games.
	Practice *Practice `json:"practice,omitempty"`
}

// NewMetrics are those of a generation, before it is validated.
func NewMetrics(g evolve.Generation) Metrics {
	best := g.Individuals[0]
	return Metrics{
		Generation: g.Index, Games: g.Games, Sigma: g.Sigma,
		Best: g.Best, Mean: g.Mean, Low: g.Low, High: g.High,
		BestID: best.ID, BestGames: best.Tally.Games(), Weights: best.Genome,
		Interval: stats.Mean(best.Tally.Sum, best.Tally.SumSquares, best.Tally.Pairs),
	}
}

// Timing is a line of timing.jsonl: what depends on the clock.
type Timing struct {
	Generation int     `json:"generation"`
	Seconds    float64 `json:"seconds"` // of work since the start
	// CPU is the CPU time of this generation, its validation included: of the threads that
	// play and learn for the run, and of the programs that play. Earlier versions counted
	// the whole process.
	CPU            float64 `json:"cpu_seconds"`
	ValidationCPU  float64 `json:"validation_cpu_seconds,omitempty"` // of that, its validation
	Games          int     `json:"games"`                            // of the training, in this generation
	GamesPerSecond float64 `json:"games_per_second"`
	Workers        int     `json:"workers"` // on the machine of the run
	// Players says how many games each worker of a cluster has played since the last
	// generation, its validation included.
	Players map[string]int `json:"players,omitempty"`
}

// TrainingCPU is the CPU time of the training in this generation, in seconds. Earlier
// versions counted the validation with it.
func (t *Timing) TrainingCPU() float64 { return t.CPU - t.ValidationCPU }

// IndividualLine is a line of individuals.jsonl: a candidate in a generation.
// Lines of a generation are in the order of its ranking.
type IndividualLine struct {
	Generation int `json:"generation"`
	Rank       int `json:"rank"` // 0 is the best, by the cautious fitness
	// Individual has the fields id, born, genome and tally (pairs, wins, draws,
	// losses, sum, sum_squares): its games of all generations together.
	evolve.Individual
	Fitness  float64 `json:"fitness"`  // the mean of its pairs
	Cautious float64 `json:"cautious"` // by which it is ranked
}

// HallLine is a line of hall.jsonl: the hall of fame after a generation. The
// genomes are those of the same IDs in individuals.jsonl.
type HallLine struct {
	Generation int      `json:"generation"`
	Members    []Member `json:"members"` // the best first
}

// Member is an individual of the hall of fame.
type Member struct {
	ID       string  `json:"id"`
	Born     int     `json:"born"`
	Games    int     `json:"games"`
	Fitness  float64 `json:"fitness"`
	Cautious float64 `json:"cautious"`
}

// The purposes of matches.
const (
	TrainMatch    = "train"    // all candidates of a generation together
	ValidateMatch = "validate" // the best individual of a generation
	ChooseMatch   = "choose"   // a member of the last hall of fame
	TestMatch     = "test"     // the champion
	// ProgressMatch is between the best of two generations; Generation is that of
	// the player, and the opponent is named by its generation.
	ProgressMatch = "progress"
)

// MatchLine is a line of matches.jsonl: games against one opponent. A generation
// whose best individual was validated before has no new line of purpose validate:
// the last one still holds.
type MatchLine struct {
	Purpose      string         `json:"purpose"`
	Generation   int            `json:"generation"`
	Player       string         `json:"player"` // an individual's ID; "start" for the start weights; "all" of a generation
	Opponent     string         `json:"opponent"`
	OpeningPlies int            `json:"opening_plies"`
	Games        int            `json:"games"`
	Score        stats.Estimate `json:"score"`     // share of the points; of training games, which are not independent, without a width
	AsFirst      stats.WDL      `json:"as_first"`  // wins, draws and losses of the player as the first side
	AsSecond     stats.WDL      `json:"as_second"` // as the second
}

// AllPlayers is the player of training matches.
const AllPlayers = "all"

func individualLines(g evolve.Generation, caution float64) []IndividualLine {
	lines := make([]IndividualLine, len(g.Individuals))
	for rank, i := range g.Individuals {
		lines[rank] = IndividualLine{g.Index, rank, i, i.Tally.Mean(), i.Tally.Lower(caution)}
	}
	return lines
}

func hallLine(g evolve.Generation, caution float64) HallLine {
	line := HallLine{Generation: g.Index}
	for _, i := range g.HallOfFame {
		line.Members = append(line.Members, Member{i.ID, i.Born, i.Tally.Games(), i.Tally.Mean(), i.Tally.Lower(caution)})
	}
	return line
}

// GenerationName names the best of a generation in a match of the progress.
func GenerationName(generation int) string { return fmt.Sprintf("generation %d", generation) }

// The folders of a run that learns in rounds.
const (
	RoundsFolder    = "rounds"    // weights of each round, as a weights file
	PositionsFolder = "positions" // of the rounds that a fit learns from; see package learn/positions
)

// Round is the result of a round of self-play.
type Round struct {
	Nodes        int     `json:"nodes"` // a move
	Scale        float64 `json:"scale"` // the score that stands for a logit
	learn.Report         // of the fit
	// Before is the score against the best evaluation before, and Kept whether the
	// round's is the best one since.
	Before stats.Estimate `json:"before"`
	Kept   bool           `json:"kept"`
}

// Practice is the result of a round of practice games.
type Practice struct {
	Games     int     `json:"games"` // of practice, since the start
	Positions int     `json:"positions"`
	Error     float64 `json:"error"` // root of the mean squared difference between values and what they moved to
	Size      float64 `json:"size"`  // mean distance of values from even, in logits
	// Connectives are those of the evaluation, and Came and Went what the learner
	// changed of them after the round.
	Connectives []string `json:"connectives,omitempty"`
	Came        []string `json:"came,omitempty"`
	Went        []string `json:"went,omitempty"`
}

// StateFile is the path of what a learner from practice knows after a round.
func StateFile(folder string, n int) string {
	return filepath.Join(folder, filepath.FromSlash(fmt.Sprintf("%s/state-%d.json", RoundsFolder, n)))
}

// WriteState writes what is known after a round.
func WriteState(folder string, n int, data []byte) error {
	return files.Replace(StateFile(folder, n), data)
}

// RoundFile is the path of a round's weights.
func RoundFile(folder string, n int) string {
	return filepath.Join(folder, filepath.FromSlash(fmt.Sprintf("%s/round-%d.json", RoundsFolder, n)))
}

// WriteRound writes a round's weights.
func WriteRound(folder string, n int, weights features.Weights) error {
	data, err := weights.JSON()
	if err != nil {
		return err
	}
	return files.Replace(RoundFile(folder, n), data)
}

// ReadRound reads a round's weights.
func ReadRound(folder string, n int) (features.Weights, error) {
	w, _, err := readWeights(RoundFile(folder, n))
	return w, err
}

// PositionsFile is the path of a round's positions.
func PositionsFile(folder string, n int) string {
	return filepath.Join(folder, filepath.FromSlash(fmt.Sprintf("%s/round-%d.positions", PositionsFolder, n)))
}

// RemoveState removes what was known after a round.
func RemoveState(folder string, n int) error { return files.Remove(StateFile(folder, n)) }

// ForgetPositions removes the positions of the rounds before first.
func ForgetPositions(folder string, first int) error {
	for k := first - 1; k > 0; k-- {
		path := PositionsFile(folder, k)
		if _, err := os.Stat(path); err != nil {
			break
		}
		if err := files.Remove(path); err != nil {
			return err
		}
	}
	return nil
}
