package stats

import "fmt"

// Strength is what a match says about the first player's strength against the second.
type Strength struct {
	Score, Elo, NElo Estimate
	LOS              float64 // likelihood of superiority
	Corrected        bool    // for the stopping of a sequential test
}

// Strength is that of pairs. If they are the result of a test, and it has ended, it is
// corrected for that; nil is no test.
func (p Pentanomial) Strength(t *SPRT) Strength {
	return t.correct(p.Sample(), Strength{Score: p.Score(), Elo: p.Elo(), NElo: p.Sample().NElo(), LOS: p.LOS()})
}

// Strength is that of independent games; see [Pentanomial.Strength].
func (w WDL) Strength(t *SPRT) Strength {
	return t.correct(w.Sample(), Strength{Score: w.Rate(), Elo: w.Elo(), NElo: w.Sample().NElo(), LOS: w.LOS()})
}

func (t *SPRT) correct(s Sample, usual Strength) Strength {
	if t == nil || t.Verdict(s) == Undecided {
		return usual
	}
	return t.stopped(s)
}

// Warnings say what makes the strength less exact than it seems.
func (s Strength) Warnings() []string {
	for _, e := range []Estimate{s.Elo, s.NElo} {
		if e.Low <= -EloLimit || e.High >= EloLimit {
			return []string{fmt.Sprintf("an Elo or nElo of %d is a bound: the difference may be larger", EloLimit)}
		}
	}
	return nil
}
