package arena

import "evolab/game"

// The reasons for which games end.
const (
	Normal     = "normal"    // by the rules
	PlyLimit   = "ply-limit" // a draw by the arena's cap
	Repetition = "repetition"
	NoProgress = "no-progress"
	Illegal    = "illegal"
	Time       = "time"
	Crash      = "crash"
	Malformed  = "malformed"
	NoOutput   = "no-output"
	// Void is a game that the machine spoiled: it has no winner, and neither it nor
	// the other game of its pair counts.
	Void = "void"
	// Unfinished is a game that was saved before its end.
	Unfinished = "unfinished"
)

// Record is the outcome of a game.
type Record struct {
	Job     int
	Result  game.Result
	Reason  string
	Margin  int        // the first side's lead in half points, or as Board.Lead has it
	Plies   int        // of the game itself, the opening's not counted
	Line    uint64     // hash of the opening and the moves: equal for equal games
	Moves   []string   // if the job keeps them
	CPU     [2]float64 // seconds of CPU of the first and the second side
	Failure string     // detail, when a side lost by its own doing or OnTime
	OnTime  bool       // a draw by the rules, won by the time left
	Stderr  [2]string  // the end of what programs wrote there
	By      string     // the worker that played it, "" for this process
}

// Void reports whether nobody has won or drawn the game.
func (r *Record) Void() bool { return r.Reason == Void }

// Points is the number of half points for the side whose win would be the result
// won.
func (r *Record) Points(won game.Result) int {
	switch r.Result {
	case won:
		return 2
	case game.Draw:
		return 1
	}
	return 0
}
