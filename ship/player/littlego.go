package player

import (
	"fmt"
	"strconv"
	"time"

	featlg "evolab/features/littlego"
	"evolab/game"
	"evolab/game/littlego"
	protocol "evolab/protocol/littlego"
	"evolab/protocol/playdata"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/search/decide"
	searchlg "evolab/search/littlego"
)

const (
	// plyName is the file of the ply count, which input.txt lacks.
	plyName = "my_player_ply.txt"
	// bookName is the file of openings.
	bookName = "littlego-book.txt"
)

// littlego plays a ply of Little-Go. The error given is that of reading the
// file.
func (d *folder) littlego(text []byte, err error, ordered time.Duration) (int, error) {
	total := d.budget(ordered)
	in, s, err := d.position(text, err)
	if err != nil {
		// Bad input is answered with a move that is always legal.
		d.answer = protocol.AppendOutput(d.answer[:0], littlego.Pass)
		if failed := d.put(); failed != nil {
			d.say(failed.Error())
		}
		return BadInput, err
	}
	moves := s.Moves(nil)
	d.record(&in, s.Ply())
	d.found.Move = moves[0]
	d.answer = protocol.AppendOutput(d.answer[:0], moves[0])
	if err := d.put(); err != nil {
		return Failed, err
	}
	if len(moves) == 1 {
		return Done, nil
	}
	err = d.thinkLittlego(&s, search.Limits{}, total)
	return exitCode(err), err
}

func outputLittlego(dst []byte, _ *littlego.State, m game.Move) []byte {
	return protocol.AppendOutput(dst, m)
}

// position finds out which position is to be played.
func (d *folder) position(text []byte, err error) (protocol.Input, littlego.State, error) {
	if err != nil {
		return protocol.Input{}, littlego.State{}, fmt.Errorf("%s: %w (expected: %d lines, the colour and two boards)", inputName, err, 1+2*littlego.Size)
	}
	in, err := protocol.ParseInput(text)
	if err != nil {
		return in, littlego.State{}, err
	}
	// The record lives as long as the pointer: C++ frees it at the end of its block.
	var known protocol.PlyRecord
	var record *protocol.PlyRecord
	if text, err := d.read(plyName); err == nil {
		if known, err = protocol.ParseRecord(text); err == nil {
			record = &known
		}
	}
	ply, source, err := protocol.InferPly(&in, record)
	if err != nil {
		return in, littlego.State{}, err
	}
	s, history := in.State(ply)
	if history != nil {
		if s, err = in.Bare(ply); err != nil {
			return in, s, fmt.Errorf("%s: current board: %w (expected: a position that can come up in a game)", inputName, err)
		}
		d.say("warning: " + inputName + ": the previous board is ignored: " + history.Error())
	}
	if source == protocol.Guessed {
		d.say("warning: " + plyName + " does not lead here: the guess is that " + strconv.Itoa(ply) + " plies were played")
	}
	return in, s, nil
}

// record keeps the ply count for the next process, before there is an answer
// with which that one could be asked.
func (d *folder) record(in *protocol.Input, ply int) {
	record := protocol.PlyRecord{Input: *in, Ply: ply}
	if err := d.write(plyName, record.Append(nil)); err != nil {
		d.say("warning: the ply count will be lost: " + err.Error())
	}
}

// opening is what the file of openings knows of a position. Of the file only the
// lines are read that the position needs. Equally good moves are drawn by the CPU
// time so far, whose nanoseconds differ from process to process.
func (d *folder) opening(s *littlego.State) searchlg.Book {
	if d.rehearsal() {
		return searchlg.Book{}
	}
	name := d.path(bookName)
	head, err := readPart(name, 0, searchlg.HeadRoom)
	if missing(err) {
		return searchlg.Book{}
	}
	l := searchlg.Lookup{}
	if err == nil {
		l, err = searchlg.NewLookup(s, string(head))
	}
	for err == nil && l.More() {
		var line []byte
		if line, err = readPart(name, l.At(), searchlg.LineWidth); err == nil {
			err = l.Take(string(line))
		}
	}
	if err != nil {
		d.say("warning: " + bookName + " is ignored: " + err.Error())
		return searchlg.Book{}
	}
	book := l.Book()
	return book.Drawing(game.NewRand(s.Hash() ^ uint64(cputime.Process())))
}

// Usual is the CPU time for a ply when no other was ordered.
const Usual = 2 * time.Second

// A proof may take longer than that where a win can be lost, up to proofTime, when
// no time was ordered: in a language in which it has to. The game as a whole
// does not: it has one or two such plies. What comes after a proof that it is lost
// has afterProof.
const (
	proofTime  = Usual           //ship:slow 8800 * time.Millisecond
	afterProof = 0 * time.Second //ship:slow 1 * time.Second
)

// budget is the time for a ply, of which so much was ordered; 0: nothing was.
func (d *folder) budget(ordered time.Duration) time.Duration {
	if ordered > 0 {
		return ordered
	}
	d.proofTime, d.afterProof = proofTime, afterProof
	return Usual
}

// thinkLittlego decides a ply within a time; it writes each iteration's best
// move. The state must not be over.
func (d *folder) thinkLittlego(s *littlego.State, limits search.Limits, total time.Duration) error {
	g := engine[littlego.State, *littlego.State, *searchlg.Endgame]{
		set: featlg.Set(), knows: searchlg.NewEndgame(d.opening(s), cputime.Process), output: outputLittlego,
	}
	a := d.allowance(true, total, &playdata.Record{Game: g.set.Game}, false)
	return g.decide(d, s, decide.Ply{Limits: limits, Allowance: a, ProofTime: d.proofTime, AfterProof: d.afterProof})
}
