package arena

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/features"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// Line is a game's record as files keep it: a JSON object on one line.
type Line struct {
	Game    int        `json:"game"`
	Round   int        `json:"round,omitempty"` // of a tournament, from 1
	Pair    int        `json:"pair"`
	Seed    uint64     `json:"seed"`
	Opening string     `json:"opening"` // a position
	First   string     `json:"first"`   // the players' names
	Second  string     `json:"second"`
	Moves   []string   `json:"moves"`
	Winner  string     `json:"winner"` // a player's name, draw or none
	Reason  string     `json:"reason"`
	Plies   int        `json:"plies"`
	CPU     [2]float64 `json:"cpu,omitzero"`    // seconds, of the first and the second
	Waited  [2]float64 `json:"waited,omitzero"` // seconds in which programs did nothing, down to tenths
	Detail  string     `json:"detail,omitempty"`
	Stderr  [2]string  `json:"stderr,omitzero"` // the end of what programs wrote there
	// Confinement is the level at which programs among the players were held.
	Confinement string `json:"confinement,omitempty"`
	// Timed: CPU time decided moves, so the game cannot be repeated.
	Timed bool `json:"timed,omitempty"`
	// By is the worker on whose word the result rests; "" for games of this machine, and for
	// those that anybody can play again: they are proven by their moves, and their lines are the
	// same wherever they were played.
	By string `json:"by,omitempty"`

	// The identity of the game. Old lines lack it: their schema is 0.
	Schema   int       `json:"schema,omitempty"`
	GameName string    `json:"game_name,omitempty"`
	Variant  string    `json:"variant,omitempty"`
	Rules    RuleSet   `json:"rules,omitzero"`
	Agents   [2]string `json:"agents,omitzero"` // the specs of the first and the second, "" where none is known
}

// The words that replace a winner's name: for a draw, and for a void game.
const (
	DrawName = "draw"
	NoneName = "none"
)

// newLine is the record of a game; names are those of the runner's agents.
func newLine(job Job, rec Record, names []string) Line {
	l := Line{
		Game: job.ID, Pair: job.Pair, Seed: job.Seed, Opening: job.Opening, First: names[job.First], Second: names[job.Second],
		Moves: slices.Clone(rec.Moves), Reason: rec.Reason, Plies: rec.Plies, CPU: rec.CPU, Waited: tenths(rec.Waited), Detail: rec.Failure,
		Stderr: rec.Stderr, Timed: job.Timed || job.Limits.timed(),
	}
	if l.Moves == nil {
		l.Moves = []string{}
	}
	if l.Winner = l.nameOf(rec.Result); l.Open() {
		l.Winner = NoneName
	}
	return l
}

func tenths(seconds [2]float64) [2]float64 {
	return [2]float64{math.Floor(10*seconds[0]) / 10, math.Floor(10*seconds[1]) / 10}
}

// Record is what the line keeps of the game's record. Its hash is the line's key, and not
// that of a game that was just played.
func (l *Line) Record() Record {
	return Record{
		Job: l.Game, Result: l.Result(), Reason: l.Reason, Plies: l.Plies, Line: l.Key(), Moves: l.Moves, CPU: l.CPU, Waited: l.Waited, Failure: l.Detail, Stderr: l.Stderr, By: l.By, Word: l.By,
	}
}

// Words counts the games that rest on somebody's word, by the workers whose word it is.
func Words(lines []Line) map[string]int {
	words := map[string]int{}
	for i := range lines {
		if by := lines[i].By; by != "" {
			words[by]++
		}
	}
	return words
}

// Void reports whether nobody has won or drawn the game.
func (l *Line) Void() bool { return l.Reason == Void }

// Open reports whether the game has no result.
func (l *Line) Open() bool { return l.Void() || l.Reason == Unfinished }

// Result is who won; it means nothing for an open game.
func (l *Line) Result() game.Result {
	switch {
	case l.Open():
	case l.Winner == l.First:
		return game.FirstWins
	case l.Winner == l.Second:
		return game.SecondWins
	}
	return game.Draw
}

