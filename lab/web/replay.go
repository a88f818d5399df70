package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/arena/session"
	"evolab/experiments/report"
	"evolab/internal/wording"
)

// step is a position of a game and the move that led to it.
type step struct {
	Ply      int      `json:"ply"`
	Side     string   `json:"side"`
	Move     string   `json:"move"`  // as in records
	Shown    string   `json:"shown"` // as people type it
	Path     [][2]int `json:"path"`  // its squares
	Position string   `json:"position"`
	Board    string   `json:"board"` // its rows
	Turn     int      `json:"turn"`  // who is to move: 0 is the first side
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
	Turned        bool   // the person's pieces begin at the top
	Broken        string // why the rest of the game cannot be shown
	MoveForm      string
	Known         *gameReview
	Tried         []tried
}

// tried is a variation that is kept with a game.
type tried struct {
	From  int    `json:"from"`
	Steps []step `json:"steps"`
}

// Data are the positions and what is known of them, for the page's script.
func (p *replayPage) Data() (string, error) {
	text, err := json.Marshal(map[string]any{"steps": p.Steps, "review": p.Known, "tried": p.Tried})
	return string(text), err
}

// Before and After are the numbers of the neighbouring games.
func (p *replayPage) Before() int { return p.Number - 1 }
func (p *replayPage) After() int  { return p.Number + 1 }

// Continued is the address at which the game can be played on, "" for none.
func (p *replayPage) Continued() string {
	id, ok := strings.CutPrefix(strings.TrimSuffix(p.Path, ".jsonl"), playedFolder+"/")
	if !ok || p.Reason != arena.Unfinished {
		return ""
	}
	return "/play/" + id
}

// Exports lists the forms in which the game can be had.
func (p *replayPage) Exports() []export { return exportsOf(p.Name) }

// Figure is that of its evaluation, once it has been reviewed.
func (p *replayPage) Figure() figure {
	return figure{Name: "evaluation", address: "/reviews/figures/evaluation", query: url.Values{"file": {p.Path}, "game": {strconv.Itoa(p.Number)}}}
}

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

func (s *Server) showReplay(w http.ResponseWriter, file string, number, total int, l *arena.Line) error {
	g, err := s.gameOf(l.GameName)
	if err != nil {
		return err
	}
	info := g.Info()
	p := &replayPage{Line: *l, Path: file, Number: number, Total: total, Name: info.Name, Result: outcome(l), Sides: info.Sides, MoveForm: info.Layout.Moves}
	p.First, p.Second = playerName(l.First, l.Agents[0]), playerName(l.Second, l.Agents[1])
	if p.Look, err = report.Look(info); err != nil {
		return err
	}
	if p.Steps, err = steps(g, l); err != nil {
		p.Broken = wording.Of(err)
	}
	p.Known, p.Tried = s.readReview(file, number, g, l), []tried{}
	for _, v := range p.Known.Tried {
		if list, err := v.steps(g, l); err == nil {
			p.Tried = append(p.Tried, tried{v.Ply, list})
		}
	}
	if person, ok := session.PersonIn(l); ok {
		if b, err := l.Start(g, l.Variant); err == nil {
			p.Turned = board.Turned(info.Layout, b, person)
		}
	}
	return s.pages.render(w, "replay", http.StatusOK, p)
}

// playerName is the name of a player for people.
func playerName(name, spec string) string {
	if !strings.Contains(name, spec) {
		return name + " (" + spec + ")"
	}
	return name
}

// steps replays a record; with an error they end before the move that cannot be
// played.
func steps(g agent.Game, l *arena.Line) ([]step, error) {
	b, err := l.Start(g, l.Variant)
	if err != nil {
		return nil, err
	}
	list := []step{{Position: b.Position(), Board: rowsOf(b.Position()), Turn: int(b.Turn()), Path: [][2]int{}}}
	for i, text := range l.Moves {
		st, err := played(g, b, text)
		if err != nil {
			return list, fmt.Errorf("ply %d: %w", i+1, err)
		}
		st.Ply = i + 1
		list = append(list, st)
	}
	return list, nil
}
