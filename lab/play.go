package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/arena/record"
	"evolab/arena/session"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/untrusted"
	"evolab/internal/wording"
	"evolab/lab/term"
)

func playCommand(a *app) *cobra.Command {
	var g gameFlags
	var second bool
	var against string
	var f seedFlags
	var confine confineFlags
	c := &cobra.Command{
		Use: "play", Short: "Play a game against an agent at the terminal", Args: arguments(0, 0),
		Long: "Play a game against an agent. Type squares as the game writes them, or by the names at the board's edges,\nsuch as c3. The commands are moves, hint, undo, board, resign, save FILE, help and quit.",
		RunE: func(c *cobra.Command, _ []string) error {
			found, err := g.find()
			if err != nil {
				return err
			}
			if against == "human" {
				return badInput(errors.New("two people need no program: --against human"), "evolve agents lists the agents")
			}
			person := game.First
			if second {
				person = game.Second
			}
			s, err := session.New(found, g.variant, person, f.Seed)
			if err != nil {
				return err
			}
			return a.play(c.Context(), s, against, confine.programs(a))
		},
	}
	g.add(a, c)
	c.Flags().BoolVar(&second, "second", false, "you move second")
	c.Flags().StringVar(&against, "against", "frozen", "the agent to play against (evolve agents)")
	confine.add(c)
	bind(c, &f)
	return c
}

// play makes the agent and lets a person play.
func (a *app) play(ctx context.Context, s *session.Session, against string, programs agent.Programs) error {
	ready, err := openReady(ctx, s.Game, against, agent.Env{Log: a.err, Programs: programs, Think: agent.DefaultTime})
	if err != nil {
		return err
	}
	defer ready.Close()
	opponent := session.NewOpponent(ready)
	defer opponent.Close()
	p := &playScreen{app: a, session: s, against: against, opponent: opponent, lines: bufio.NewScanner(a.in)}
	return p.run(ctx)
}

// playScreen shows a session on the terminal and obeys the person there.
type playScreen struct {
	*app
	session  *session.Session
	against  string // the agent's spec
	opponent *session.Opponent
	lines    *bufio.Scanner
	left     bool
}

// run plays until the person leaves. Leaving early ends the game without a result.
func (p *playScreen) run(ctx context.Context) error {
	info, person := p.session.Info, p.session.Person
	fmt.Fprintf(p.out, "%s: you are %s, %s is %s\n", info.Name, info.Label(person), untrusted.Printable(p.against), info.Label(person.Other()))
	p.help()
	for !p.left {
		if err := ctx.Err(); err != nil {
			return err
		}
		step := p.ask
		if p.session.Waiting() {
			step = p.reply
		}
		if err := step(ctx); err != nil {
			return err
		}
	}
	return p.lines.Err()
}

func (p *playScreen) reply(ctx context.Context) error {
	err := p.session.Reply(ctx, func(ctx context.Context, b agent.Board) (agent.Choice, error) {
		defer p.waiting(p.session.Info.Sides[b.Turn()] + " is thinking ...")()
		return p.opponent.Choose(ctx, p.session)
	})
	var void *agent.Forfeit
	if errors.As(err, &void) {
		fmt.Fprintf(p.out, "nobody wins: %s\n", untrusted.Printable(void.Error()))
		return voidError(1, 1, "")
	}
	if end := p.session.End(); err != nil || end != nil && end.Forfeit {
		return err
	}
	p.announce()
	return nil
}

func (p *playScreen) announce() {
	words, _ := p.session.LastMove()
	fmt.Fprintln(p.out, words)
}

// waiting shows a text on a terminal until the returned function is called.
func (p *playScreen) waiting(text string) func() {
	f, ok := p.out.(*term.Output)
	if !ok || !term.Redraws(f) || p.plain {
		return func() {}
	}
	fmt.Fprint(f, text)
	f.Flush()
	return func() { f.Control("\r" + ansi.EraseEntireLine) }
}

func (p *playScreen) help() {
	layout := &p.session.Info.Layout
	fmt.Fprintf(p.out, "type %s\nor: moves, hint, undo, board, resign, save FILE, help, quit\n", layout.Usage())
	if layout.Note != "" {
		fmt.Fprintln(p.out, layout.Note)
	}
}

