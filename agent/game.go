// Package agent hides the types of games: packages below it work with one
// game's positions; packages above it see only names, moves and weights.
//
// Start with Game, Info and Board (what the rest of the lab sees of a game), Spec
// (how agents are written), kinds.go (the table of agents), Games (the table of games)
// and Bind (how one game's typed parts are hidden). Each agent has its entry for the
// table in its own file; external.go has those that are somebody's program. The weights
// that programs embed are in package frozen.
//
// API: it keeps its form within a major version, as far as a game needs it: Game, Bind,
// Parts, Layout, Speeds, RulePace, Own and End. Fields may be added; the rest, and
// fields of Parts with types of packages that are no API, may change in any release.
package agent

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"evolab/agent/board"
	"evolab/agent/frozen"
	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/halma"
	"evolab/game/konane"
	"evolab/game/littlego"
	"evolab/game/tictactoe"
	"evolab/host/compile"
	"evolab/internal/config"
	"evolab/search"
)

// Game is a game with the type of its positions hidden.
type Game interface {
	Info() Info
	// Board sets up a position of a variant; "" is the default variant, and
	// "start" the start position.
	Board(variant, position string) (Board, error)
	// Agent makes an agent ready to play. Its errors are about the spec.
	Agent(spec Spec, env Env) (Agent, error)
	// Embedded are the weights of a slot's agent on a variant's board, EmbeddedFile
	// their file in the folder of package frozen.
	Embedded(slot frozen.Slot, variant string) (features.Weights, error)
	EmbeddedFile(slot frozen.Slot, variant string) string
	// End is where games of a variant usually end, as a part of Board.Progress.
	End(variant string) float64
	// PatternBoard is the board of a variant as patterns see it.
	PatternBoard(variant string) (pattern.Geometry, error)
	// Heaviest lists the arrangements of patterns that weigh most; see
	// features.Heaviest.
	Heaviest(w features.Weights, n int) ([]features.Arrangement, error)
	// Numbers is the evaluation that weights make, in whole numbers; its errors
	// are about the weights.
	Numbers(w features.Weights) (features.Numbers, error)
	// Speeds measures the evaluation and the search, for about the given time a
	// part, and RuleSpeeds the rules.
	Speeds(each time.Duration) ([]SearchSpeed, error)
	RuleSpeeds(each time.Duration) ([]RuleSpeed, error)
	// Learning is for learners; it fails if a game's positions cannot be kept.
	Learning(variant string) (Learning, error)
	// NodesPerSecond is the speed of the search with the frozen weights from the
	// usual start, measured for about the given CPU time.
	NodesPerSecond(t time.Duration) (int64, error)
}

// Info describes a game.
type Info struct {
	Name, Doc string
	Sides     [2]string // "black", "white"
	Variants  []string  // the default one first
	PlyLimit  int       // plies after which every game is over
	MaxMargin int       // in half points, 0 without a score
	Features  []features.Feature
	Hand      features.Weights // set by hand
	Phases    bool             // whether an evaluation can have an endgame
	MaxLead   int              // of games without a score that have a lead, else 0
	Layout    board.Layout
	Names     compile.Names // of the files that a program of the game consists of
	// Repetition, PlyCap and DrawReason: see Draws.
	Repetition int
	PlyCap     int
	DrawReason string
}

// Variant is the name of a variant; "" stands for the game's first.
func (i *Info) Variant(name string) string {
	if name == "" && len(i.Variants) > 0 {
		return i.Variants[0]
	}
	return name
}

// Label is a side with what its pieces look like, as "black (X)".
func (i *Info) Label(side game.Side) string {
	if pieces := i.Layout.Pieces[side]; pieces != "" {
		return i.Sides[side] + " (" + pieces + ")"
	}
	return i.Sides[side]
}