// Key is the hash of what was played: equal for equal games.
func (l *Line) Key() uint64 {
	h := fnv.New64a()
	for _, text := range append([]string{l.Opening}, l.Moves...) {
		h.Write([]byte(text))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Start is the board on which the game begins.
func (l *Line) Start(g agent.Game, variant string) (agent.Board, error) {
	b, err := g.Board(variant, l.Opening)
	if err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	return b, nil
}

// Replay plays recorded moves on a board, and calls visit, unless it is nil, after each.
// Its Ply has no job, no CPU time, and no choice but the move. Moves may go on after a
// limit of the game has ended it; see [Line.Replay]. An error leaves the board as it
// is before the move that cannot be played.
func Replay(b agent.Board, moves []string, visit func(Ply) error) error {
	for i, text := range moves {
		m, err := agent.ParseRecorded(b, text)
		if err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		ply := Ply{Number: i + 1, Side: b.Turn(), Move: text, Board: b, Choice: agent.Choice{Move: m}}
		b.Play(m)
		if visit == nil {
			continue
		}
		if err := visit(ply); err != nil {
			return err
		}
	}
	return nil
}

// EarlyEnd is where the rules end a game before the last move of its record, which was
// played by other rules.
type EarlyEnd struct {
	agent.Ending
	Ply int
}

// Replay plays the game on the board of its start; early is nil if the rules do not end it
// before its last move.
func (l *Line) Replay(b agent.Board) (early *EarlyEnd, err error) {
	look := func(ply int) {
		if end, over := b.Ended(l.Rules.PlyCap); over && early == nil && ply < len(l.Moves) {
			early = &EarlyEnd{end, ply}
		}
	}
	look(0)
	err = Replay(b, l.Moves, func(p Ply) error {
		look(p.Number)
		return nil
	})
	return early, err
}

// Until is the game up to where the rules end it.
func (l *Line) Until(early *EarlyEnd) Line {
	until := *l
	until.Moves, until.Plies = l.Moves[:early.Ply], early.Ply
	until.Winner, until.Reason = l.nameOf(early.Result), early.Reason
	return until
}

// Append writes the line without an end.
func (l *Line) Append(dst []byte) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(l); err != nil {
		return nil, fmt.Errorf("game %d: %w", l.Game, err)
	}
	text := b.Bytes()[len(dst):]
	return append(dst, strings.TrimSuffix(untrusted.Text(string(text)), "\n")...), nil
}

// ParseLine reads a line strictly.
func ParseLine(text []byte) (Line, error) {
	var l Line
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&l)
	if _, more := d.Token(); err == nil && !errors.Is(more, io.EOF) {
		err = errors.New("something follows the object")
	}
	if newer := features.SchemaOf(text); newer > Schema {
		err = fmt.Errorf("schema %d (expected: at most %d; a newer evolab wrote it)", newer, Schema)
	}
	if err == nil {
		err = l.check()
	}
	if err != nil {
		return Line{}, fmt.Errorf("game record: %w", err)
	}
	return l, nil
}

func (l *Line) check() error {
	switch {
	case l.First == "" || l.Second == "" || l.First == l.Second:
		return fmt.Errorf("players %q and %q (expected: two names)", l.First, l.Second)
	case l.Open() && l.Winner != NoneName:
		return fmt.Errorf("winner %q of a game that is %s (expected: none)", l.Winner, l.Reason)
	case !l.Open() && l.Winner != DrawName && l.Winner != l.First && l.Winner != l.Second:
		return fmt.Errorf("winner %q (expected: %q, %q or draw)", l.Winner, l.First, l.Second)
	case l.Plies != len(l.Moves):
		return fmt.Errorf("%s, but %s", quantity.Of(l.Plies, "ply"), quantity.Of(len(l.Moves), "move"))
	case l.Game < 0 || l.Pair < 0 || l.Round < 0:
		return errors.New("a negative number")
	}
	return l.checkHead()
}

func (l *Line) checkHead() error {
	switch {
	case l.Schema < 0:
		return fmt.Errorf("schema %d (expected: 0..%d)", l.Schema, Schema)
	case l.Schema > 0 && l.GameName == "":
		return errors.New("no game_name (expected: a game, in every line with a schema)")
	case l.Rules.MoveTime < 0 || l.Rules.GameTime < 0 || l.Rules.PlyCap < 0 || l.Rules.Repetition < 0:
		return errors.New("a negative number in the rules")
	}
	return nil
}

// Schema is the version of the lines that are written. Lines of schema 0, which
// do not say what the game was, can be read too.
const Schema = 1

// RuleSet is what decided a game besides its variant; 0 and false mean no rule.
type RuleSet struct {
	MoveTime   float64 `json:"move_time,omitempty"` // seconds of CPU
	GameTime   float64 `json:"game_time,omitempty"` // of either player
	PlyCap     int     `json:"ply_cap,omitempty"`   // plies after which it is a draw
	Repetition int     `json:"repetition,omitempty"`
	DrawOnTime bool    `json:"draw_on_time,omitempty"` // a draw is won by the time left
}

// Roster is who plays a runner's games, and which game it is.
type Roster struct {
	Info  agent.Info
	Names []string // of the runner's agents in records
	Specs []string // of the agents, "" for none
}

// Line is the record of a game.
func (c *Roster) Line(job Job, rec Record) Line {
	l := newLine(job, rec, c.Names)
	l.Identify(c.Info.Name, c.Info.Variant(job.Variant))
	l.Agents = [2]string{c.Specs[job.First], c.Specs[job.Second]}
	l.Rules = RuleSet{
		MoveTime: job.Limits.Move.Seconds(), GameTime: job.Limits.Game.Seconds(),
		PlyCap: cmp.Or(job.PlyCap, c.Info.PlyCap), Repetition: c.Info.Repetition, DrawOnTime: job.DrawOnTime,
	}
	l.Confinement, l.By = agent.Confinement(l.Agents[:]...), rec.Word
	return l
}

// Identify sets the game and variant of a line.
func (l *Line) Identify(game, variant string) {
	l.Schema, l.GameName, l.Variant = Schema, game, variant
}
