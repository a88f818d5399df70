package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/arena/record"
	"evolab/game"
	"evolab/internal/files"
	"evolab/lab/term"
)

func playCommand(a *app) *cobra.Command {
	var g gameFlags
	var second bool
	var against string
	var seed uint64
	var confine confineFlags
	c := &cobra.Command{
		Use: "play", Short: "Play a game against an agent at the terminal", Args: cobra.NoArgs,
		Long: "Play a game against an agent. Type squares as the game writes them, or by the names at the board's edges,\nsuch as c3. The commands are moves, hint, undo, board, resign, save FILE, help and quit.",
		RunE: func(c *cobra.Command, _ []string) error {
			found, err := g.find()
			if err != nil {
				return err
			}
			if against == "human" {
				return badInput(errors.New("evolve: two people need no program: --against human"), "evolve agents lists the agents")
			}
			s := &playSession{game: found, variant: g.variant, against: against, seed: seed, programs: confine.programs(a)}
			if second {
				s.person = game.Second
			}
			return a.play(c.Context(), s)
		},
	}
	g.add(a, c)
	c.Flags().BoolVar(&second, "second", false, "you move second")
	c.Flags().StringVar(&against, "against", "frozen", "the agent to play against (evolve agents)")
	confine.add(c)
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the agent")
	return c
}

// play makes the agent and lets a person play.
func (a *app) play(ctx context.Context, s *playSession) error {
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	ready, err := openReady(ctx, s.game, s.against, agent.Env{Log: a.err, Programs: s.programs, Think: agent.DefaultTime})
	if err != nil {
		return err
	}
	defer ready.Close()
	s.app, s.info, s.agent = a, s.game.Info(), ready
	s.lines = bufio.NewScanner(a.in)
	return s.run(ctx)
}

// verdictText says who won, and by how much if the board decided it.
func verdictText(info agent.Info, o game.Outcome, counted bool) string {
	if o.Result == game.Draw {
		return "draw"
	}
	winner, margin := info.Sides[0], o.Margin
	if o.Result == game.SecondWins {
		winner, margin = info.Sides[1], -o.Margin
	}
	if info.MaxMargin == 0 || !counted {
		return winner + " wins"
	}
	return fmt.Sprintf("%s wins by %g", winner, float64(margin)/2)
}

// playSession is a game of a person against an agent.
type playSession struct {
	*app
	game    agent.Game
	variant string
	info    agent.Info
	agent   agent.Agent
	against string // the agent's spec
	// programs is for an agent that is one.
	programs agent.Programs
	person   game.Side
	seed     uint64
	lines    *bufio.Scanner

	board  agent.Board
	plies  []ply        // those that the board has played
	player agent.Player // nil: the agent has not moved since the beginning or an undo
	backs  uint64       // number of undos
	end    *ending      // nil: the game is not over
	left   bool
}

// ply is who made a played move, and what it captured.
type ply struct {
	side  game.Side
	taken int // captured pieces
}

// ending is how a game ended.
type ending struct {
	result game.Result
	reason string
	text   string // for people
	detail string
}

