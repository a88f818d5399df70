// Package budget decides how long to think about a move: given a time for
// the move, or for the rest of a game.
//
// All players manage their time with it: the shipped agent by the CPU time of
// its process, the lab's agents by that of their thread, and games over a
// network by the wall clock. It reads no clock itself.
package budget

import (
	"time"

	"evolab/game"
)

// Manager spends the time for one move. All times are counted from Begin.
type Manager struct {
	soft time.Duration // what the move is worth; 0: as much as hard allows
	hard time.Duration // what it may take at most; 0: no limit
	only bool          // there is nothing to choose
	// nodes that the search visits in the hard time, 0 if unknown
	nodes   uint64
	coarse  bool
	choices int
	pace    Pace

	best    game.Move
	score   int
	doubt   int           // how much the best move wavers, in percent
	elapsed time.Duration // when the last iteration ended
	took    time.Duration // how long it was
}

// Begin plans a move.
func (m *Manager) Begin(a Allowance) {
	*m = Manager{best: game.NoMove, only: a.Choices == 1 && a.Limited(), pace: a.Pace}
	if m.pace.Calm == 0 {
		m.pace.Calm = 70
	}
	if m.pace.Longest == 0 {
		m.pace.Longest = 4
	}
	if a.Move > 0 {
		m.hard = max(a.Move-reserve(a.Move)-a.Used-a.Apart, 1)
	}
	if a.Left > 0 {
		m.share(&a)
	}
	if m.only {
		m.hard = 1
	}
	m.choices, m.coarse = a.Choices, a.Coarse
	if a.Speed == 0 && a.Coarse {
		a.Speed = unknownSpeed
	}
	m.nodes = uint64(float64(a.Speed) * m.hard.Seconds())
}

// unknownSpeed is a speed in nodes per second that any machine reaches.
const unknownSpeed = 200_000 //ship:slow 2_000

// share gives the move its part of the time for the game. It first sets aside what
// later moves cost without any thinking, for at least fewest of them.
func (m *Manager) share(a *Allowance) {
	const fewest = 80 // later moves whose cost is set aside in any case
	const scanty = 24 // at least this part of an even share is for thinking
	moves := time.Duration(max(a.Moves, 1))
	usable := max(a.Left-reserve(a.Left)-a.Used-a.Apart, 1)
	later := max(moves-1, fewest) * (a.Used + a.Apart)
	m.soft = max((usable-later)/moves, usable/(moves*scanty), 1)
	hard := max(min(time.Duration(m.pace.Longest)*m.soft, (usable-later+m.soft)/2), m.soft)
	if m.hard == 0 || hard < m.hard {
		m.hard = hard
	}
	m.soft = min(m.soft, m.hard)
}

// Hard is the time at which a search with such an allowance has to stop, 0 for
// never.
func (a *Allowance) Hard() time.Duration {
	var m Manager
	m.Begin(*a)
	return m.hard
}

// Hard is the time at which the search has to stop, 0 for never.
func (m *Manager) Hard() time.Duration { return m.hard }

// Nodes bounds the search where its clock is too coarse to, else 0.
func (m *Manager) Nodes() uint64 {
	if !m.coarse || m.hard == 0 {
		return 0
	}
	return max(m.nodes, 1)
}

// Depth bounds the search where the time is too short for more than one
// iteration, else 0.
func (m *Manager) Depth() int {
	// aLook is the nodes for each legal move that make a second iteration.
	const aLook = 8
	if m.nodes > 0 && m.nodes < uint64(m.choices*aLook) {
		return 1
	}
	return 0
}

// Hurry reports whether there is no time to search at all.
func (m *Manager) Hurry() bool { return m.only || m.hard > 0 && m.hard < tooShort }

// tooShort is less than a first iteration takes.
//
//ship:warming 5 * time.Millisecond
const tooShort = 20 * time.Microsecond //ship:slow 4 * time.Millisecond

// Again reports, after each iteration, whether another one is worth its time:
// elapsed is the time since Begin, best and score what the iteration found.
func (m *Manager) Again(elapsed time.Duration, best game.Move, score int) bool {
	took, before := elapsed-m.elapsed, m.took
	m.elapsed, m.took = elapsed, took
	m.waver(best, score)
	if m.hard == 0 {
		return true
	}
	if m.only || elapsed >= m.hard {
		return false
	}
	if m.soft == 0 {
		return true // unused time is lost
	}
	// The next iteration should take longer than this one by as much as this one took
	// longer than the one before, within bounds; all in percent.
	growth := time.Duration(300)
	if before > 0 {
		growth = min(max(100*took/before, 150), 800)
	}
	next := took * growth / 100
	return elapsed+next <= m.hard && elapsed+next/2 <= m.worth()
}

// Extra is the time at which a second search for the same move has to end, when
// the first one took elapsed.
func (m *Manager) Extra(elapsed time.Duration) time.Duration {
	if m.soft == 0 {
		return m.hard
	}
	return min(elapsed+m.soft/2, m.hard)
}

// worth is the time that the move deserves by what the search has shown so far.
func (m *Manager) worth() time.Duration {
	const thrift = 20 // percent of its worth that a move gets where time is saved
	worth := m.soft * time.Duration(m.pace.Calm+m.doubt) / 100
	if m.pace.Thrifty && m.score < level && m.score > -level {
		worth = worth * thrift / 100
	}
	return min(worth, m.hard)
}

const level = 2048 // scores nearer to 0 are level: half a standard deviation (features.Unit)

func (m *Manager) waver(best game.Move, score int) {
	const change = 60 // added when it changes, and half as much an iteration later
	const drop = 40   // added when the score falls
	const fall = 1000 // by so much: a quarter of a standard deviation (features.Unit)
	m.doubt /= 2
	if m.best != game.NoMove {
		if best != m.best {
			m.doubt += change
		}
		if score < m.score-fall {
			m.doubt += drop
		}
	}
	m.best, m.score = best, score
}
