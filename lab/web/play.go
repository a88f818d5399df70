package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/internal/files"
	"evolab/search"
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

// table is a game that people play, move by move.
type table struct {
	game     agent.Game
	info     agent.Info
	board    agent.Board
	captured [2]int
	before   string // the rows before the last move
	said     string
	over     bool
	end      agent.Ending
}

// table sets up a game and plays the moves of a request.
func (s *Server) table(q *playRequest) (*table, error) {
	g, err := s.gameOf(q.Game)
	if err != nil {
		return nil, err
	}
	if len(q.Moves) > mostPlies {
		return nil, refuse(http.StatusBadRequest, "%d moves (allowed: up to %d)", len(q.Moves), mostPlies)
	}
	t := &table{game: g, info: g.Info()}
	if t.board, err = g.Board(q.Variant, "start"); err != nil {
		return nil, refuse(http.StatusBadRequest, "%s", plain(err))
	}
	for i, text := range q.Moves {
		if t.over {
			return nil, refuse(http.StatusUnprocessableEntity, "ply %d: the game is over", i+1)
		}
		m, err := agent.ParseLegal(t.board, text)
		if err != nil {
			return nil, refuse(http.StatusUnprocessableEntity, "ply %d: %s", i+1, plain(err))
		}
		if i == len(q.Moves)-1 {
			t.announce(m)
		}
		t.play(m)
	}
	return t, nil
}

// typed plays a move as people type it, if there is one.
func (t *table) typed(text string) error {
	switch {
	case text == "":
		return nil
	case t.over:
		return refuse(http.StatusConflict, "the game is over")
	}
	m, err := board.Parse(t.info.Layout, t.board, text)
	if err != nil {
		return refuse(http.StatusUnprocessableEntity, "%s", plain(err))
	}
	t.announce(m)
	t.play(m)
	return nil
}

// announce words the move that is played next. Words cost much more than the move.
func (t *table) announce(m game.Move) {
	t.before, t.said = rowsOf(t.board), t.info.Sides[t.board.Turn()]+" plays "+board.Format(t.info.Layout, t.board, m)
}

// play plays a legal move.
func (t *table) play(m game.Move) {
	side, text := t.board.Turn(), t.board.FormatMove(m)
	before := board.Pieces(t.info.Layout, t.board)
	t.board.Play(m)
	if taken := board.Captured(t.info.Layout, text, before, board.Pieces(t.info.Layout, t.board)); taken > 0 {
		t.captured[side] += taken
		if t.said != "" {
			t.said += fmt.Sprintf(" and captures %d", taken)
		}
	}
	t.end, t.over = t.board.Ended(0)
}

// standing is the game as it is now.
func (t *table) standing() *standing {
	now := &standing{Moves: t.board.PlayedText(), Board: rowsOf(t.board), Before: t.before, Position: t.board.Position(), Turn: int(t.board.Turn()),
		Ways: []board.Path{}, Said: t.said, State: board.Standing(t.info.Layout, t.board, t.captured)}
	if now.Moves == nil {
		now.Moves = []string{}
	}
	switch {
	case !t.over:
		now.Ways = board.Paths(t.info.Layout, t.board)
	case t.end.Result == game.Draw:
		now.Over = "draw (" + t.end.Reason + ")"
	case t.end.Result == game.FirstWins:
		now.Over = t.info.Sides[0] + " wins"
	default:
		now.Over = t.info.Sides[1] + " wins"
	}
	return now
}

// playedFolder is below the folder of the runs.
const playedFolder = "played"

// saveGame writes a game for later, and says where it can be looked at.
func (s *Server) saveGame(w http.ResponseWriter, r *http.Request) error {
	var q playRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	t, err := s.table(&q)
	if err != nil {
		return err
	}
	if len(t.board.Played()) == 0 {
		return refuse(http.StatusUnprocessableEntity, "there is nothing to save yet")
	}
	if _, _, err := s.against(q.Against, q.Strength, q.Game); err != nil {
		return err
	}
	line := t.line(&q)
	text, err := line.Append(nil)
	if err != nil {
		return err
	}
	if err := s.runs.Mkdir(playedFolder, 0o755); err != nil {
		if err := s.contained(playedFolder); err != nil {
			return err
		}
	}
	name := time.Now().Format("2006-01-02-150405.000") + "-" + q.Game + ".jsonl"
	if err := files.Create(filepath.Join(s.options.Runs, playedFolder, name), append(text, '\n')); err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, map[string]string{"address": "/games/" + path.Join(playedFolder, name) + "?game=1"})
}

