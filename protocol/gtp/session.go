package gtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"evolab/game"
	"evolab/game/littlego"
)

// Engine is what a session plays with.
type Engine struct {
	Name, Version string
	// Begin is called at the start of each game.
	Begin func() error
	// Choose returns a move for the side to move, and the time it took. Its
	// error is the answer to genmove.
	Choose func(s *littlego.State, c Clock) (game.Move, time.Duration, error)
}

// Session is one conversation.
type Session struct {
	engine Engine
	game   []littlego.State // the positions of the game, the first one empty
	times  timer
	quit   bool
}

// NewSession begins with an empty board and no limits of time.
func NewSession(e Engine) (*Session, error) {
	s := &Session{engine: e}
	return s, s.begin()
}

// Serve answers line by line until quit or the end of the input. Its errors
// are those of the reader and the writer, and a line longer than 64 KiB.
func (s *Session) Serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<16)
	for !s.quit && lines.Scan() {
		c, ok := ParseCommand(lines.Text())
		if !ok {
			continue
		}
		text, err := s.do(c)
		if err != nil {
			text = err.Error()
		}
		if _, err := out.Write(appendAnswer(nil, c.ID, text, err != nil)); err != nil {
			return fmt.Errorf("gtp: %w", err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("gtp: %w", err)
	}
	return nil
}

// command is a row of the table: a name, the required arguments, and the effect.
type command struct {
	name string
	args string // their names, split by blanks
	run  func(s *Session, args []string) (string, error)
}

// commands is in the order of list_commands.
func commands() []command {
	return []command{
		{"protocol_version", "", func(*Session, []string) (string, error) { return "2", nil }},
		{"name", "", func(s *Session, _ []string) (string, error) { return s.engine.Name, nil }},
		{"version", "", func(s *Session, _ []string) (string, error) { return s.engine.Version, nil }},
		{"known_command", "command_name", (*Session).knownCommand},
		{"list_commands", "", (*Session).listCommands},
		{"quit", "", (*Session).end},
		{"boardsize", "size", (*Session).boardSize},
		{"clear_board", "", func(s *Session, _ []string) (string, error) { return "", s.begin() }},
		{"komi", "new_komi", (*Session).komi},
		{"play", "color vertex", (*Session).play},
		{"genmove", "color", (*Session).genMove},
		{"undo", "", (*Session).undo},
		{"time_settings", "main_time byo_yomi_time byo_yomi_stones", (*Session).timeSettings},
		{"time_left", "color time stones", (*Session).timeLeft},
		{"showboard", "", (*Session).showBoard},
		{"final_score", "", (*Session).finalScore},
	}
}

func (s *Session) do(c Command) (string, error) {
	all := commands()
	i := slices.IndexFunc(all, func(k command) bool { return k.name == c.Name })
	if i < 0 {
		return "", errors.New("unknown command")
	}
	found := all[i]
	if want := strings.Fields(found.args); len(c.Args) < len(want) {
		return "", fmt.Errorf("syntax error: %s needs %s", found.name, found.args)
	}
	return found.run(s, c.Args)
}

func (s *Session) knownCommand(args []string) (string, error) {
	return fmt.Sprint(slices.ContainsFunc(commands(), func(k command) bool { return k.name == args[0] })), nil
}

func (s *Session) listCommands([]string) (string, error) {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return strings.Join(names, "\n"), nil
}

func (s *Session) end([]string) (string, error) {
	s.quit = true
	return "", nil
}
