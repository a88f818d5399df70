package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/wording"
	"evolab/plots"
)

// reviewsFolder holds what is known of games, below the folder of the runs: for game 3 of
// a/b.jsonl, a/b/3.json.
const reviewsFolder = "reviews"

// gameReview is what is known of a game: found by the engine, or tried by people.
type gameReview struct {
	Schema int         `json:"schema"`
	Record string      `json:"record"` // which game it is of; another record has another review
	Points []plyValue  `json:"points"` // by ply; empty before the engine has reviewed it
	Marks  []mark      `json:"marks"`  // of moves whose effect is known
	Loss   string      `json:"loss"`   // where the game was lost, in words; "" if nobody lost it
	Tried  []variation `json:"tried"`
}

// plyValue is what the position after a ply is worth: "first", "second" or "draw" where that
// is proven, else a number, above 0 if it is better for the first side.
type plyValue struct {
	Ply   int `json:"ply"`
	Value any `json:"value"`
}

// mark is what is known of a move.
type mark struct {
	Ply     int          `json:"ply"`
	Note    string       `json:"note"`
	Mistake bool         `json:"mistake"`
	Better  []board.Path `json:"better"` // of a mistake: moves that would have kept the value
}

// variation is moves that somebody has tried, after a ply of the game.
type variation struct {
	Ply   int      `json:"ply"`
	Moves []string `json:"moves"` // as in records
}

// Bounds of what people may keep with a game.
const (
	maxVariations = 50
	maxVariation  = 300 // moves
)

// reviewFile is where the review of a game is.
func reviewFile(file string, number int) string {
	return path.Join(reviewsFolder, strings.TrimSuffix(file, ".jsonl"), strconv.Itoa(number)+".json")
}