// Verdict says who won, and by how much if the board decided it.
func (i *Info) Verdict(o game.Outcome, counted bool) string {
	if o.Result == game.Draw {
		return "draw"
	}
	winner, margin := i.Sides[0], o.Margin
	if o.Result == game.SecondWins {
		winner, margin = i.Sides[1], -o.Margin
	}
	if i.MaxMargin == 0 || !counted {
		return winner + " wins"
	}
	return fmt.Sprintf("%s wins by %g", winner, float64(margin)/2)
}

// Layout is how people see a game's board and name its squares.
type Layout = board.Layout

// Board is one game in progress: a position, and the moves that led to it since the board
// was set up. It is not safe for concurrent use.
type Board interface {
	// How the game stands.

	Turn() game.Side
	// Outcome is the result by the rules alone; see Ended.
	Outcome() game.Outcome
	// Ended is how the game has ended: by the rules, after plyCap plies (0: as many as the
	// game allows), or by repetition.
	Ended(plyCap int) (end Ending, over bool)
	// PliesLeft is the largest number of plies that the game can still last.
	PliesLeft() int
	// Hash is the Zobrist key of the position.
	Hash() uint64
	// Progress is how far the game has gone, 0..1; 0 in a game without phases.
	Progress() float64
	// Lead is the first side's lead in a game without a score, 0 in others.
	Lead() int

	// Its moves.

	// Moves appends the legal moves in board order.
	Moves(dst []game.Move) []game.Move
	// MovesPastEnd appends the moves with which a record goes on where a limit has ended
	// the game; none where every end is final.
	MovesPastEnd(dst []game.Move) []game.Move
	// Allows reports whether a move is legal; it may be any number.
	Allows(m game.Move) bool
	// Restart takes all moves back.
	Restart()
	// Play plays a legal move.
	Play(m game.Move)
	IsPass(m game.Move) bool
	// Played are the moves since the board was set up, and PlayedText is their text form.
	Played() []game.Move
	PlayedText() []string
	// Repeated is how often the position has occurred since the first move, this time
	// included: the position that the board was set up with does not count. It is 0 in
	// games that no repetition ends.
	Repeated() int

	// The text form of positions and moves.

	// Position is the position on one line.
	Position() string
	// Draw is the board on several lines.
	Draw() string
	ParseMove(text string) (game.Move, error)
	FormatMove(m game.Move) string
	// Broken is the rule that an illegal move breaks, in words; "" if it is not known.
	Broken(m game.Move) string

	// What the position is worth.

	// Evaluation is the weights with which an agent of this spec evaluates the
	// position. Its errors are ErrNoEvaluation and those of reading the weights.
	Evaluation(spec Spec) (features.Weights, error)
	// Explain breaks down the evaluation of the position by these weights; its
	// errors are about the weights.
	Explain(w features.Weights) (features.Explanation, error)
	// Solve finds the exact value of a position that is not over. Time limits are in CPU
	// time.
	Solve(limits search.Limits) (search.Proof, error)
	// Lines searches all moves of a position that is not over, ever deeper; see gameBoard.
	Lines(more func() bool, found func(lines []Line, nodes uint64)) error
	// Perft counts the move sequences of the given length.
	Perft(depth int) uint64
	PerftDivide(depth int) []game.Divide

	// How a host and a program exchange positions and moves by files.

	// FileInput is the input.txt under a clock, and a board that knows only as much of the
	// game as that text; the text is empty if the game has no files.
	FileInput(c Clock) (input []byte, known Board, err error)
	// FileMove is the move of an output.txt.
	FileMove(output []byte) (game.Move, error)
	// FileTidy is an output.txt that FileMove takes, as the game's assignment describes it:
	// the same move by the same route.
	FileTidy(output []byte) []byte
}

// Illegal describes an illegal move: itself, the position, and the rule that it breaks.
func Illegal(b Board, m game.Move) string {
	text := b.FormatMove(m) + " in " + b.Position()
	if rule := b.Broken(m); rule != "" {
		text += ": " + rule
	}
	return text
}

