package arena

import (
	"context"

	"evolab/agent"
)

// Pool plays games, on this machine ([Cores]) or on many (package cluster). Its
// callers do not know which.
type Pool interface {
	// Run plays all jobs of a round and returns their records in the order of the
	// jobs: the same ones for any number of workers, wherever they are. A cancelled
	// context or an error ends it without records; Done has seen those of the finished
	// games and is no longer called.
	Run(ctx context.Context, r Round, jobs []Job) ([]Record, error)
}

// Round is what games that are played together have in common: who plays them, and
// who follows them.
type Round struct {
	// Of names the work that the games belong to, such as a run. A pool may keep
	// their results under this name for whoever resumes the work; with "" it keeps
	// none.
	Of     string
	Game   agent.Game
	Agents []agent.Agent // jobs name them by index
	// Done, if set, is called after each game, perhaps from several goroutines.
	Done func(Record)
	// Ply, if set, is called for each move. The moves of a game come in order, those
	// of different games perhaps from several goroutines. After a game on another
	// machine, Choice holds nothing but the move.
	Ply func(Ply)
	// Voids allows games to end void. Without it, one ends the run with an error.
	Voids bool
	// Again, if set, is called before a void game is played again.
	Again func(Record)
}
