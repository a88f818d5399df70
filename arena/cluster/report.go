package cluster

import (
	"errors"
	"fmt"
	"hash/maphash"
	"slices"

	"evolab/arena"
	"evolab/game"
)

// report is a message of the results: what a worker has played.
type report struct {
	_       struct{} `cbor:",toarray"`
	Batch   string
	Worker  string
	Version string
	Seconds float64 // the worker needed for these games
	Check   bool
	Speed   float64 // nodes a second, where games are limited by time
	Games   []outcome
	// Failed says why the rest of the batch was not played; of the game with this key.
	Failed string
	At     *key
	// Void is that game's outcome if the machine has spoiled it.
	Void *outcome

	alone bool // the worker can play others; it does not travel
}

// outcome is a record as it travels.
type outcome struct {
	_       struct{} `cbor:",toarray"`
	Key     key
	Result  int
	Reason  string
	Margin  int
	Plies   int
	Line    uint64
	Moves   []string
	CPU     [2]float64
	Failure string
	OnTime  bool
	Stderr  [2]string
}

func newOutcome(k key, r *arena.Record) outcome {
	return outcome{
		Key: k, Result: int(r.Result), Reason: r.Reason, Margin: r.Margin, Plies: r.Plies, Line: r.Line, Moves: r.Moves,
		CPU: r.CPU, Failure: r.Failure, OnTime: r.OnTime, Stderr: r.Stderr,
	}
}

// record is the outcome of a job, played by a worker.
func (o *outcome) record(job int, by string) arena.Record {
	return arena.Record{
		Job: job, Result: game.Result(o.Result), Reason: o.Reason, Margin: o.Margin, Plies: o.Plies, Line: o.Line, Moves: o.Moves,
		CPU: o.CPU, Failure: o.Failure, OnTime: o.OnTime, Stderr: o.Stderr, By: by,
	}
}

var digestSeed = maphash.MakeSeed()

// gist is what is remembered of an outcome. The digest is equal for results of the same
// game: it covers everything but times and what programs wrote. It is comparable only
// within a process.
func (o *outcome) gist() gist {
	var h maphash.Hash
	h.SetSeed(digestSeed)
	maphash.WriteComparable(&h, [...]int{o.Result, o.Margin, o.Plies, len(o.Moves)})
	maphash.WriteComparable(&h, o.Line)
	maphash.WriteComparable(&h, o.OnTime)
	maphash.WriteComparable(&h, [...]string{o.Reason, o.Failure})
	for _, m := range o.Moves {
		maphash.WriteComparable(&h, m)
	}
	return gist{
		digest: h.Sum64(), line: o.Line, plies: int32(o.Plies), result: uint8(o.Result), reason: uint8(slices.Index(reasons[:], o.Reason)),
	}
}

func (g gist) String() string {
	return fmt.Sprintf("%s after %d plies (%s), moves %016x", [...]string{"no result", "first wins", "second wins", "draw"}[g.result], g.plies, reasons[g.reason], g.line)
}

const (
	mostText  = 1 << 16
	mostMoves = 1 << 16
	mostName  = 64
	far       = 1 << 30
)

// parseReport reads a report strictly: anybody with the token can write one.
func parseReport(data []byte) (*report, error) {
	var r report
	if err := read(data, &r); err != nil {
		return nil, fmt.Errorf("cluster: report: %w", err)
	}
	switch {
	case len(r.Games) > mostGames:
		return nil, fmt.Errorf("cluster: report: %d games (allowed: up to %d)", len(r.Games), mostGames)
	case !isName(r.Worker) || len(r.Batch) > mostName || len(r.Version) > mostText:
		return nil, errors.New("cluster: report: a name that is none")
	case !(r.Seconds >= 0 && r.Seconds < far) || !(r.Speed >= 0 && r.Speed < 1<<50) || len(r.Failed) > mostText:
		return nil, errors.New("cluster: report: a number or a text out of range")
	}
	for i := range r.Games {
		if err := r.Games[i].check(); err != nil {
			return nil, fmt.Errorf("cluster: report: game %d: %w", i, err)
		}
	}
	return &r, r.checkVoid()
}

// checkVoid fails if the void game of a report is not void.
func (r *report) checkVoid() error {
	if r.Void == nil {
		return nil
	}
	if r.Void.Reason != arena.Void || r.At == nil || *r.At != r.Void.Key {
		return fmt.Errorf("cluster: report: a void game with reason %.40q", r.Void.Reason)
	}
	return r.Void.check()
}

// reasons are those for which games end.
var reasons = [...]string{
	arena.Normal, arena.PlyLimit, arena.Repetition, arena.NoProgress, arena.Illegal, arena.Time,
	arena.Crash, arena.Malformed, arena.NoOutput, arena.Void,
}

// size is about what it takes in memory, in bytes.
func (r *result) size() int {
	n := 300 + len(r.Failure) + len(r.Stderr[0]) + len(r.Stderr[1])
	for _, m := range r.Moves {
		n += 16 + len(m)
	}
	return n
}

func (o *outcome) check() error {
	switch {
	case o.Result < int(game.FirstWins) || o.Result > int(game.Draw):
		return fmt.Errorf("result %d", o.Result)
	case !slices.Contains(reasons[:], o.Reason):
		return fmt.Errorf("reason %.40q", o.Reason)
	case o.Plies < 0 || o.Plies > mostMoves || len(o.Moves) > 0 && len(o.Moves) != o.Plies:
		return fmt.Errorf("%d plies and %d moves", o.Plies, len(o.Moves))
	case o.Margin < -far || o.Margin > far:
		return fmt.Errorf("margin %d", o.Margin)
	case max(len(o.Failure), len(o.Stderr[0]), len(o.Stderr[1])) > mostText:
		return errors.New("a text that is too long")
	}
	for _, seconds := range o.CPU {
		if !(seconds >= 0 && seconds < far) { // not even a number
			return fmt.Errorf("%v s of CPU", seconds)
		}
	}
	return nil
}

// isName reports whether a text can name a worker in subjects and keys.
func isName(text string) bool {
	if text == "" || len(text) > mostName {
		return false
	}
	for _, c := range text {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}
