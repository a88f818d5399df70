package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/features"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/config"
)

// Spec says which agent plays, and how: `name`, `name:key=value,key=value`, or
// the path of a program.
type Spec struct {
	Name   string
	Params []Param
	// Weights, if they name a game, replace those that the agent would load.
	Weights features.Weights
	// Tuned are the parameters of a program that the lab tunes.
	Tuned TunedParameters
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
	k, ok := FindKind(name)
	if !ok {
		if s, ok := parsePath(text); ok {
			return s, nil
		}
		var names []string
		for _, k := range Kinds() {
			names = append(names, k.Name)
		}
		return Spec{}, config.Unknown("agent", name, names)
	}
	s := Spec{Name: name}
	for settings {
		part := rest
		if settings = false; !strings.HasPrefix(rest, "cmd=") {
			part, rest, settings = strings.Cut(rest, ",")
		}
		key, value, ok := strings.Cut(part, "=")
		if ok && value == "" && k.Has(key) {
			return Spec{}, fmt.Errorf("%q: %s has no value", text, key)
		}
		if !ok || !k.Has(key) {
			return Spec{}, fmt.Errorf("%q: %w", text, k.refuse(part))
		}
		if s.has(key) {
			return Spec{}, fmt.Errorf("%q: %s is set twice", text, key)
		}
		s.Params = append(s.Params, Param{key, value})
	}
	return s, nil
}

// refuse is the error of a setting that the agent does not have.
func (k *Kind) refuse(setting string) error {
	refused := config.Refuse("setting", setting, nil)
	refused.Word, _, _ = strings.Cut(setting, "=")
	for _, key := range k.Keys() {
		refused.Allowed = append(refused.Allowed, key.Path)
	}
	refused.List = "none for " + k.Name
	if len(refused.Allowed) > 0 {
		refused.List = strings.Join(refused.Allowed, "=..., ") + "=..."
	}
	return refused
}

// Kind is that of the agent; the zero Kind if there is none of the name.
func (s Spec) Kind() Kind {
	if s.Name == pathName {
		return PathDoc()
	}
	k, _ := FindKind(s.Name)
	return k
}

// IsProgram reports whether the agent is somebody's program.
func (s Spec) IsProgram() bool { return s.Kind().Program != "" }

// MaxOpening is how many random plies the agent's games may begin with; 0: any number.
func (s Spec) MaxOpening() int { return s.Kind().MaxOpening }

// Timed reports whether the agent limits its own time: it then plays other moves
// on another machine.
func (s Spec) Timed() bool { return s.has("time") }

// Open reports whether only a clock limits how far the agent looks ahead.
func (s Spec) Open() bool {
	return s.Kind().Linear && !s.has("depth") && !s.has("nodes") && !s.Timed()
}

func (s Spec) has(key string) bool {
	return slices.ContainsFunc(s.Params, func(p Param) bool { return p.Key == key })
}

// Replace returns the spec with a setting changed; the setting must exist.
func (s Spec) Replace(key, value string) Spec {
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
	for _, p := range s.Params {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// Without returns the spec without a setting.
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

// ProgramPath is the folder or the file of somebody's program; "" for other agents.
func (s *Spec) ProgramPath() string { return s.Setting(s.Kind().Program) }

// ProgramFolder is the folder in which somebody's program lies; the error is that of one
// that is not there.
func (s *Spec) ProgramFolder() (string, error) {
	path := s.ProgramPath()
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		return filepath.Dir(path), nil
	}
	return path, err
}

// ProgramAt is the spec of the program at a path.
func ProgramAt(path string) Spec {
	return Spec{Name: pathName, Params: []Param{{"path", path}}}
}

// pathName is the name, in a Spec, of an agent that is given by its path; no text
// is parsed as this name.
const pathName = "<path>"

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
	_, named := FindKind(text)
	return err == nil && named
}

// Origin is what an agent was made from.
type Origin struct {
	Spec   Spec
	Grants host.Grants // of programs
	Names  *compile.Names
}

// Program reports whether the agent is somebody's program, and the setting that
// names its folder or file.
func (o *Origin) Program() (setting string, ok bool) {
	setting = o.Spec.Kind().Program
	return setting, setting != ""
}

// reproducible is an Agent that can be made again from its origin.
type reproducible interface {
	describe(Origin)
	origin() Origin
}

// withOrigin is embedded in agents that are reproducible.
type withOrigin struct{ from Origin }

func (d *withOrigin) describe(o Origin) { d.from = o }
func (d *withOrigin) origin() Origin    { return d.from }

// OriginOf is what an agent was made from; false if it cannot be made again, such as
// a person at the terminal.
func OriginOf(a Agent) (Origin, bool) {
	r, ok := a.(reproducible)
	if !ok {
		return Origin{}, false
	}
	return r.origin(), true
}