// run plays until the person leaves. Leaving early ends the game without a result.
func (s *playSession) run(ctx context.Context) error {
	defer s.unseat()
	if err := s.restart(nil); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s: you are %s, %s is %s\n", s.info.Name, s.info.Label(s.person), term.Printable(s.against), s.info.Label(s.person.Other()))
	s.help()
	for !s.left {
		if err := ctx.Err(); err != nil {
			return err
		}
		step := s.ask
		if s.end == nil && s.board.Turn() != s.person {
			step = s.answer
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return s.lines.Err()
}

// restart sets up the board and plays earlier moves again.
func (s *playSession) restart(moves []game.Move) error {
	b, err := s.game.Board(s.variant, "start")
	if err != nil {
		return err
	}
	s.board, s.plies, s.end = b, nil, nil
	for _, m := range moves {
		s.play(m)
	}
	return nil
}

// play plays a legal move and checks whether it ends the game.
func (s *playSession) play(m game.Move) {
	side, text := s.board.Turn(), s.board.FormatMove(m)
	before := board.Pieces(s.info.Layout, s.board)
	s.board.Play(m)
	s.plies = append(s.plies, ply{side, board.Captured(s.info.Layout, text, before, board.Pieces(s.info.Layout, s.board))})
	s.end = s.ended()
}

// ended returns the end of the game by its rules, nil if it is not over.
func (s *playSession) ended() *ending {
	end, over := s.board.Ended(0)
	if !over {
		return nil
	}
	e := &ending{result: end.Result, reason: end.Reason, text: verdictText(s.info, s.board.Outcome(), true)}
	switch end.Reason {
	case arena.Repetition:
		e.text = fmt.Sprintf("draw: this position occurred %d times", s.info.Repetition)
	case arena.PlyLimit:
		e.text = fmt.Sprintf("draw after %d plies", len(s.plies))
	}
	return e
}

// answer lets the agent move.
func (s *playSession) answer(ctx context.Context) error {
	side := s.board.Turn()
	choice, err := s.think(ctx)
	var lost *agent.Forfeit
	if err == nil && !agent.Legal(s.board, choice.Move) {
		lost = &agent.Forfeit{Reason: arena.Illegal, Detail: s.board.FormatMove(choice.Move)}
	}
	switch {
	case err != nil && errors.As(err, &lost) && lost.Reason == arena.Void:
		fmt.Fprintf(s.out, "nobody wins: %s\n", term.Printable(lost.Error()))
		return voidError(1, 1, "")
	case lost != nil || errors.As(err, &lost):
		s.end = &ending{result: game.Win(side.Other()), reason: lost.Reason, text: fmt.Sprintf("%s loses: %s", s.info.Sides[side], term.Printable(lost.Error())), detail: lost.Detail}
		return nil
	case err != nil:
		return err
	}
	text := board.Format(s.info.Layout, s.board, choice.Move)
	s.play(choice.Move)
	s.announce(text)
	return nil
}

func (s *playSession) think(ctx context.Context) (agent.Choice, error) {
	if s.player == nil {
		var err error
		if s.player, err = s.agent.Player(game.Mix(s.seed, uint64(s.person.Other()), s.backs)); err != nil {
			return agent.Choice{}, err
		}
	}
	defer s.waiting(s.info.Sides[s.board.Turn()] + " is thinking ...")()
	return s.player.Choose(ctx, s.board, agent.Clock{})
}

// announce prints the last move.
func (s *playSession) announce(text string) {
	p := s.plies[len(s.plies)-1]
	if p.taken > 0 {
		text += fmt.Sprintf(" and captures %d", p.taken)
	}
	fmt.Fprintf(s.out, "%s plays %s\n", s.info.Sides[p.side], text)
}

func (s *playSession) unseat() {
	if s.player != nil {
		s.player.Close()
		s.player = nil
	}
}

// waiting shows a text on a terminal until the returned function is called.
func (s *playSession) waiting(text string) func() {
	f, ok := s.out.(*term.Output)
	if !ok || !term.IsTerminal(f) || s.plain {
		return func() {}
	}
	fmt.Fprint(f, text)
	f.Flush()
	return func() { f.Control("\r" + ansi.EraseEntireLine) }
}

func (s *playSession) help() {
	fmt.Fprintf(s.out, "type %s\nor: moves, hint, undo, board, resign, save FILE, help, quit\n", s.info.Layout.Usage())
	if note := s.info.Layout.Note; note != "" {
		fmt.Fprintln(s.out, note)
	}
}

// show draws the board and describes the state of the game.
func (s *playSession) show() {
	last := ""
	if played := s.board.PlayedText(); len(played) > 0 {
		last = played[len(played)-1]
	}
	fmt.Fprint(s.out, "\n", board.Draw(s.info.Layout, s.board, last))
	var captured [2]int
	for _, p := range s.plies {
		captured[p.side] += p.taken
	}
	if text := board.Standing(s.info.Layout, s.board, captured); text != "" {
		fmt.Fprintln(s.out, text)
	}
}

// ask shows the game and executes commands until one changes the game.
func (s *playSession) ask(ctx context.Context) error {
	s.show()
	prompt := s.info.Sides[s.person]
	if s.end != nil {
		fmt.Fprintln(s.out, s.end.text)
		prompt = "over: undo, save FILE or quit"
	}
	for {
		fmt.Fprintf(s.out, "%s> ", prompt)
		if !s.lines.Scan() {
			fmt.Fprintln(s.out)
			s.leave()
			return nil
		}
		changed, err := s.obey(ctx, strings.TrimSpace(s.lines.Text()))
		if changed || err != nil {
			return err
		}
	}
}

func (s *playSession) leave() {
	s.left = true
	if s.end == nil {
		fmt.Fprintln(s.out, "game left unfinished")
	}
}

// obey executes a command and reports whether the game has changed.
func (s *playSession) obey(ctx context.Context, text string) (bool, error) {
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToLower(word) {
	case "":
	case "help", "?":
		s.help()
	case "board":
		s.show()
	case "quit", "exit", "q":
		s.leave()
		return true, nil
	case "save", "save!":
		s.tell(s.save(strings.TrimSpace(rest), word != "save"))
	case "undo":
		return s.undo()
	default:
		return s.inGame(ctx, text)
	}
	return false, nil
}

// inGame executes the commands of a game that is not over.
func (s *playSession) inGame(ctx context.Context, text string) (bool, error) {
	if s.end != nil {
		fmt.Fprintln(s.out, "the game is over: undo, save FILE, board or quit")
		return false, nil
	}
	switch strings.ToLower(text) {
	case "legal", "moves":
		fmt.Fprintln(s.out, board.Wrap(board.Moves(s.info.Layout, s.board), term.Width(s.out)))
		return false, nil
	case "hint":
		return false, s.hint(ctx)
	case "resign":
		s.end = &ending{result: game.Win(s.person.Other()), reason: resigned, text: s.info.Sides[s.person.Other()] + " wins: " + s.info.Sides[s.person] + " resigns"}
		return true, nil
	}
	m, err := board.Parse(s.info.Layout, s.board, text)
	if err != nil {
		s.tell(err)
		return false, nil
	}
	shown := board.Format(s.info.Layout, s.board, m)
	s.play(m)
	s.announce(shown)
	return true, nil
}

// resigned is the reason of a game that the person resigned.
const resigned = "resign"

// tell prints an error on one line.
func (s *playSession) tell(err error) {
	if err != nil {
		text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "evolve: "), "files: ")
		fmt.Fprintln(s.out, term.Printable(text))
	}
}