// recordKey distinguishes a game's record from what it becomes.
func recordKey(l *arena.Line) string {
	h := sha256.New()
	fmt.Fprintln(h, l.GameName, l.Variant, l.Opening, l.Moves, l.Reason)
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// readReview reads what is known of a game: nothing, if it cannot be read. Of a game that
// was continued, what people have tried is left.
func (s *Server) readReview(file string, number int, g agent.Game, l *arena.Line) *gameReview {
	known := &gameReview{}
	text, err := s.readReviewFile(reviewFile(file, number))
	if err != nil || json.Unmarshal(text, known) != nil {
		known = &gameReview{}
	}
	inGame := func(m mark) bool { return m.Ply > 0 && m.Ply <= len(l.Moves) && m.Better != nil }
	if known.Record != recordKey(l) || len(known.Points) != len(l.Moves)+1 || slices.ContainsFunc(known.Marks, func(m mark) bool { return !inGame(m) }) {
		known.Points, known.Marks, known.Loss = nil, nil, ""
	}
	known.Schema, known.Record = 1, recordKey(l)
	known.Points, known.Marks = append([]plyValue{}, known.Points...), append([]mark{}, known.Marks...)
	known.Tried = slices.DeleteFunc(append([]variation{}, known.Tried...), func(v variation) bool { return v.check(g, l) != nil })
	return known
}

// readReviewFile reads the file of a review, but nothing that may never end.
func (s *Server) readReviewFile(name string) ([]byte, error) {
	const most = 16 << 20 // bytes
	f, err := openRegular(s.runs, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

func (s *Server) writeReview(file string, number int, known *gameReview) error {
	text, err := json.Marshal(known)
	if err != nil {
		return err
	}
	name := reviewFile(file, number)
	if err := s.runs.MkdirAll(path.Dir(name), 0o755); err != nil {
		return notServed(path.Dir(name), err)
	}
	if info, err := s.runs.Lstat(name); err == nil && !info.Mode().IsRegular() { // a link or a pipe
		return notServed(name, os.ErrPermission)
	}
	if err := checkContained(s.runs, path.Dir(name)); err != nil {
		return err
	}
	return files.Replace(filepath.Join(s.options.Runs, filepath.FromSlash(name)), text)
}

func (v *variation) check(g agent.Game, l *arena.Line) error {
	_, err := v.steps(g, l)
	return err
}

func (v *variation) steps(g agent.Game, l *arena.Line) ([]step, error) {
	switch {
	case v.Ply < 0 || v.Ply > len(l.Moves):
		return nil, fmt.Errorf("variation after ply %d (expected: 0..%d)", v.Ply, len(l.Moves))
	case len(v.Moves) == 0 || len(v.Moves) > maxVariation:
		return nil, fmt.Errorf("variation of %s (expected: 1..%d)", quantity.Of(len(v.Moves), "move"), maxVariation)
	}
	b, err := l.Start(g, l.Variant)
	if err != nil {
		return nil, err
	}
	var list []step
	for i, text := range slices.Concat(l.Moves[:v.Ply], v.Moves) {
		st, err := played(g, b, text)
		if err != nil {
			return nil, fmt.Errorf("variation: ply %d: %w", i+1, err)
		}
		if st.Ply = i + 1; i >= v.Ply {
			list = append(list, st)
		}
	}
	return list, nil
}

func (s *Server) recordedGame(ctx context.Context, file string, number int) (string, agent.Game, *arena.Line, error) {
	file = localPath(file)
	lines, _, err := s.gamesOf(ctx, file)
	if err != nil {
		return "", nil, nil, err
	}
	if number < 1 || number > len(lines) {
		return "", nil, nil, refuse(http.StatusNotFound, "game %d (expected: 1..%d)", number, len(lines))
	}
	l := lines[number-1] // a review may take minutes, and the other games do not stay for it
	g, err := s.gameOf(l.GameName)
	return file, g, &l, err
}

// gameIn is the game of an address, with its file and its number there.
func (s *Server) gameIn(r *http.Request) (file string, number int, g agent.Game, l *arena.Line, err error) {
	q := r.URL.Query()
	if number, err = strconv.Atoi(q.Get("game")); err != nil {
		return "", 0, nil, nil, refuse(http.StatusBadRequest, "game %q (expected: a number)", q.Get("game"))
	}
	file, g, l, err = s.recordedGame(r.Context(), q.Get("file"), number)
	return file, number, g, l, err
}

// variationsRequest replaces the variations that are kept with a game.
type variationsRequest struct {
	File  string      `json:"file"`
	Game  int         `json:"game"`
	Tried []variation `json:"tried"`
}

// keepVariations keeps what somebody has tried with its game.
func (s *Server) keepVariations(w http.ResponseWriter, r *http.Request) error {
	var q variationsRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	file, g, l, err := s.recordedGame(r.Context(), q.File, q.Game)
	if err != nil {
		return err
	}
	if len(q.Tried) > maxVariations {
		return refuse(http.StatusUnprocessableEntity, "%s (allowed: %d)", quantity.Of(len(q.Tried), "variation"), maxVariations)
	}
	for _, v := range q.Tried {
		if err := v.check(g, l); err != nil {
			return refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
		}
	}
	s.playing.Lock()
	defer s.playing.Unlock()
	known := s.readReview(file, q.Game, g, l)
	known.Tried = append([]variation{}, q.Tried...)
	if err := s.writeReview(file, q.Game, known); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, known)
}

// How long a review proves each position, evaluates one, looks for the move that lost the
// game, and takes in all.
const (
	proofTime    = time.Second
	evaluateTime = 50 * time.Millisecond
	lossTime     = time.Minute
	reviewTime   = 10 * time.Minute
)

// streamReview has the engine review a game, and keeps what it finds: events have the
// progress, each point and each mark, and at the end the whole review. A game that was
// reviewed before has that at once.
func (s *Server) streamReview(w http.ResponseWriter, r *http.Request) error {
	file, number, g, l, err := s.gameIn(r)
	if err != nil {
		return err
	}
	if _, err := steps(g, l); err != nil {
		return refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
	}
	to, err := s.openStream(w)
	if err != nil {
		return err
	}
	defer s.streams.free()
	known := s.readReview(file, number, g, l)
	if len(known.Points) == 0 {
		t := &turn{server: s, ctx: r.Context(), until: time.Now().Add(reviewTime)}
		defer t.end()
		x := &reviewing{game: g, line: l, turn: t, to: to}
		if err := x.run(); err != nil {
			_ = to.sendEvent("refused", "", wording.Of(err)) // a browser that has gone needs no answer
			return nil
		}
		s.playing.Lock()
		known = s.readReview(file, number, g, l) // somebody may have kept a variation meanwhile
		known.Points, known.Marks, known.Loss = x.points, x.marks, x.loss
		err = s.writeReview(file, number, known)
		s.playing.Unlock()
		if err != nil {
			_ = to.sendEvent("refused", "", wording.Of(err))
			return nil
		}
	}
	_ = to.sendEvent("review", "", known)
	return nil
}

// reviewing is a game under review.
type reviewing struct {
	game   agent.Game
	line   *arena.Line
	turn   *turn
	to     *stream
	points []plyValue
	marks  []mark
	loss   string

	done, total int
}

// run reviews the game: from its end back to the first position that cannot be proven in
// time, by proofs, and before that by short searches.
func (x *reviewing) run() error {
	boards, err := x.boards()
	if err != nil {
		return err
	}
	plies := len(x.line.Moves)
	x.total = 2*plies + 1
	x.points = make([]plyValue, len(boards))
	unknown := plies                                              // plies up to it are not proven
	if o := boards[plies].Outcome(); o.Over() || !x.line.Open() { // or ended by a draw of the host, or by a forfeit
		x.points[plies] = plyValue{plies, resultName(x.line.Result())}
		unknown--
		options := review.Options{Time: proofTime, Table: proofTable, Between: x.step}
		err := review.Moves(x.turn.ctx, x.game, x.line.Variant, x.line, options, func(m review.Mark) error {
			unknown = m.Ply - 2
			return x.note(m, boards[m.Ply-1])
		})
		if err != nil {
			return err
		}
	}
	x.done = plies
	for i := 0; i <= unknown; i++ {
		if err := x.step(); err != nil {
			return err
		}
		if err := x.evaluate(i, boards[i]); err != nil {
			return err
		}
	}
	return x.findLoss(boards)
}

// note keeps what is proven of a move, played on a board.
func (x *reviewing) note(m review.Mark, b agent.Board) error {
	one := mark{Ply: m.Ply, Note: m.Text(), Mistake: m.Mistake(), Better: []board.Path{}}
	for k, better := range m.Moves {
		const most = 6 // a list of all is no help
		if one.Mistake && k < most {
			one.Better = append(one.Better, pathOf(x.game, b, better))
		}
	}
	x.marks = append(x.marks, one)
	at := m.Ply - 1
	x.points[at] = plyValue{at, sided(m.Value, b.Turn())}
	return x.to.sendEvent("point", "", x.points[at])
}

func (x *reviewing) boards() (list []agent.Board, err error) {
	positions, err := steps(x.game, x.line)
	if err != nil {
		return nil, err
	}
	for _, st := range positions {
		b, err := x.game.Board(x.line.Variant, st.Position)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

// step says how far the review is, and waits for an engine.
func (x *reviewing) step() error {
	x.done++
	if err := x.to.sendEvent("progress", "", map[string]int{"done": min(x.done, x.total), "total": x.total}); err != nil {
		return err
	}
	if !x.turn.more() {
		return fmt.Errorf("the review was given up: %w", context.Cause(x.turn.ctx))
	}
	return nil
}

// evaluate has the engine think of a position for a moment.
func (x *reviewing) evaluate(ply int, b agent.Board) error {
	if b.Outcome().Over() {
		x.points[ply] = plyValue{ply, resultName(b.Outcome().Result)}
		return nil
	}
	p := player{agent.Spec{Name: "frozen"}, evaluateTime, 1}
	choice, err := p.choose(x.turn.ctx, x.game, b)
	if err != nil {
		return err
	}
	x.points[ply] = plyValue{ply, 0.}
	if choice.Searched {
		switch score := scoreOf(choice.Score, choice.Exact).(type) {
		case string:
			x.points[ply].Value = sided(map[string]int{"win": 1, "draw": 0, "loss": -1}[score], b.Turn())
		case float64:
			x.points[ply].Value = score * map[game.Side]float64{game.First: 1, game.Second: -1}[b.Turn()]
		}
	}
	return x.to.sendEvent("point", "", x.points[ply])
}

// findLoss says where the game was lost, as evolve review does.
func (x *reviewing) findLoss(boards []agent.Board) error {
	if _, lost := review.Loser(x.line); !lost || !x.turn.more() {
		return nil
	}
	options := review.DefaultOptions()
	options.Table = proofTable
	options.Between = func() error { // leaves the engine to whoever waits for it
		if !x.turn.more() {
			return context.DeadlineExceeded
		}
		return nil
	}
	ctx, stop := context.WithTimeout(x.turn.ctx, lossTime)
	defer stop()
	loss, err := review.Game(ctx, x.game, x.line.Variant, x.line, options)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	if err != nil {
		return err
	}
	x.loss = loss.Text()
	at := loss.Ply
	if at == 0 || at > len(x.line.Moves) || slices.ContainsFunc(x.marks, func(m mark) bool { return m.Ply == at }) {
		return nil
	}
	one := mark{Ply: at, Note: "an estimate, no proof", Mistake: true, Better: []board.Path{}}
	if loss.Exact && loss.Was != "" {
		one.Note = "gives away a " + loss.Was
	}
	for _, text := range loss.Kept {
		if m, err := boards[at-1].ParseMove(text); err == nil {
			one.Better = append(one.Better, pathOf(x.game, boards[at-1], m))
		}
	}
	x.marks = append(x.marks, one)
	return nil
}

// sendEvaluation draws what a review has found: the value after each ply.
func (s *Server) sendEvaluation(w http.ResponseWriter, r *http.Request) error {
	file, number, g, l, err := s.gameIn(r)
	if err != nil {
		return err
	}
	known := s.readReview(file, number, g, l)
	subject := fmt.Sprintf("%s-%d", strings.TrimSuffix(path.Base(file), ".jsonl"), number)
	return sendFigure(w, r, subject, func(name string) (*plots.Figure, error) {
		switch {
		case name != "evaluation":
			return nil, nil
		case len(known.Points) == 0:
			return nil, refuse(http.StatusConflict, "the game has not been reviewed yet")
		}
		data := plots.EvaluationData{Title: fmt.Sprintf("Evaluation of game %d of %s", number, path.Base(file)), Sides: g.Info().Sides}
		for _, p := range known.Points {
			one := plots.EvaluationPoint{Ply: p.Ply}
			switch v := p.Value.(type) {
			case string:
				one.Proven = v
			case float64:
				one.Value = v
			default:
				continue // which nobody knows
			}
			data.Points = append(data.Points, one)
		}
		for _, m := range known.Marks {
			if m.Mistake {
				data.Mistakes = append(data.Mistakes, m.Ply)
			}
		}
		slices.Sort(data.Mistakes)
		f, err := plots.Evaluation(data)
		if err != nil {
			return nil, refuse(http.StatusUnprocessableEntity, "the review cannot be drawn: %s", wording.Of(err))
		}
		return f, nil
	})
}

// sided is a value for a side as points have it.
func sided(value int, side game.Side) string {
	if value < 0 {
		value, side = 1, side.Other()
	}
	if value == 0 {
		return "draw"
	}
	return map[game.Side]string{game.First: "first", game.Second: "second"}[side]
}

func resultName(r game.Result) string {
	return map[game.Result]string{game.FirstWins: "first", game.SecondWins: "second", game.Draw: "draw"}[r]
}
