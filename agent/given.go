package agent

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"evolab/host"
)

// Given are parameters that the lab gives to somebody's program.
type Given struct {
	Pass   string    `json:"pass"` // PassFile, PassEnv or PassArgs; "": none are given
	Names  []string  `json:"names"`
	Values []float64 `json:"values"`
}

// The ways to give parameters to a program.
const (
	PassFile = "file" // weights.json in its folder
	PassEnv  = "env"  // EVOLAB_name=value in its environment
	PassArgs = "args" // {name} in its command
)

// VariablePrefix begins the names of the variables of PassEnv.
const VariablePrefix = "EVOLAB_"

// protocolVariable tells a program how it is spoken to.
const protocolVariable = VariablePrefix + "PROTOCOL"

// OwnVariables are those that the lab gives to programs itself.
func OwnVariables() []string { return []string{protocolVariable, host.PortVariable} }

// ParametersFile is where a program finds its parameters.
const ParametersFile = "weights.json"

// ParametersJSON is the text of that file: an object with the values by name, in
// their order.
func ParametersJSON(names []string, values []float64) []byte {
	text := []byte("{")
	for i, name := range names {
		if i > 0 {
			text = append(text, ',')
		}
		key, _ := json.Marshal(name) // a text has no error
		text = append(append(text, "\n  "...), key...)
		text = append(append(text, ": "...), number(values[i])...)
	}
	return append(text, "\n}\n"...)
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// placeholder is what stands for a parameter in a command.
var placeholder = regexp.MustCompile(`\{[A-Za-z_][A-Za-z0-9_]*\}`)

// give changes a program so that it finds its parameters.
func (g *Given) give(p *host.Program) error {
	switch g.Pass {
	case "":
	case PassFile:
		p.Extra = append(slices.Clip(p.Extra), host.File{Name: ParametersFile, Data: ParametersJSON(g.Names, g.Values)})
	case PassEnv:
		for i, name := range g.Names {
			p.Env = append(slices.Clip(p.Env), VariablePrefix+name+"="+number(g.Values[i]))
		}
	case PassArgs:
		for i, name := range g.Names {
			if !strings.Contains(p.Command, "{"+name+"}") {
				return fmt.Errorf("the command has no {%s} for the parameter %s", name, name)
			}
			p.Command = strings.ReplaceAll(p.Command, "{"+name+"}", number(g.Values[i]))
		}
		if left := placeholder.FindString(p.Command); left != "" {
			return fmt.Errorf("the command has %s, but there is no such parameter (expected: one of %s)", left, strings.Join(g.Names, ", "))
		}
	default:
		return fmt.Errorf("no way %q to pass parameters (expected: %s, %s, %s)", g.Pass, PassFile, PassEnv, PassArgs)
	}
	return nil
}

// Tunable is an agent that is somebody's program: With returns it with other
// parameters. It shares what was compiled, so the first one must stay open as long as
// the other is used.
type Tunable interface {
	With(g Given) (Agent, error)
}

// With is part of Tunable.
func (a *talking[S, P]) With(g Given) (Agent, error) {
	again, err := a.again(g)
	return &talking[S, P]{described: a.given(g), made: again, manner: a.manner, wall: a.wall}, err
}

// With is part of Tunable.
func (a *program[S, P]) With(g Given) (Agent, error) {
	again, err := a.again(g)
	return &program[S, P]{described: a.given(g), made: again, files: a.files, reuse: a.reuse, wall: a.wall}, err
}

// given is what remembers the origin with other parameters.
func (d *described) given(g Given) described {
	from := d.from
	from.Spec.Given = g
	return described{from}
}
