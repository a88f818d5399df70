package agent

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"evolab/features"
	"evolab/host"
	"evolab/host/compile"
)

// Spec says which agent plays, and how: `name`, `name:key=value,key=value`, or
// the path of a program.
type Spec struct {
	Name   string
	Params []Param
	// Weights, if they name a game, replace those that the agent would load.
	Weights features.Weights
	// Given are the parameters of a program that the lab tunes.
	Given Given
}

// Param is one setting of an agent.
type Param struct{ Key, Value string }

// String is the spec as it is written, without the weights.
func (s Spec) String() string {
	if s.Name == pathName {
		return s.Params[0].Value
	}
	if len(s.Params) == 0 {
		return s.Name
	}
	parts := make([]string, len(s.Params))
	for i, p := range s.Params {
		parts[i] = p.Key + "=" + p.Value
	}
	return s.Name + ":" + strings.Join(parts, ",")
}

// With returns the spec with one more setting.
func (s Spec) With(key, value string) Spec {
	s.Params = append(s.Params[:len(s.Params):len(s.Params)], Param{key, value})
	return s
}

// ParseSpec reads a spec and checks its name and keys against the table of
// agents. The key cmd takes the rest of the text. A name wins over a path.
func ParseSpec(text string) (Spec, error) {
	name, rest, settings := strings.Cut(text, ":")
	k, err := findKind(name)
	if err != nil {
		if s, ok := parsePath(text); ok && !isName(name) {
			return s, nil
		}
		return Spec{}, err
	}
	s := Spec{Name: name}
	for settings {
		part := rest
		if settings = false; !strings.HasPrefix(rest, "cmd=") {
			part, rest, settings = strings.Cut(rest, ",")
		}
		key, value, ok := strings.Cut(part, "=")
		if ok && value == "" && k.has(key) {
			return Spec{}, fmt.Errorf("agent: %q: %s has no value", text, key)
		}
		if !ok || !k.has(key) {
			return Spec{}, fmt.Errorf("agent: %q: setting %q (allowed: %s)", text, part, k.usage())
		}
		if s.has(key) {
			return Spec{}, fmt.Errorf("agent: %q: %s is set twice", text, key)
		}
		s.Params = append(s.Params, Param{key, value})
	}
	return s, nil
}

// IsProgram reports whether the agent is somebody's program.
func (s Spec) IsProgram() bool {
	return slices.Contains([]string{"exec", pathName, "lines", "gtp", "artemis"}, s.Name)
}

// LongestOpening is how many random plies the agent's games may begin with, if not any
// number of them.
func (s Spec) LongestOpening() (plies int, limited bool) { return mostTold, s.Name == "artemis" }

// Timed reports whether the agent limits its own time: it then plays other moves
// on another machine.
func (s Spec) Timed() bool { return s.has("time") }

// Open reports whether only a clock limits how far the agent looks ahead.
func (s Spec) Open() bool {
	return slices.Contains(evaluators[:], s.Name) && !s.has("depth") && !s.has("nodes") && !s.Timed()
}

func (s Spec) has(key string) bool {
	return slices.ContainsFunc(s.Params, func(p Param) bool { return p.Key == key })
}

// Moved is the spec with another value of a setting, which it has.
func (s Spec) Moved(key, value string) Spec {
	params := make([]Param, len(s.Params))
	for i, p := range s.Params {
		if p.Key == key {
			p.Value = value
		}
		params[i] = p
	}
	s.Params = params
	return s
}

// Setting is the value of a setting, "" if the spec does not have it.
func (s Spec) Setting(key string) string {
	return (&settings{spec: s}).text(key, "")
}

// Without is the spec without a setting.
func (s Spec) Without(key string) Spec {
	var params []Param
	for _, p := range s.Params {
		if p.Key != key {
			params = append(params, p)
		}
	}
	s.Params = params
	return s
}

// ProgramAt is the spec of the program at a path.
func ProgramAt(path string) Spec {
	return Spec{Name: pathName, Params: []Param{{"path", path}}}
}

// pathName is the name, in a Spec, of an agent that is given by its path; no text
// is parsed as this name.
const pathName = "<path>"

// PathDoc describes agents that are given by their path.
func PathDoc() Kind {
	return Kind{Name: "PATH", Doc: "a folder or a source file (.py, .cpp, .java) of a program that keeps the game's file protocol; " +
		"it is compiled once, in a scratch folder (an agent's name wins: write ./NAME for a folder of that name)"}
}

// parsePath reads a text as the path of a program: one that exists, or looks like
// one.
func parsePath(text string) (Spec, bool) {
	name, _, _ := strings.Cut(text, ":")
	named := strings.ContainsAny(name, `/`+string(os.PathSeparator)) || compile.LanguageOf(name) != compile.Executable
	if !named {
		_, err := os.Stat(text)
		named = err == nil
	}
	return Spec{Name: pathName, Params: []Param{{"path", text}}}, named && text != ""
}

// Shadows reports whether a text names both an agent, which it means, and a folder
// or file.
func Shadows(text string) bool {
	_, err := os.Stat(text)
	return err == nil && isName(text)
}

// Origin is what an agent was made from.
type Origin struct {
	Spec   Spec
	Grants host.Grants // of programs
}

// Program reports whether the agent is somebody's program, and the setting that
// names its folder or file.
func (o *Origin) Program() (setting string, ok bool) {
	switch {
	case o.Spec.Name == pathName:
		return "path", true
	case o.Spec.IsProgram():
		return "dir", true
	}
	return "", false
}

// described is the part of an agent that remembers its origin.
type described struct{ from Origin }

func (d *described) describe(o Origin) { d.from = o }
func (d *described) origin() Origin    { return d.from }

// OriginOf is what an agent was made from; false if it cannot be made again, such as
// a person at the terminal.
func OriginOf(a Agent) (Origin, bool) {
	d, ok := a.(interface{ origin() Origin })
	if !ok {
		return Origin{}, false
	}
	return d.origin(), true
}