// undo takes back a resignation, or else the person's last move and what came after
// it.
func (s *playSession) undo() (bool, error) {
	if s.end != nil && s.end.reason == resigned {
		s.end = nil
		return true, nil
	}
	for n := len(s.plies) - 1; n >= 0; n-- {
		if s.plies[n].side == s.person {
			s.unseat() // a player that has seen moves that were taken back starts again
			s.backs++
			return true, s.restart(s.board.Played()[:n])
		}
	}
	fmt.Fprintln(s.out, "there is no move of yours to take back")
	return false, nil
}

// hint shows the move that the shipped agent would play.
func (s *playSession) hint(ctx context.Context) error {
	ready, err := openAgent(s.game, "frozen", agent.Env{Think: time.Second})
	if err != nil {
		return err
	}
	defer ready.Close()
	player, err := ready.Player(game.Mix(s.seed, uint64(len(s.plies))))
	if err != nil {
		return err
	}
	defer player.Close()
	done := s.waiting("thinking ...")
	choice, err := player.Choose(ctx, s.board, agent.Clock{})
	done()
	if err == nil {
		fmt.Fprintf(s.out, "hint: %s\n", board.Format(s.info.Layout, s.board, choice.Move))
	}
	return err
}

// save writes the game for show-game: as a JSON line, or as SGF or PDN if the file's
// name ends so. It overwrites a file only if replace is set.
func (s *playSession) save(path string, replace bool) error {
	if path == "" {
		return errors.New("save needs a file's name, as in save game.jsonl")
	}
	text, err := s.recorded(path)
	if err != nil {
		return err
	}
	write := files.Create
	if replace {
		write = files.Replace
	}
	switch err := write(path, text); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists already (save! %s replaces it)", path, path)
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(s.out, "saved; evolve show-game %s replays it\n", term.Printable(path))
	return err
}

// recorded is the text of a file of this name.
func (s *playSession) recorded(path string) ([]byte, error) {
	if n := record.NotationOf(path); n != nil {
		if err := n.Check(s.game); err != nil {
			return nil, err
		}
	}
	return record.Format(path, s.game, []arena.Line{s.line()})
}

// line is the game as a record.
func (s *playSession) line() arena.Line {
	specs := [2]string{"human", s.against}
	if s.person == game.Second {
		specs = [2]string{s.against, "human"}
	}
	rec := arena.Record{Plies: len(s.plies), Moves: s.board.PlayedText(), Result: game.Ongoing, Reason: arena.Unfinished}
	if s.end != nil {
		rec.Result, rec.Reason, rec.Failure = s.end.result, s.end.reason, s.end.detail
	}
	cast := arena.Cast{Info: s.info, Names: specs[:], Specs: specs[:]}
	return cast.Line(arena.Job{First: 0, Second: 1, Variant: s.variant, Opening: "start", Seed: s.seed}, rec)
}
