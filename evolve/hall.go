package evolve

import "slices"

// hall keeps the best individuals of a run by cautious fitness. Of equal
// genomes it has one. Only elites enter it: they play again, so a lucky first
// record is put right, whereas that of an individual that died would stay. On
// the synthetic game of the tests this lowers what the first member claims too
// much by up to .02.
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
		if at := indexOf(members, i.Genome); at >= 0 && supersedes(i, members[at]) {
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

// supersedes tells which of two records of one genome counts. Twins have met
// the same openings, so their games must not be added up.
func supersedes(candidate, member Individual) bool {
	return candidate.ID == member.ID || candidate.Tally.Pairs > member.Tally.Pairs
}
