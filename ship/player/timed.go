package player

import (
	"time"

	"evolab/game"
	"evolab/protocol/playdata"
	"evolab/search/budget"
	"evolab/search/decide"
	"evolab/search/think"
)

// gameOver is said of a position in which there is nothing to answer.
const gameOver = inputName + ": the game is over, there is no move to make; nothing is written"

// timed is a game whose input.txt states the time.
type timed[S comparable, P game.Position[S], K decide.Knower[S]] struct {
	engine[S, P, K]
	// past is what a record says about the game, and note writes a position down.
	past func(r *playdata.Record) think.Past[S, P]
	note func(r *playdata.Record, s *S)
}

// play plays a ply; the game must not be over.
func (g *timed[S, P, K]) play(d *folder, s S, single bool, left time.Duration) (int, error) {
	moves := P(&s).Moves(nil)
	d.found.Move = moves[0]
	d.answer = g.output(d.answer[:0], &s, moves[0])
	if err := d.put(); err != nil {
		return Failed, err
	}
	r := d.recall(g.set.Game, P(&s).Turn(), single)
	past := g.past(&r)
	s = past.Meet(&s)
	a := d.allowance(single, left, &r, past.Known)
	if len(moves) > 1 {
		a.Share(&g.set.Length, g.set.Progress(&s), budget.AnyNumber)
		if err := g.decide(d, &s, decide.Ply{Allowance: a, Cycles: past.Cycles(&s)}); err != nil {
			return Failed, err
		}
	}
	if !single {
		past.Leave(&s, d.found.Move)
		r.Seen = past.Seen
		g.note(&r, &past.Last)
		r.Played(left, d.used())
		// Without the file the next move is a little worse.
		if err := d.write(playdata.Name, r.Append(nil)); err != nil {
			d.say("warning: the history of the game will be lost: " + playdata.Name + ": " + err.Error())
		}
	}
	return Done, nil
}

// recall is what playdata.txt holds of the game in which a side is asked for a
// move; an empty record if there is nothing, or a single move is asked for.
func (d *folder) recall(name string, colour game.Side, single bool) playdata.Record {
	none := playdata.Record{Game: name, Colour: colour}
	if single {
		return none
	}
	text, err := d.read(playdata.Name)
	r, damaged := playdata.Parse(text)
	if err != nil || damaged != nil || !r.Fits(name, colour) {
		return none
	}
	return r
}

// allowance is the time for a move of a process. The record says what earlier
// moves have cost if it is known to be of this game.
func (d *folder) allowance(single bool, left time.Duration, r *playdata.Record, known bool) budget.Allowance {
	// usualApart is what a move costs besides what the process sees of it, until a
	// game has shown it: its end, and the shell that starts it.
	const usualApart = 2500 * time.Microsecond
	used := d.used()
	a := budget.Allowance{Used: used, Apart: usualApart, Speed: d.speed(r.Game), Coarse: budget.Coarse(used)}
	if single {
		a.Move = left
		return a
	}
	a.Left = left
	if known {
		r.Learn(left)
		a.Apart = max(a.Apart, r.Apart)
	} else {
		*r = playdata.Record{Game: r.Game, Colour: r.Colour}
	}
	return a
}

// doubt warns of an input that does not tell a time.
func (d *folder) doubt(what string) {
	if what != "" {
		d.say("warning: " + what + ": the answer is given at once")
	}
}

// exitCode is that of work that could be done or not.
func exitCode(err error) int {
	if err != nil {
		return Failed
	}
	return Done
}
