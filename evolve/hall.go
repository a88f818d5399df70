package evolve

import "slices"

// hall keeps the best individuals of a run by cautious fitness, each genome once.
// Only elites enter it: they play again, which corrects a lucky first record, while
// the record of an individual that died would stay. On the synthetic game of
// the tests this lowers the first member's overestimate by up to .02.
type hall struct {
	size    int
	caution float64
	members []Individual
}

// admit brings the members' records up to date with a scored generation and
// compares its elites with them.
func (h *hall) admit(pop, elites []Individual) {
	members := slices.Clone(h.members)
	for _, i := range pop {
		at := indexOf(members, i.Genome)
		// Twins have met the same openings, so their games must not be added up.
		if at >= 0 && (i.ID == members[at].ID || i.Tally.Pairs > members[at].Tally.Pairs) {
			members[at] = i
		}
	}
	for _, elite := range elites {
		if indexOf(members, elite.Genome) < 0 {
			members = append(members, elite)
		}
	}
	sortByLower(members, h.caution)
	h.members = members[:min(h.size, len(members))]
}
