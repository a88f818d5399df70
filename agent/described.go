package agent

import "evolab/host"

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