// line is the game as a record.
func (t *table) line(q *playRequest) arena.Line {
	names := []string{"human", q.Against + " (" + q.Strength + ")"}
	specs := []string{"human", q.Against}
	job := arena.Job{First: 0, Second: 1, Variant: q.Variant, Opening: "start", Seed: q.Seed, Timed: true}
	if q.Second {
		job.First, job.Second = 1, 0
	}
	rec := arena.Record{Plies: len(t.board.Played()), Moves: t.board.PlayedText(), Result: t.end.Result, Reason: t.end.Reason}
	if !t.over {
		rec.Result, rec.Reason = game.Ongoing, arena.Unfinished
	}
	cast := arena.Cast{Info: t.info, Names: names, Specs: specs}
	return cast.Line(job, rec)
}

// opponent is somebody to play against.
type opponent struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// opponents are the agents of a game that play without a program.
func opponents(g agent.Game) []opponent {
	var list []opponent
	for _, k := range agent.Kinds() {
		spec := agent.Spec{Name: k.Name}
		if spec.IsProgram() || k.Name == "human" {
			continue
		}
		made, err := g.Agent(spec, agent.Env{})
		if err != nil {
			continue // another game's
		}
		_ = made.Close()
		list = append(list, opponent{k.Name, k.Doc})
	}
	return list
}

// strength is how hard an opponent tries.
type strength struct {
	Name  string
	time  time.Duration // of agents that only a clock limits
	depth int           // of those that look a number of plies ahead
}

func strengths() []strength {
	return []strength{{"easy", 20 * time.Millisecond, 1}, {"medium", 300 * time.Millisecond, 2}, {"hard", 2 * time.Second, 4}}
}

// against is the spec of an opponent at a strength.
func (s *Server) against(name, level, game string) (agent.Spec, time.Duration, error) {
	all := strengths()
	i := slices.IndexFunc(all, func(x strength) bool { return x.Name == level })
	if i < 0 {
		return agent.Spec{}, 0, refuse(http.StatusBadRequest, "strength %q (allowed: easy, medium, hard)", level)
	}
	if run, ok := strings.CutPrefix(name, "run:"); ok {
		spec, err := s.championOf(run, game)
		return spec, all[i].time, err
	}
	spec := agent.Spec{Name: name}
	if _, err := agent.ParseSpec(name); err != nil || spec.IsProgram() || name == "human" || strings.ContainsAny(name, ":/\\.") {
		return spec, 0, refuse(http.StatusBadRequest, "nobody called %q plays here", name)
	}
	if slices.Contains([]string{"alphabeta", "minimax"}, name) {
		spec = spec.With("depth", strconv.Itoa(all[i].depth))
	}
	return spec, all[i].time, nil
}

// championOf is the champion of a run as an agent that a clock limits.
func (s *Server) championOf(name, game string) (agent.Spec, error) {
	folder, err := s.run(name)
	if err != nil {
		return agent.Spec{}, err
	}
	w, _, err := run.ReadChampion(folder)
	if err != nil {
		return agent.Spec{}, refuse(http.StatusConflict, "the run %s has no champion that can be read", name)
	}
	if w.Game != game {
		return agent.Spec{}, refuse(http.StatusConflict, "the champion of %s plays %s", name, w.Game)
	}
	return agent.Spec{Name: "frozen", Weights: w}, nil
}

// finished lists the newest runs of a game that may have a champion.
func (s *Server) finished(r *http.Request, game string) ([]run.Summary, error) {
	list, err := s.list(r.Context(), run.Query{Game: game, Status: run.IsFinished, Limit: 50})
	if young := (*indexing)(nil); errors.As(err, &young) {
		err = nil // the next page has them
	}
	return list, err
}