// show draws the board and describes the state of the game.
func (p *playScreen) show() {
	b, last := p.session.Board(), ""
	if played := b.PlayedText(); len(played) > 0 {
		last = played[len(played)-1]
	}
	fmt.Fprint(p.out, "\n", board.Draw(p.session.Info.Layout, b, last))
	if text := p.session.Standing(); text != "" {
		fmt.Fprintln(p.out, text)
	}
}

// ask shows the game and executes commands until one changes the game.
func (p *playScreen) ask(ctx context.Context) error {
	p.show()
	prompt := p.session.Info.Sides[p.session.Person]
	if end := p.session.End(); end != nil {
		fmt.Fprintln(p.out, end.Text)
		prompt = "over: undo, save FILE or quit"
	}
	for {
		fmt.Fprintf(p.out, "%s> ", prompt)
		if !p.lines.Scan() {
			fmt.Fprintln(p.out)
			p.leave()
			return nil
		}
		changed, err := p.obey(ctx, strings.TrimSpace(p.lines.Text()))
		if changed || err != nil {
			return err
		}
	}
}

func (p *playScreen) leave() {
	p.left = true
	if p.session.End() == nil {
		fmt.Fprintln(p.out, "game left unfinished")
	}
}

// obey executes a command and reports whether the game has changed.
func (p *playScreen) obey(ctx context.Context, text string) (bool, error) {
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToLower(word) {
	case "":
	case "help", "?":
		p.help()
	case "board":
		p.show()
	case "quit", "exit", "q":
		p.leave()
		return true, nil
	case "save", "save!":
		p.tell(p.save(strings.TrimSpace(rest), word != "save"))
	case "undo":
		undone, err := p.session.Undo()
		if err == nil && !undone {
			fmt.Fprintln(p.out, "there is no move of yours to take back")
		}
		return undone, err
	default:
		return p.inGame(ctx, text)
	}
	return false, nil
}

// inGame executes the commands of a game that is not over.
func (p *playScreen) inGame(ctx context.Context, text string) (bool, error) {
	if p.session.End() != nil {
		fmt.Fprintln(p.out, "the game is over: undo, save FILE, board or quit")
		return false, nil
	}
	switch strings.ToLower(text) {
	case "legal", "moves":
		fmt.Fprintln(p.out, board.Wrap(board.Moves(p.session.Info.Layout, p.session.Board()), term.Width(p.out)))
		return false, nil
	case "hint":
		return false, p.hint(ctx)
	case "resign":
		p.session.Resign()
		return true, nil
	}
	if err := p.session.Type(text); err != nil {
		p.tell(err)
		return false, nil
	}
	p.announce()
	return true, nil
}

func (p *playScreen) tell(err error) {
	if err != nil {
		fmt.Fprintln(p.out, untrusted.Printable(wording.Of(err)))
	}
}

// hint shows the move that the shipped agent would play.
func (p *playScreen) hint(ctx context.Context) error {
	done := p.waiting("thinking ...")
	choice, err := p.session.Hint(ctx)
	done()
	if err == nil {
		fmt.Fprintf(p.out, "hint: %s\n", board.Format(p.session.Info.Layout, p.session.Board(), choice.Move))
	}
	return err
}

// save writes the game for show-game: as a JSON line, or as SGF or PDN if the file's
// name ends so. It overwrites a file only if replace is set.
func (p *playScreen) save(path string, replace bool) error {
	if path == "" {
		return errors.New("save needs a file's name, as in save game.jsonl")
	}
	text, err := recordedAs(path, p.session, p.against)
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
	_, err = fmt.Fprintf(p.out, "saved; evolve show-game %s replays it\n", untrusted.Printable(path))
	return err
}

// recordedAs is the text of a file of this name.
func recordedAs(path string, s *session.Session, against string) ([]byte, error) {
	if n := record.NotationOf(path); n != nil {
		if err := n.Check(s.Game); err != nil {
			return nil, err
		}
	}
	return record.Format(path, s.Game, []arena.Line{s.Line(against, against, false)})
}
