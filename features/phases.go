package features

// PhaseAt is a phase of an evaluation, and from where on it counts.
type PhaseAt struct {
	Phase string `json:"phase"`
	// From is how far a game has gone when the phase begins, 0..1. A phase of a blend
	// begins halfway between its place and the one before, where it counts for half.
	From float64 `json:"from"`
}

// PhaseList lists the phases of weights, none for weights of one phase.
func (w *Weights) PhaseList() []PhaseAt {
	switch {
	case w.Endgame != nil:
		return []PhaseAt{{OpeningPhase, 0}, {EndgamePhase, w.Endgame.From}}
	case w.Blend == nil:
		return nil
	}
	list := []PhaseAt{{Phase: phaseName(0)}}
	for i := 1; i < len(w.Blend.At); i++ {
		list = append(list, PhaseAt{phaseName(i), (w.Blend.At[i-1] + w.Blend.At[i]) / 2})
	}
	return list
}

func phaseName(i int) string { return "phase " + string(rune('1'+i)) }
