package train

import (
	"evolab/evolve"
	"evolab/experiments/experiment"
)

// ArchiveName is the opponent under which games against the archive are
// recorded.
const ArchiveName = "archive"

// archive holds the best candidates of earlier generations, so that a run does not
// forget how to beat them (the hall of fame of Rosin and Belew, "New methods for
// competitive coevolution", 1997).
type archive struct {
	experiment.Archive
	members []evolve.Genome // the oldest first
}

// add adds the best of a generation if one is due.
func (a *archive) add(generation int, best evolve.Genome) {
	if a.Share == 0 || generation%a.Every != 0 {
		return
	}
	a.members = append(a.members, best)
	if n := len(a.members); n > a.Size {
		a.members = a.members[n-a.Size:]
	}
}

// open reports whether there are members to play against.
func (a *archive) open() bool { return len(a.members) > 0 }
