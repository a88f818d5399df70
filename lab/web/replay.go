package web

import (
	"fmt"
	"net/http"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/report"
)

// step is a position of a game and the move that led to it.
type step struct {
	Ply      int
	Side     string
	Move     string
	Position string
	Board    string // its rows
}

// replayPage is a game to step through.
type replayPage struct {
	arena.Line
	Path          string
	Number, Total int
	Name          string // of the game
	Look          string
	Result        string
	Sides         [2]string
	Steps         []step
	Broken        string // why the rest of the game cannot be shown
	MoveForm      string
}

// Before and After are the numbers of the neighbouring games.
func (p *replayPage) Before() int { return p.Number - 1 }
func (p *replayPage) After() int  { return p.Number + 1 }

// Details are the other facts in the record.
func (p *replayPage) Details() []string {
	var list []string
	for i, text := range append([]string{p.Detail}, p.Stderr[:]...) {
		if text != "" && i > 0 {
			text = "stderr of " + []string{p.First, p.Second}[i-1] + ": " + text
		}
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// showReplay shows a game.
func (s *Server) showReplay(w http.ResponseWriter, file string, number, total int, l *arena.Line) error {
	g, err := s.gameOf(l.GameName)
	if err != nil {
		return err
	}
	info := g.Info()
	p := &replayPage{Line: *l, Path: file, Number: number, Total: total, Name: info.Name, Result: outcome(l), Sides: info.Sides, MoveForm: info.Layout.Moves}
	p.First, p.Second = known(l.First, l.Agents[0]), known(l.Second, l.Agents[1])
	if p.Look, err = report.Look(info); err != nil {
		return err
	}
	if p.Steps, err = steps(g, l); err != nil {
		p.Broken = plain(err)
	}
	return s.pages.render(w, "replay", http.StatusOK, p)
}

// gameOf is the game of a record; old ones do not name it.
func (s *Server) gameOf(name string) (agent.Game, error) {
	if name == "" {
		return nil, refuse(http.StatusUnprocessableEntity, "the record does not say of which game it is (evolve show-game --game G replays it)")
	}
	g, err := s.options.Games.Find(name)
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, "%s", plain(err))
	}
	return g, nil
}

// known is the name of a player for people.
func known(name, spec string) string {
	if spec != "" && spec != name {
		return name + " (" + spec + ")"
	}
	return name
}

// steps replays a record; with an error they end before the move that cannot be
// played.
func steps(g agent.Game, l *arena.Line) ([]step, error) {
	b, err := g.Board(l.Variant, l.Opening)
	if err != nil {
		return nil, err
	}
	sides := g.Info().Sides
	list := []step{{Position: b.Position(), Board: rowsOf(b)}}
	for i, text := range l.Moves {
		m, err := b.ParseMove(text)
		if err != nil || !agent.Legal(b, m) {
			return list, fmt.Errorf("ply %d: %q cannot be played", i+1, text)
		}
		side := sides[b.Turn()]
		b.Play(m)
		list = append(list, step{i + 1, side, text, b.Position(), rowsOf(b)})
	}
	return list, nil
}
