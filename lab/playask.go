package lab

import (
	"context"
	"fmt"
	"strings"
	"time"

	"evolab/agent"
	"evolab/game"
)

func (s *playSession) help() {
	fmt.Fprintf(s.out, "type %s\nor: moves, hint, undo, board, resign, save FILE, help, quit\n", s.info.Form())
	if note := s.info.Note(); note != "" {
		fmt.Fprintln(s.out, note)
	}
}

// show draws the board and describes the state of the game.
func (s *playSession) show() {
	last := ""
	if n := len(s.plies); n > 0 {
		last = s.plies[n-1].text
	}
	fmt.Fprint(s.out, "\n", agent.Sketch(s.info, s.board, last))
	var captured [2]int
	for _, p := range s.plies {
		captured[p.side] += p.taken
	}
	if text := agent.Standing(s.info, s.board, captured); text != "" {
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
		fmt.Fprintln(s.out, agent.Wrapped(agent.Shown(s.info, s.board), s.width()))
		return false, nil
	case "hint":
		return false, s.hint(ctx)
	case "resign":
		s.end = &ending{result: game.Win(s.person.Other()), reason: resigned, text: s.info.Sides[s.person.Other()] + " wins: " + s.info.Sides[s.person] + " resigns"}
		return true, nil
	}
	m, err := agent.Typed(s.info, s.board, text)
	if err != nil {
		s.tell(err)
		return false, nil
	}
	shown := agent.ShownMove(s.info, s.board, m)
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
		fmt.Fprintln(s.out, printable(text))
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
			return true, s.restart(s.plies[:n])
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
		fmt.Fprintf(s.out, "hint: %s\n", agent.ShownMove(s.info, s.board, choice.Move))
	}
	return err
}

// width is the terminal's width, or a usual one.
func (s *playSession) width() int {
	f, ok := fileOf(s.out)
	if !ok {
		return 80
	}
	width, _ := sizeOf(f)
	return width
}
