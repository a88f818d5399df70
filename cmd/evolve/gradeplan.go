package main

import (
	"fmt"
	"time"

	"evolab/agent"
	"evolab/course/rubric"
)

// plannedSpec reads the agent's spec. One that would use up a limit of time
// gets the rubric's plan.
func plannedSpec(name string, r rubric.Rubric) (agent.Spec, error) {
	spec, err := agent.ParseSpec(name)
	if err != nil {
		return spec, badInput(err, "evolve agents lists the agents")
	}
	if spec.Open() {
		spec = spec.With("time", fmt.Sprintf("%g", r.Plan.Seconds()))
	}
	return spec, nil
}

// tellPlan says what time the agent was given, and what that comes to at most.
func (a *app) tellPlan(grading *rubric.Grading, spec agent.Spec, games int) {
	r := grading.Rubric
	most := time.Duration(games*(grading.Game.Info().PlyLimit/2)) * r.Plan
	if r.Whole > 0 {
		most = min(most, time.Duration(grading.Scale)*r.AllAllowed())
	}
	fmt.Fprintf(a.err, "%s: the time is the plan of %s for a move; %d games take up to %v of CPU\n", spec, r.Name, games, most)
}
