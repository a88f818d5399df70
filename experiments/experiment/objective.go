package experiment

import "evolab/course/rubric"

// The objectives of a run.
const (
	MixObjective    = "mix"
	RubricObjective = "rubric"
	// AccuracyObjective is the share of proven values that a candidate keeps.
	AccuracyObjective = "accuracy"
)

// Rows lists the opponents of the config's rubric that candidates can meet, which
// play without clocks; none without a rubric. A drawn game, which such a rubric
// may give to the faster side, is not won.
func (c *Config) Rows() []rubric.Opponent {
	r, err := rubric.Find(c.Rubric)
	if err != nil {
		return nil
	}
	return r.Sparring()
}