// Legal reports whether a move can be played.
func Legal(b Board, m game.Move) bool { return slices.Contains(b.Moves(nil), m) }

// ParseLegal reads a move that can be played.
func ParseLegal(b Board, text string) (game.Move, error) {
	m, err := b.ParseMove(text)
	if err == nil && !Legal(b, m) {
		err = fmt.Errorf("%s: %s (%s)", text, cmp.Or(b.Broken(m), "not a legal move here"), b.Position())
	}
	return m, err
}

// ParseRecorded reads a move of a record: one that can be played, also after a limit of
// this game has ended it, which the record's game need not have.
func ParseRecorded(b Board, text string) (game.Move, error) {
	m, err := ParseLegal(b, text)
	if err != nil && b.Outcome().Over() {
		if past, unread := b.ParseMove(text); unread == nil && slices.Contains(b.MovesPastEnd(nil), past) {
			return past, nil
		} else if unread == nil {
			err = fmt.Errorf("%s: not a legal move here (%s)", text, b.Position())
		}
	}
	return m, err
}

// Ending is how a game ended.
type Ending struct {
	Result game.Result
	Reason string // Normal, PlyLimit, Repetition or the game's own for a draw (Draws.Reason)
}

// The reasons for which games end on the board; package arena has all.
const (
	Normal     = "normal"    // by the rules
	PlyLimit   = "ply-limit" // a draw by the number of plies
	Repetition = "repetition"
)

// Agent is an agent that is ready to play any number of games, several at once
// unless Serial says otherwise.
type Agent interface {
	// Player begins a game. The seed decides everything that the player draws.
	Player(seed uint64) (Player, error)
	// Serial reports whether only one game can be played at a time.
	Serial() bool
	Close() error
}

// Player plays one side of one game.
type Player interface {
	// Choose returns a move for the side to move. A player that loses by its own
	// doing returns a *Forfeit; any other error ends the match.
	Choose(ctx context.Context, b Board, c Clock) (Choice, error)
	Close() error
}

// Clock is the CPU time that a player may use; 0 means no limit.
type Clock struct {
	Move time.Duration // for this move
	Left time.Duration // for the rest of the game, this move included
	Real bool          // real time counts, not CPU time
	// Nodes replace the time of a move that has to be repeatable; 0: none.
	Nodes uint64
	// PliesLeft is the largest number of plies that the game can still last.
	PliesLeft int
}

// Choice is a player's move and what it thought of it.
type Choice struct {
	Move  game.Move
	Score int // from the side to move, in the evaluation's unit
	Exact bool
	Depth int
	Nodes uint64
	PV    []game.Move
	// CPU is the time the player used, if it measures that itself, as programs do;
	// 0 leaves it to the referee.
	CPU    time.Duration
	Waited time.Duration // in which a program neither computed nor was short of a core
	Stderr string        // the end of what a program wrote there
	// Searched is set if Score, Depth and Nodes mean anything.
	Searched bool
	// Planned is set if the score is that of a plan, such as a race's, and none of
	// the evaluation's.
	Planned bool
}

// Table is some games, each under its own name.
type Table []Game

// Games lists the games of the lab.
func Games() Table {
	return Table{
		Bind[littlego.State](littlegoParts()),
		Bind[checkers.State](checkersParts()),
		Bind[halma.State](halmaParts()),
		Bind[konane.State](konaneParts()),
		Bind[tictactoe.State](tictactoeParts()),
	}
}

// FindGame returns a game of the lab by its name.
func FindGame(name string) (Game, error) { return Games().Find(name) }

// Find returns a game by its name.
func (t Table) Find(name string) (Game, error) {
	for _, g := range t {
		if g.Info().Name == name {
			return g, nil
		}
	}
	return nil, config.Unknown("game", name, t.Names())
}

// Names are those of the games.
func (t Table) Names() []string {
	var names []string
	for _, g := range t {
		names = append(names, g.Info().Name)
	}
	return names
}
