// Package gtp is an engine's side of the Go Text Protocol, version 2
// (Farnebäck, https://www.lysator.liu.se/~gunnar/gtp/), for Little-Go.
//
// The rules are the lab's: 5x5, a komi of 2.5, 24 plies, two passes in a row or
// a pass as the very first move end the game, and stones on the board count.
// Another board size is an "unacceptable size", another komi an error that leaves
// 2.5 in force.
//
// The protocol lets controllers set up positions by play, with any number of stones
// of one colour in a row: a stone out of turn, and genmove for the side that has just
// moved, make a set-up position, of which only the stones are known. It also lets them
// play on after the end, where genmove passes.
//
// The package is pure: it uses a reader and a writer, and the caller chooses the
// moves.
package gtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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
			return err
		}
	}
	return lines.Err()
}

// command is a row of the table: a name, the required arguments, and the effect.
type command struct {
	name string
	args string // their names, split by blanks
	run  func(s *Session, args []string) (string, error)
}

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

// Command is one line of the controller.
type Command struct {
	ID   string // digits, or "" if it has none
	Name string
	Args []string
}

// ParseCommand reads a line. Control characters do not count, tabs are blanks,
// and # begins a comment; ok is false when nothing is left.
func ParseCommand(line string) (c Command, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	fields := strings.Fields(strings.Map(plain, line))
	if len(fields) == 0 {
		return Command{}, false
	}
	if _, err := strconv.ParseUint(fields[0], 10, 31); err == nil {
		c.ID = fields[0]
		if fields = fields[1:]; len(fields) == 0 {
			return c, true
		}
	}
	c.Name, c.Args = fields[0], fields[1:]
	return c, true
}

func plain(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ' || r == 127:
		return -1
	}
	return r
}

// appendAnswer appends an answer to the controller: = or ?, the command's number, the
// text, and an empty line. An empty line within the text would end it; one at its
// beginning makes the text start below the mark.
func appendAnswer(dst []byte, id, text string, failed bool) []byte {
	mark := byte('=')
	if failed {
		mark = '?'
	}
	dst = append(append(dst, mark), id...)
	gap := " "
	if strings.HasPrefix(text, "\n") {
		gap = "\n"
	}
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		dst = append(append(dst, gap...), strings.Map(plain, line)...)
		gap = "\n"
	}
	return append(dst, "\n\n"...)
}

func (s *Session) now() *littlego.State { return &s.game[len(s.game)-1] }

func (s *Session) begin() error {
	start, err := littlego.Start("")
	if err != nil {
		return err
	}
	s.game = []littlego.State{start}
	s.times.reset()
	return s.engine.Begin()
}

func (s *Session) boardSize(args []string) (string, error) {
	size, err := strconv.Atoi(args[0])
	if err != nil {
		return "", errors.New("boardsize not an integer")
	}
	if size != littlego.Size {
		return "", errors.New("unacceptable size")
	}
	return "", s.begin()
}

func (s *Session) komi(args []string) (string, error) {
	komi, err := strconv.ParseFloat(args[0], 64)
	if err != nil {
		return "", errors.New("syntax error")
	}
	if 2*komi != littlego.Komi {
		return "", fmt.Errorf("unacceptable komi: it is always %g here", float64(littlego.Komi)/2)
	}
	return "", nil
}

func (s *Session) play(args []string) (string, error) {
	side, ok := parseColour(args[0])
	m, good := ParseVertex(args[1])
	if !ok || !good {
		return "", errors.New("invalid color or coordinate")
	}
	from := s.before(side)
	if !slices.Contains(from.Moves(nil), m) && !slices.Contains(from.MovesPastEnd(nil), m) {
		return "", errors.New("illegal move")
	}
	s.put(from, m)
	return "", nil
}

// before is the position in which a side moves now.
func (s *Session) before(side game.Side) littlego.State {
	if now := s.now(); now.Turn() != side {
		return now.SetUp(side)
	}
	return *s.now()
}

func (s *Session) put(from littlego.State, m game.Move) {
	from.Play(m, &from)
	s.game = append(s.game, from)
}

func (s *Session) genMove(args []string) (string, error) {
	side, ok := parseColour(args[0])
	if !ok {
		return "", errors.New("invalid color")
	}
	from := s.before(side)
	if from.Outcome().Over() {
		s.put(from, littlego.Pass)
		return FormatVertex(littlego.Pass), nil
	}
	m, used, err := s.engine.Choose(&from, s.times.left[side])
	if err != nil {
		return "", err
	}
	if !slices.Contains(from.Moves(nil), m) {
		return "", errors.New("the agent chose an illegal move")
	}
	s.times.spend(side, used)
	s.put(from, m)
	return FormatVertex(m), nil
}

func (s *Session) undo([]string) (string, error) {
	if len(s.game) == 1 {
		return "", errors.New("cannot undo")
	}
	s.game = s.game[:len(s.game)-1]
	return "", nil
}

// showBoard draws the board as the protocol names its points.
func (s *Session) showBoard([]string) (string, error) {
	var b strings.Builder
	b.WriteString("\n  A B C D E\n")
	now := s.now()
	for r := range littlego.Size {
		fmt.Fprintf(&b, "%d", littlego.Size-r)
		for c := range littlego.Size {
			switch p := littlego.At(r, c); {
			case now.Black()&p != 0:
				b.WriteString(" X")
			case now.White()&p != 0:
				b.WriteString(" O")
			default:
				b.WriteString(" .")
			}
		}
		b.WriteByte('\n')
	}
	if now.Outcome().Over() {
		fmt.Fprintf(&b, "ply %d, the game is over", now.Ply())
	} else {
		fmt.Fprintf(&b, "ply %d of %d, %s to move", now.Ply(), littlego.LastPly, colourNames[now.Turn()])
	}
	return b.String(), nil
}

// finalScore counts the board as it is, whether or not the game is over.
func (s *Session) finalScore([]string) (string, error) {
	winner, margin := "B", s.now().Margin()
	if margin < 0 {
		winner, margin = "W", -margin
	}
	return fmt.Sprintf("%s+%g", winner, float64(margin)/2), nil
}
