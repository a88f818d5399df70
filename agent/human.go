package agent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"evolab/agent/board"
	"evolab/game"
)

// ErrQuit is returned by the human player's Choose when the person leaves the
// game, by a command or by the end of the input.
var ErrQuit = errors.New("the person left the game")

func humanKind[S comparable, P game.Position[S]]() kind[S, P] {
	k := Kind{Name: "human", Doc: "a person at the terminal", Person: true}
	return newKind(k, func(g *bound[S, P], _ *noSettings, _ Spec, env Env) (Agent, error) {
		if env.In == nil || env.Out == nil {
			return nil, errors.New(`"human" plays only at a terminal (evolve play)`)
		}
		return &human{info: g.Info(), lines: bufio.NewScanner(env.In), out: env.Out}, nil
	})
}

// human asks a person at the terminal.
type human struct {
	info   Info
	lines  *bufio.Scanner
	out    io.Writer
	helped bool // has been told what to type
}

// Player, Serial and Close make the person an agent: there is only one.
func (h *human) Player(uint64) (Player, error) { return h, nil }
func (h *human) Serial() bool                  { return true }
func (h *human) Close() error                  { return nil }

// Choose draws the board and asks until it gets a legal move. It says only once what
// to type.
func (h *human) Choose(_ context.Context, b Board, _ Clock) (Choice, error) {
	fmt.Fprint(h.out, board.Draw(h.info.Layout, b, ""))
	if !h.helped {
		h.help()
	}
	for {
		fmt.Fprintf(h.out, "%s> ", h.info.Sides[b.Turn()])
		if !h.lines.Scan() {
			fmt.Fprintln(h.out)
			return Choice{}, ErrQuit
		}
		switch text := strings.TrimSpace(h.lines.Text()); text {
		case "":
		case "legal", "moves":
			fmt.Fprintln(h.out, board.Wrap(board.Moves(h.info.Layout, b), 80))
		case "board":
			fmt.Fprint(h.out, board.Draw(h.info.Layout, b, ""))
		case "help", "?":
			h.help()
		case "quit", "exit":
			return Choice{}, ErrQuit
		default:
			m, err := board.Parse(h.info.Layout, b, text)
			if err == nil {
				return Choice{Move: m}, nil
			}
			fmt.Fprintln(h.out, err)
		}
	}
}

func (h *human) help() {
	h.helped = true
	fmt.Fprintf(h.out, "type %s; or: moves (all legal moves), board, help, quit\n", h.info.Layout.Usage())
}
