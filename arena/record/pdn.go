package record

import (
	"fmt"
	"strconv"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game/checkers"
	"evolab/internal/untrusted"
	"evolab/protocol/pdn"
)

// reasonTag is our own header for how a game ended.
const reasonTag = "Reason"

// pdnOf converts a record. PDN has no place for its number and seed, CPU time and
// standard error.
func pdnOf(g agent.Game, l *arena.Line) (pdn.Game, error) {
	start, err := checkers.Rules().Parse("", l.Opening)
	if err != nil {
		return pdn.Game{}, fmt.Errorf("opening: %w", err)
	}
	out := pdn.Game{Start: start, Comment: strings.NewReplacer("{", "(", "}", ")").Replace(l.Detail), Result: winnerOf(l)}
	for _, t := range []pdn.Tag{{Name: "Black", Value: l.First}, {Name: "White", Value: l.Second}, {Name: reasonTag, Value: l.Reason}} {
		if t.Value = strings.TrimSpace(untrusted.Printable(t.Value)); t.Value != "" {
			out.Tags = append(out.Tags, t)
		}
	}
	if l.Round > 0 {
		out.Tags = append(out.Tags, pdn.Tag{Name: "Round", Value: strconv.Itoa(l.Round)})
	}
	b, err := l.Start(g, "")
	if err != nil {
		return pdn.Game{}, err
	}
	return out, arena.Replay(b, l.Moves, func(p arena.Ply) error {
		out.Plies = append(out.Plies, pdn.Ply{Move: p.Choice.Move})
		return nil
	})
}

func appendPDN(dst []byte, g agent.Game, lines []arena.Line) ([]byte, error) {
	for i := range lines {
		one, err := pdnOf(g, &lines[i])
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		text, err := pdn.Format(&one)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		dst = append(dst, text...)
	}
	return dst, nil
}

func parsePDN(data []byte) ([]arena.Line, error) {
	games, err := pdn.Parse(string(data))
	if err != nil {
		return nil, err
	}
	lines := make([]arena.Line, len(games))
	for i := range games {
		lines[i] = pdnLine(i, &games[i])
	}
	return lines, nil
}

func pdnLine(n int, g *pdn.Game) arena.Line {
	rules := checkers.Rules()
	l := foreignLine(n, g.Tag("Black"), g.Tag("White"))
	l.Opening, l.Plies, l.Reason, l.Detail = "start", len(g.Plies), g.Tag(reasonTag), g.Comment
	if standard, err := rules.Start(""); err != nil || g.Start != standard {
		l.Opening = rules.Format(&g.Start)
	}
	if round, err := strconv.Atoi(g.Tag("Round")); err == nil && round > 0 {
		l.Round = round
	}
	s := g.Start
	for _, ply := range g.Plies {
		l.Moves = append(l.Moves, rules.FormatMove(&s, ply.Move))
		s.Play(ply.Move, &s)
	}
	setWinner(&l, g.Result)
	return l
}
