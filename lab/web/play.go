package web

import (
	"cmp"
	"net/http"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/game"
)

// playPage is where a game is chosen and played.
type playPage struct {
	Game      string
	Games     []agent.Info
	Variants  []string
	Sides     [2]string
	Against   []opponent
	Champions []run.Summary
	Chosen    string // the opponent in the address
	Strengths []strength
	Look      string
	Form      string
	Note      string
}

// Favourite is the built-in opponent that is chosen at first.
func (p *playPage) Favourite() string { return cmp.Or(p.Chosen, "frozen") }

// showPlay shows the board of the game in the address.
func (s *Server) showPlay(w http.ResponseWriter, r *http.Request) error {
	p := &playPage{Game: r.URL.Query().Get("game"), Chosen: r.URL.Query().Get("against"), Strengths: strengths()}
	if p.Game == "" {
		p.Game = s.options.Games.Names()[0]
	}
	g, err := s.gameOf(p.Game)
	if err != nil {
		return err
	}
	for _, name := range s.options.Games.Names() {
		if other, err := s.options.Games.Find(name); err == nil {
			p.Games = append(p.Games, other.Info())
		}
	}
	info := g.Info()
	p.Variants, p.Sides, p.Against, p.Form, p.Note = info.Variants, info.Sides, opponents(g), info.Layout.Usage(), info.Layout.Note
	if p.Champions, err = s.finished(r, p.Game); err != nil {
		return err
	}
	if p.Look, err = report.Look(info); err != nil {
		return err
	}
	return s.pages.render(w, "play", http.StatusOK, p)
}

// playRequest is a game as a browser has it. The server keeps none.
type playRequest struct {
	Game     string   `json:"game"`
	Variant  string   `json:"variant"`
	Against  string   `json:"against"`
	Strength string   `json:"strength"`
	Second   bool     `json:"second"` // the person moves second
	Seed     uint64   `json:"seed"`
	Moves    []string `json:"moves"`
	Typed    string   `json:"typed"`  // a move as people type it, after those
	Answer   bool     `json:"answer"` // the opponent shall move, if it is its turn
	Hint     bool     `json:"hint"`
}

// standing is a game as the board shows it.
type standing struct {
	Moves    []string     `json:"moves"`
	Board    string       `json:"board"`
	Before   string       `json:"before"`
	Position string       `json:"position"`
	Turn     int          `json:"turn"` // 0: the first side
	Ways     []board.Path `json:"ways"` // empty if the game is over
	Over     string       `json:"over"` // how it ended, "" while it lasts
	Said     string       `json:"said"` // the last move, in words
	State    string       `json:"state"`
	Hint     *thought     `json:"hint,omitempty"`
}

// mostPlies bounds a game of a request.
const mostPlies = 2000

// playMove checks the moves so far, and lets the opponent answer.
func (s *Server) playMove(w http.ResponseWriter, r *http.Request) error {
	var q playRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	t, err := s.table(&q)
	if err == nil {
		err = t.typed(q.Typed)
	}
	if err != nil {
		return err
	}
	p, err := s.opponent(&q, len(t.board.Played()))
	if err != nil {
		return err
	}
	if q.Answer && !t.over && t.board.Turn() != q.person() {
		_, m, err := s.think(r.Context(), t.game, q.Variant, t.board, p)
		if err != nil {
			return err
		}
		t.announce(m)
		t.play(m)
	}
	now := t.standing()
	if q.Hint && !t.over {
		if now.Hint, _, err = s.think(r.Context(), t.game, q.Variant, t.board, player{agent.Spec{Name: "frozen"}, time.Second, p.seed}); err != nil {
			return err
		}
	}
	return writeJSON(w, http.StatusOK, now)
}

// person is the side of the person.
func (q *playRequest) person() game.Side {
	if q.Second {
		return game.Second
	}
	return game.First
}

// opponent is who answers, with a seed of its own for each ply.
func (s *Server) opponent(q *playRequest, plies int) (player, error) {
	spec, limit, err := s.against(q.Against, q.Strength, q.Game)
	return player{spec, limit, game.Mix(q.Seed, uint64(plies))}, err
}
