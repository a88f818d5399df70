package lab

import (
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/stats"
)

// gradeLine is the result line of a grading. Points count the opponents that were
// played; expected, low and high predict another grading of them.
type gradeLine struct {
	Agent       string              `json:"agent"`
	Rubric      string              `json:"rubric"`
	Points      float64             `json:"points"`
	Max         float64             `json:"max"`      // of all opponents
	Playable    float64             `json:"playable"` // of the opponents that exist
	Expected    float64             `json:"expected"`
	Low         float64             `json:"low"`
	High        float64             `json:"high"`
	CPU         float64             `json:"cpu"` // seconds, of the graded agent
	CPUAllowed  float64             `json:"cpu_allowed"`
	Over        bool                `json:"over"`      // a stage took too long
	MoveTime    float64             `json:"move_time"` // seconds; of single moves only, where games have a budget
	GameTime    float64             `json:"game_time"` // seconds, 0: none
	Interrupted bool                `json:"interrupted"`
	Seed        uint64              `json:"seed"`
	Scale       int                 `json:"scale"`
	Opponents   []gradeOpponentLine `json:"opponents"`
	Voids       int                 `json:"voids"`
	Warnings    []string            `json:"warnings"`
	Confinement string              `json:"confinement,omitempty"` // of a program
}

// gradeOpponentLine is a row. Low and high are the interval of the rate; rate
// and points are null without games.
type gradeOpponentLine struct {
	Opponent   string         `json:"opponent"`
	Stage      string         `json:"stage"`
	Single     bool           `json:"single"` // single moves; a win is one that is legal and in time
	Missing    bool           `json:"missing"`
	Games      int            `json:"games"`
	Wins       int            `json:"wins"`
	Rate       *float64       `json:"rate"`
	Low        float64        `json:"low"`
	High       float64        `json:"high"`
	AsFirst    stats.WDL      `json:"as_first"`
	AsSecond   stats.WDL      `json:"as_second"`
	Points     *float64       `json:"points"`
	Max        float64        `json:"max"`
	Expected   *float64       `json:"expected"`
	PointsLow  *float64       `json:"points_low"`
	PointsHigh *float64       `json:"points_high"`
	Losses     map[string]int `json:"losses"` // by reason
	CPU        float64        `json:"cpu"`
	LongestCPU float64        `json:"longest_cpu"`  // of a game
	OtherCPU   float64        `json:"opponent_cpu"` // of all games
	DrawsWon   int            `json:"draws_won"`    // drawn games, by the time left
	DrawsLost  int            `json:"draws_lost"`
	Duplicates int            `json:"duplicates"`
	Voids      int            `json:"voids"`
}

func newGradeLine(out gradeOut) gradeLine {
	r := out.Report.Rubric
	got, _, predicted := out.Report.Total()
	expected := predicted.Estimate()
	line := gradeLine{
		Agent: out.Agent, Rubric: r.Name, Points: got, Max: r.Max(), Playable: r.Playable(),
		Expected: expected.Value, Low: expected.Low, High: expected.High,
		MoveTime: r.Move.Seconds(), GameTime: r.Whole.Seconds(),
		Interrupted: out.Interrupted != "", Seed: out.Seed, Scale: out.Grading.Scale, Voids: out.Report.Voids(), Warnings: out.warnings(),
		Confinement: arena.Confinement(out.Agent),
	}
	line.CPU, line.CPUAllowed = out.Report.CPU()
	for _, s := range out.Report.Stages {
		line.Over = line.Over || s.Over()
		for _, row := range s.Rows {
			line.Opponents = append(line.Opponents, newGradeOpponentLine(s.Name, row))
		}
	}
	return line
}

func newGradeOpponentLine(stage string, row rubric.Row) gradeOpponentLine {
	res := row.Result
	won := res.Total().Rate()
	o := gradeOpponentLine{
		Opponent: row.Name, Stage: stage, Single: row.Single(), Missing: row.Missing(), Games: res.Total().Games(), Wins: res.Total().Wins,
		Low: won.Low, High: won.High, AsFirst: res.AsFirst, AsSecond: res.AsSecond, Max: row.Scale.Max(), Losses: losses(row),
		CPU: res.CPU[0], LongestCPU: row.Longest, OtherCPU: res.CPU[1], DrawsWon: row.OnTime.Wins, DrawsLost: row.OnTime.Losses,
		Duplicates: res.Duplicates, Voids: res.Voids,
	}
	if row.Played() {
		e := row.Predicted.Estimate()
		o.Rate, o.Points, o.Expected, o.PointsLow, o.PointsHigh = &won.Value, &row.Points, &e.Value, &e.Low, &e.High
	}
	return o
}
