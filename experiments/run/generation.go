package run

import (
	"fmt"

	"evolab/evolve"
	"evolab/stats"
)

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