// rowsOf are the rows of a board, split by slashes.
func rowsOf(b agent.Board) string {
	first, _, _ := strings.Cut(b.Position(), " ")
	return first
}

// thought is what an engine thinks of a position.
type thought struct {
	Move    string   `json:"move"`
	Squares [][2]int `json:"squares"`
	// Score is win, loss or draw where that is proven, else a number from the side to
	// move; null for an agent that does not search.
	Score any      `json:"score"`
	Exact bool     `json:"exact"`
	Depth int      `json:"depth"`
	Nodes uint64   `json:"nodes"`
	PV    []string `json:"pv"`
}

// analyzeRequest is a position to think about.
type analyzeRequest struct {
	Game     string  `json:"game"`
	Variant  string  `json:"variant"`
	Position string  `json:"position"`
	Seconds  float64 `json:"seconds"` // of CPU
}

// longestThought bounds what a request may cost.
const longestThought = 10 * time.Second

// analyze says what the shipped agent thinks of a position.
func (s *Server) analyze(w http.ResponseWriter, r *http.Request) error {
	var q analyzeRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	if q.Seconds < .01 || q.Seconds > longestThought.Seconds() {
		return refuse(http.StatusBadRequest, "seconds %g (expected: .01..%g)", q.Seconds, longestThought.Seconds())
	}
	g, err := s.gameOf(q.Game)
	if err != nil {
		return err
	}
	b, err := g.Board(q.Variant, q.Position)
	if err != nil {
		return refuse(http.StatusBadRequest, "%s", plain(err))
	}
	if b.Outcome().Over() {
		return refuse(http.StatusConflict, "the game is over in this position")
	}
	p := player{agent.Spec{Name: "frozen"}, time.Duration(q.Seconds * float64(time.Second)), 1}
	t, _, err := s.think(r.Context(), g, q.Variant, b, p)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, t)
}

// player is who thinks, and for how long.
type player struct {
	spec  agent.Spec
	limit time.Duration // of CPU
	seed  uint64
}

// think lets an agent choose a move; it waits a little for a free engine.
func (s *Server) think(ctx context.Context, g agent.Game, variant string, b agent.Board, p player) (*thought, game.Move, error) {
	select {
	case s.engines <- struct{}{}:
	case <-time.After(15 * time.Second):
		return nil, 0, busy()
	case <-ctx.Done():
		return nil, 0, ctx.Err()
	}
	defer s.engines.free()
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	made, err := g.Agent(p.spec, agent.Env{Think: p.limit})
	if err != nil {
		return nil, 0, refuse(http.StatusBadRequest, "%s", plain(err))
	}
	defer made.Close()
	seated, err := made.Player(p.seed)
	if err != nil {
		return nil, 0, err
	}
	defer seated.Close()
	choice, err := seated.Choose(ctx, b, agent.Clock{Move: p.limit})
	if err != nil {
		return nil, 0, err
	}
	return thoughtOf(g, variant, b, choice), choice.Move, nil
}

// thoughtOf words a choice; the board stays as it is.
func thoughtOf(g agent.Game, variant string, b agent.Board, c agent.Choice) *thought {
	t := &thought{Move: b.FormatMove(c.Move), PV: []string{}}
	t.Squares = board.Squares(g.Info().Layout, b, t.Move)
	if !c.Searched {
		return t
	}
	t.Exact, t.Depth, t.Nodes = c.Exact, c.Depth, c.Nodes
	switch {
	case c.Score > search.Proven:
		t.Score = "win"
	case c.Score < -search.Proven:
		t.Score = "loss"
	case c.Exact:
		t.Score = "draw"
	default:
		t.Score = float64(c.Score) / features.Unit
	}
	line, err := g.Board(variant, b.Position())
	for _, m := range c.PV {
		if err != nil || !agent.Legal(line, m) {
			break
		}
		t.PV = append(t.PV, line.FormatMove(m))
		line.Play(m)
	}
	return t
}
