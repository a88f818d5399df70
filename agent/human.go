package agent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"evolab/game"
)

// ErrQuit is returned by the human player's Choose when the person leaves the
// game, by word or by the end of the input.
var ErrQuit = errors.New("agent: the person left the game")

// human asks a person at the terminal.
type human struct {
	info  Info
	lines *bufio.Scanner
	out   io.Writer
}

func newHuman(info Info, env Env) (Agent, error) {
	if env.In == nil || env.Out == nil {
		return nil, errors.New(`agent: "human" plays only at a terminal (evolve play)`)
	}
	return &human{info: info, lines: bufio.NewScanner(env.In), out: env.Out}, nil
}

// Player, Serial and Close make the person an agent: there is only one.
func (h *human) Player(uint64) (Player, error) { return h, nil }
func (h *human) Serial() bool                  { return true }
func (h *human) Close() error                  { return nil }

const humanHelp = "Type a move, or: legal (all legal moves), board (draw it again), quit."

// Choose draws the board and asks until it gets a legal move.
func (h *human) Choose(_ context.Context, b Board, _ Clock) (Choice, error) {
	fmt.Fprint(h.out, b.Draw())
	for {
		fmt.Fprintf(h.out, "%s> ", h.info.Sides[b.Turn()])
		if !h.lines.Scan() {
			fmt.Fprintln(h.out)
			return Choice{}, ErrQuit
		}
		switch text := strings.TrimSpace(h.lines.Text()); text {
		case "":
		case "legal":
			fmt.Fprintln(h.out, strings.Join(legalTexts(b), "  "))
		case "board":
			fmt.Fprint(h.out, b.Draw())
		case "help", "?":
			fmt.Fprintln(h.out, humanHelp)
		case "quit", "exit":
			return Choice{}, ErrQuit
		default:
			m, err := legalMove(b, text)
			if err == nil {
				return Choice{Move: m}, nil
			}
			fmt.Fprintf(h.out, "%v\n%s\n", err, humanHelp)
		}
	}
}

// Legal tells whether a move can be played.
func Legal(b Board, m game.Move) bool { return slices.Contains(b.Moves(nil), m) }

// legalMove reads a move and makes sure that it can be played.
func legalMove(b Board, text string) (game.Move, error) {
	m, err := b.ParseMove(text)
	if err != nil {
		return m, err
	}
	if !Legal(b, m) {
		return m, fmt.Errorf("agent: %s is not legal here", text)
	}
	return m, nil
}

func legalTexts(b Board) []string {
	var list []string
	for _, m := range b.Moves(nil) {
		list = append(list, b.FormatMove(m))
	}
	return list
}
