package arena

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/stats"
)

// Trace is the moves of a game, each as two varints: the square that it starts from, and
// the rest. It is enough to play the game again.
type Trace []byte

const fromBits = 16 // of a move

func (t Trace) append(m game.Move) Trace {
	return binary.AppendUvarint(binary.AppendUvarint(t, uint64(m.From())), uint64(m>>fromBits))
}

// next returns the first move and the others.
func (t Trace) next() (game.Move, Trace, error) {
	from, n := binary.Uvarint(t)
	rest, more := binary.Uvarint(t[max(n, 0):])
	if n <= 0 || more <= 0 || from>>fromBits > 0 || rest>>(64-fromBits) > 0 {
		return 0, nil, errors.New("a move that is no number")
	}
	return game.Move(from | rest<<fromBits), t[n+more:], nil
}

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
	Pairs   stats.Pentanomial // of a match runner
}

// forfeits are the reasons for which a side loses, or a game is void, whatever the board
// says.
var forfeits = []string{Illegal, Time, Crash, Malformed, NoOutput, Void}

// Claim is what the record claims.
func (r *Record) Claim() Claim {
	c := Claim{Trace: r.Trace, CPU: r.CPU, Waited: r.Waited, Stderr: r.Stderr, Pairs: r.Pairs}
	if slices.Contains(forfeits, r.Reason) {
		c.Forfeit, c.Failure = r.Reason, r.Failure
	}
	return c
}

// Prover derives records from the moves of others, by the rules of a game. Only the
// time that they took, and a forfeit, rest on their word.
type Prover struct {
	ref    referee
	boards map[start]agent.Board // set up lately: many games begin alike
}

// NewProver makes a prover, for one goroutine.
func NewProver(g agent.Game) *Prover {
	return &Prover{referee{game: g, info: g.Info()}, map[start]agent.Board{}}
}

// board is a board on which a job begins; it is good until the next call.
func (p *Prover) board(job *Job) (agent.Board, error) {
	const most = 1000
	at := start{job.Variant, job.Opening}
	if b := p.boards[at]; b != nil {
		b.Restart()
		return b, nil
	}
	b, err := p.ref.game.Board(at.variant, at.opening)
	if err != nil {
		return nil, err
	}
	if len(p.boards) >= most {
		clear(p.boards)
	}
	p.boards[at] = b
	return b, nil
}

// Prove plays a claimed game again and returns its record. It fails if the game cannot
// have gone like that. What a match runner has counted rests on the word of who claims it.
func (p *Prover) Prove(job *Job, c *Claim) (Record, error) {
	if job.Pairs > 0 {
		if n := c.Pairs.Pairs(); slices.Min(c.Pairs[:]) < 0 || slices.Max(c.Pairs[:]) > job.Pairs || n != job.Pairs {
			return Record{}, fmt.Errorf("a match of %s (expected: %d)", quantity.Of(n, "pair"), job.Pairs)
		}
		return Record{Job: job.ID, Pairs: c.Pairs, CPU: c.CPU}, nil
	}
	b, err := p.board(job)
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
	m, rest, err := moves.next()
	if err != nil {
		return nil, err
	}
	if !b.Allows(m) {
		return nil, fmt.Errorf("move %#x is not legal, at ply %d", uint64(m), len(b.Played())+1)
	}
	b.Play(m)
	return rest, nil
}
