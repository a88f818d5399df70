package arena

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/quantity"
)

// Trace is the moves of a game, each as its place among the legal moves, as a varint:
// enough to play the game again, and nothing that is not legal can be written.
type Trace []byte

func (t Trace) append(place int) Trace { return binary.AppendUvarint(t, uint64(place)) }

// Claim is what somebody says about a game that he has played.
type Claim struct {
	Trace Trace
	// Forfeit is the reason for which the side to move after the last move has lost; "" if
	// the game was played to its end.
	Forfeit string
	Failure string // detail
	CPU     [2]float64
	Waited  [2]float64
	Stderr  [2]string
}

// forfeits are the reasons for which a side loses, or a game is void, whatever the board
// says.
var forfeits = []string{Illegal, Time, Crash, Malformed, NoOutput, Void}

// Claim is what the record claims.
func (r *Record) Claim() Claim {
	c := Claim{Trace: r.Trace, CPU: r.CPU, Waited: r.Waited, Stderr: r.Stderr}
	if slices.Contains(forfeits, r.Reason) {
		c.Forfeit, c.Failure = r.Reason, r.Failure
	}
	return c
}

// Prover derives records from the moves of others, by the rules of a game. Only the
// time that they took, and a forfeit, rest on their word.
type Prover struct{ ref referee }

// NewProver makes a prover, for one goroutine.
func NewProver(g agent.Game) *Prover { return &Prover{referee{game: g, info: g.Info()}} }

// Prove plays a claimed game again and returns its record. It fails if the game cannot
// have gone like that.
func (p *Prover) Prove(job *Job, c *Claim) (Record, error) {
	b, err := p.ref.game.Board(job.Variant, job.Opening)
	if err != nil {
		return Record{}, err
	}
	rec := Record{Job: job.ID, Line: game.Mix(b.Hash()), CPU: c.CPU, Waited: c.Waited, Stderr: c.Stderr}
	for moves := c.Trace; ; {
		end, over := b.Ended(job.PlyCap)
		switch {
		case over && len(moves) > 0:
			return rec, fmt.Errorf("moves after the end of the game, at ply %d", len(b.Played())+1)
		case over && c.Forfeit != "":
			return rec, fmt.Errorf("a side forfeits (%s) after the end of the game", c.Forfeit)
		case over:
			p.ref.end(job, b, end, &rec)
		case len(moves) > 0:
			if moves, err = p.play(b, moves); err != nil {
				return rec, err
			}
			continue
		case c.Forfeit == "":
			return rec, fmt.Errorf("the game ends after %s, and the rules do not end it there", quantity.Of(len(b.Played()), "ply"))
		case !slices.Contains(forfeits, c.Forfeit):
			return rec, fmt.Errorf("a side loses for no reason that there is: %.40q", c.Forfeit)
		default:
			rec.forfeit(b.Turn(), &agent.Forfeit{Reason: c.Forfeit, Detail: c.Failure})
		}
		rec.played(job, b)
		return rec, nil
	}
}

// play plays the first of the moves and returns the others.
func (p *Prover) play(b agent.Board, moves Trace) (Trace, error) {
	place, n := binary.Uvarint(moves)
	if n <= 0 {
		return nil, errors.New("a move that is no number")
	}
	p.ref.legal = b.Moves(p.ref.legal[:0])
	if place >= uint64(len(p.ref.legal)) {
		return nil, fmt.Errorf("move %d of %s, at ply %d", place+1, quantity.Of(len(p.ref.legal), "legal one"), len(b.Played())+1)
	}
	b.Play(p.ref.legal[place])
	return moves[n:], nil
}
