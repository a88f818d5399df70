package agent

// described is the part of an agent that remembers its spec.
type described struct{ made Spec }

func (d *described) describe(s Spec) { d.made = s }
func (d *described) spec() Spec      { return d.made }

// SpecOf is what an agent was made from; false if it is not one of [Game].Agent
// that could be made again, as a person at the terminal is not.
func SpecOf(a Agent) (Spec, bool) {
	d, ok := a.(interface{ spec() Spec })
	if !ok {
		return Spec{}, false
	}
	return d.spec(), true
}
