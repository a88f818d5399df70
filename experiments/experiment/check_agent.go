package experiment

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/features"
	"evolab/internal/config"
)

// parametersFit checks what tuning an agent requires of the other keys.
func parametersFit(c *Config, report config.Report) {
	if !c.Tunes() {
		if len(c.Parameters) > 0 {
			report("parameters", "there is no agent to give them to", "[], or an agent beside them")
		}
		return
	}
	if len(c.Parameters) == 0 {
		report("parameters", "there is nothing to tune", "1..64 of {name, start, low, high, integer}")
	}
	var names []string
	for i := range c.Parameters {
		names = append(names, c.Parameters[i].Name)
		c.Parameters[i].check(fmt.Sprintf("parameters.%d", i), report)
		if name := c.Parameters[i].Name; c.Pass == agent.PassEnv && slices.Contains(agent.OwnVariables(), agent.VariablePrefix+name) {
			report(fmt.Sprintf("parameters.%d.name", i), "the lab has a variable "+agent.VariablePrefix+name+" of its own", "another name")
		}
	}
	config.ReportTwice("parameters.%d.name", names, report)
	besideAgent(c, report)
}

// check refuses a parameter with an empty range, or whose start is outside
// its range.
func (p *Parameter) check(path string, report config.Report) {
	switch {
	case p.Name == features.PatternsName:
		report(path+".name", "the name is taken by tables of patterns", "another name")
	case p.Low >= p.High:
		report(path+".low", fmt.Sprintf("%g is not below high, %g", p.Low, p.High), "low below high")
	case p.Start < p.Low || p.Start > p.High:
		report(path+".start", fmt.Sprintf("%g is not in %g..%g", p.Start, p.Low, p.High), "from low to high")
	case p.Integer && (math.Trunc(p.Low) != p.Low || math.Trunc(p.High) != p.High || math.Trunc(p.Start) != p.Start):
		report(path, "an integer with start, low or high that is none", "whole numbers, or integer: false")
	}
}

// besideAgent refuses the keys that only an evaluation has.
func besideAgent(c *Config, report config.Report) {
	usual, err := Parse("usual.yaml", []byte("name: usual\n"), nil)
	if err != nil {
		return // a test reads the defaults
	}
	own, plain := reflect.ValueOf(c.Player), reflect.ValueOf(usual.Player)
	for i := range own.NumField() {
		key := own.Type().Field(i).Tag.Get("key")
		if !reflect.DeepEqual(own.Field(i).Interface(), plain.Field(i).Interface()) {
			report("player."+key, "goes with an evaluation, and the agent has parameters of its own", "nothing of player beside agent")
		}
	}
	refuse := beside("an agent to be tuned", report)
	refuse(c.Start != usual.Start, "start", c.Start, "nothing: the parameters say where they start")
	refuse(!c.Evolves(), "learner", c.Learner.Name, "evolution")
	refuse(c.Objective == AccuracyObjective, "objective", c.Objective, "mix or rubric")
	refuse(c.Accuracy.Share > 0, "accuracy.share", c.Accuracy.Share, "0")
	refuse(c.Accuracy.Report != "", "accuracy.report", c.Accuracy.Report, "nothing")
}

// checkAgent makes the agent once with its start values.
func checkAgent(c *Config, g agent.Game, report config.Report) {
	spec, err := agent.ParseSpec(c.Agent)
	if err == nil && !spec.IsProgram() {
		err = fmt.Errorf("%s is an agent of the lab: its weights are tuned by player.features", spec.Name)
	}
	if err == nil {
		spec.Given = c.Given(NewLayout(c, nil).Weights(c.StartGenome(), ""))
		var a agent.Agent
		if a, err = g.Agent(spec, agent.Env{Programs: agent.Unannounced()}); err == nil {
			err = a.Close()
		}
	}
	if err != nil {
		report("agent", strings.TrimPrefix(err.Error(), "agent: "), "")
	}
}
