package arena

import (
	"cmp"
	"fmt"

	"evolab/agent"
	"evolab/game"
)

// byRules records the result of a game that has ended by its rules.
func (r *referee) byRules(b agent.Board, rec *Record) {
	rec.Result, rec.Margin = b.Outcome().Result, b.Outcome().Margin
	if r.info.MaxLead > 0 {
		rec.Margin = b.Lead()
	}
	if rec.Result == game.Draw {
		rec.Reason = cmp.Or(r.info.DrawReason, Normal)
	}
}

// forfeit records that one side lost by its own doing. A void game has no winner.
func (rec *Record) forfeit(loser game.Side, lost *agent.Forfeit) {
	rec.Reason, rec.Failure = lost.Reason, lost.Detail
	if rec.Result = game.Win(loser.Other()); rec.Void() {
		rec.Result = game.Draw
	}
}

// onTime gives a drawn game to the side that used less time, if the job says
// so. Its reason stays that of the draw.
func (r *referee) onTime(job *Job, rec Record) Record {
	if !job.DrawOnTime || rec.Result != game.Draw || rec.CPU[0] == rec.CPU[1] {
		return rec
	}
	rec.OnTime, rec.Result = true, game.FirstWins
	if rec.CPU[1] < rec.CPU[0] {
		rec.Result = game.SecondWins
	}
	rec.Failure = fmt.Sprintf("a draw, won by the time left: %s used %.3f s and %s %.3f s",
		r.info.Sides[0], rec.CPU[0], r.info.Sides[1], rec.CPU[1])
	return rec
}

// drawn is the reason for a draw that the game's state does not know, or "". The
// start of a game does not count as one of its positions.
func (r *referee) drawn(job *Job, b agent.Board, rec *Record) string {
	limit := cmp.Or(job.PlyCap, r.info.PlyCap)
	switch {
	case limit > 0 && rec.Plies >= limit:
		return PlyLimit
	case r.info.Repetition == 0:
		return ""
	case rec.Plies == 0:
		r.seen = map[uint64]int{}
		return ""
	}
	key := b.Same()
	if r.seen[key]++; r.seen[key] >= r.info.Repetition {
		return Repetition
	}
	return ""
}

// Ended reports whether a game between people is over, by its rules, by repetition
// or by its length, with the result and the reason. Times is how often the position
// has occurred.
func Ended(info agent.Info, b agent.Board, times, plies int) (result game.Result, reason string, over bool) {
	o := b.Outcome()
	switch {
	case o.Over() && o.Result == game.Draw:
		return o.Result, cmp.Or(info.DrawReason, Normal), true
	case o.Over():
		return o.Result, Normal, true
	case info.Repetition > 0 && times >= info.Repetition:
		return game.Draw, Repetition, true
	case info.PlyCap > 0 && plies >= info.PlyCap:
		return game.Draw, PlyLimit, true
	}
	return game.Ongoing, "", false
}
