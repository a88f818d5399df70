package main

import "evolab/stats"

// gradeLine is a grading for programs. Points count the opponents that were
// played; expected, low and high are what another grading would give for them.
type gradeLine struct {
	Agent       string              `json:"agent"`
	Rubric      string              `json:"rubric"`
	Points      float64             `json:"points"`
	Max         float64             `json:"max"`      // of all opponents
	Playable    float64             `json:"playable"` // of those that are there
	Expected    float64             `json:"expected"`
	Low         float64             `json:"low"`
	High        float64             `json:"high"`
	CPU         float64             `json:"cpu"` // seconds, of the graded agent
	CPUAllowed  float64             `json:"cpu_allowed"`
	Over        bool                `json:"over"` // a stage took too long
	Interrupted bool                `json:"interrupted"`
	Seed        uint64              `json:"seed"`
	Scale       int                 `json:"scale"`
	Opponents   []gradeOpponentLine `json:"opponents"`
	Warnings    []string            `json:"warnings"`
}

// gradeOpponentLine is a row. Low and high are the interval of the rate; rate
// and points are null without games.
type gradeOpponentLine struct {
	Opponent   string         `json:"opponent"`
	Stage      string         `json:"stage"`
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
	Duplicates int            `json:"duplicates"`
}

func newGradeLine(out gradeOut) gradeLine {
	r := out.Report.Rubric
	got, _, predicted := out.Report.Total()
	expected := predicted.Estimate()
	line := gradeLine{
		Agent: out.Agent, Rubric: r.Name, Points: got, Max: r.Max(), Playable: r.Playable(),
		Expected: expected.Value, Low: expected.Low, High: expected.High,
		Interrupted: out.Interrupted != "", Seed: out.Seed, Scale: out.Grading.Scale, Warnings: gradeWarnings(out.Report),
	}
	line.CPU, line.CPUAllowed = out.Report.CPU()
	for _, s := range out.Report.Stages {
		line.Over = line.Over || s.Over()
		for _, row := range s.Rows {
			res := row.Result
			o := gradeOpponentLine{
				Opponent: row.Name, Stage: s.Name, Missing: row.Missing(), Games: res.Total.Games(), Wins: res.Total.Wins,
				AsFirst: res.AsFirst, AsSecond: res.AsSecond, Max: row.Scale.Max(), Losses: losses(row), CPU: res.CPU[0], Duplicates: res.Duplicates,
			}
			won := res.Total.Rate()
			o.Low, o.High = won.Low, won.High
			if row.Played() {
				e := row.Predicted.Estimate()
				o.Rate, o.Points, o.Expected, o.PointsLow, o.PointsHigh = &won.Value, &row.Points, &e.Value, &e.Low, &e.High
			}
			line.Opponents = append(line.Opponents, o)
		}
	}
	return line
}
