package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game/checkers"
	"evolab/protocol/pdn"
)

// reasonTag is our own header for how a game ended.
const reasonTag = "Reason"

type pdnGame struct{ pdn.Game }

func (g *pdnGame) notation() string { return "pdn" }

func (g *pdnGame) append(dst []byte) ([]byte, error) {
	text, err := pdn.Format(&g.Game)
	return append(dst, text...), err
}

// pdnOf converts a record. PDN has no place for its number and seed, CPU time and
// standard error.
func pdnOf(g agent.Game, l *arena.Line) (foreign, error) {
	start, err := checkers.Rules().Parse("", l.Opening)
	if err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	out := &pdnGame{pdn.Game{Start: start, Comment: strings.NewReplacer("{", "(", "}", ")").Replace(l.Detail), Result: winnerOf(l)}}
	for _, t := range []pdn.Tag{{Name: "Black", Value: l.First}, {Name: "White", Value: l.Second}, {Name: reasonTag, Value: l.Reason}} {
		if strings.TrimSpace(t.Value) != "" {
			out.Tags = append(out.Tags, t)
		}
	}
	if l.Round > 0 {
		out.Tags = append(out.Tags, pdn.Tag{Name: "Round", Value: strconv.Itoa(l.Round)})
	}
	b, err := l.Start(g, "")
	if err != nil {
		return nil, err
	}
	return out, arena.Replay(b, l.Moves, func(p arena.Ply) error {
		out.Plies = append(out.Plies, pdn.Ply{Move: p.Choice.Move})
		return nil
	})
}

func parsePDN(data []byte) []Entry {
	var list []Entry
	for i, r := range pdn.Parse(string(data)) {
		e := newEntry(i, &pdnGame{r.Game}, r.Err, r.Notes)
		if r.Err == nil {
			setPDN(&e.Line, &r.Game)
		}
		list = append(list, e)
	}
	return list
}

func setPDN(l *arena.Line, g *pdn.Game) {
	rules := checkers.Rules()
	setPlayers(l, cmp.Or(g.Tag("Black"), g.Tag("Red")), g.Tag("White"))
	l.Opening, l.Moves, l.Plies, l.Reason, l.Detail = "start", []string{}, len(g.Plies), g.Tag(reasonTag), g.Comment
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
	setWinner(l, g.Result)
}
