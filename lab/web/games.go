package web

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/arena/tournament"
	"evolab/experiments/report"
	"evolab/experiments/run"
)

// gameFile is a file of recorded games below the folder of the runs.
type gameFile struct {
	Path string
	Of   string // the folder that it is in, "" for none
	Size int64
}

// maxGameBytes is how much of a file of games is read at most.
const maxGameBytes = 256 << 20

// showGames lists the files of games.
func (s *Server) showGames(w http.ResponseWriter, r *http.Request) error {
	list := s.gameFiles(".")
	entries, err := fs.ReadDir(s.runs.FS(), ".")
	if err != nil {
		return notServed("the folder of the runs", err)
	}
	for _, e := range slices.Backward(entries) {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			list = append(list, s.gameFiles(e.Name())...)
		}
	}
	return s.pages.render(w, "games", http.StatusOK, list)
}

// gameFiles lists the files of games in a folder, and in its folder games. A
// tournament's games are in its journal until it has ended.
func (s *Server) gameFiles(folder string) []gameFile {
	var list []gameFile
	for _, in := range []string{folder, path.Join(folder, run.GamesFolder)} {
		entries, _ := fs.ReadDir(s.runs.FS(), in)
		for _, e := range entries {
			name := path.Join(in, e.Name())
			if !e.Type().IsRegular() || !s.holdsGames(name) {
				continue
			}
			if e.Name() == tournament.JournalFile && slices.ContainsFunc(list, func(f gameFile) bool { return path.Base(f.Path) == tournament.GamesFile }) {
				continue
			}
			f := gameFile{Path: name}
			if folder != "." {
				f.Of = folder
			}
			if info, err := e.Info(); err == nil {
				f.Size = info.Size()
			}
			list = append(list, f)
		}
	}
	return list
}

// holdsGames looks at the first line of a file.
func (s *Server) holdsGames(name string) bool {
	base := path.Base(name)
	if path.Ext(base) != ".jsonl" || slices.Contains(append(run.LinesFiles(), run.HistoryFile, run.SealFile), base) {
		return false
	}
	f, err := s.runs.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	first, err := bufio.NewReader(io.LimitReader(f, 1<<20)).ReadBytes('\n')
	if err != nil {
		return false
	}
	_, err = arena.ParseLine(bytes.TrimSpace(first))
	return err == nil
}

// showGame shows the games of a file, or one of them.
func (s *Server) showGame(w http.ResponseWriter, r *http.Request) error {
	name := localPath(r.PathValue("file"))
	lines, broken, err := s.gamesOf(name)
	if err != nil {
		return err
	}
	if text := r.URL.Query().Get("game"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(lines) {
			return refuse(http.StatusNotFound, "game %q (expected: 1..%d)", text, len(lines))
		}
		return s.showReplay(w, name, n, len(lines), &lines[n-1])
	}
	p := &gamesPage{Path: name, Player: strings.TrimSpace(r.URL.Query().Get("player")), Broken: broken}
	if len(lines) <= 50_000 && len(review.Players(lines)) <= 40 { // else a table is too large for a page
		p.Results = &ratings{tournament.Of(name, [2]string{"first", "second"}, lines)}
	}
	p.pick(lines, r.URL.Query().Get("from"))
	return s.pages.render(w, "file", http.StatusOK, p)
}

// gamesOf reads a file of games; other lines are counted.
func (s *Server) gamesOf(name string) (lines []arena.Line, broken int, err error) {
	if name == "" || path.Ext(name) != ".jsonl" {
		return nil, 0, refuse(http.StatusNotFound, "there is no file of games of that name (expected: ....jsonl)")
	}
	f, err := s.runs.Open(name)
	if err != nil {
		return nil, 0, notServed(name, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > maxGameBytes {
		return nil, 0, refuse(http.StatusUnprocessableEntity, "%s is no file of games, or has more than %d MB", name, maxGameBytes>>20)
	}
	in := bufio.NewReader(f)
	for {
		text, err := in.ReadBytes('\n')
		if text = bytes.TrimSpace(text); len(text) > 0 {
			if line, bad := arena.ParseLine(text); bad == nil {
				lines = append(lines, line)
			} else {
				broken++
			}
		}
		switch {
		case errors.Is(err, io.EOF) && len(lines) == 0:
			return nil, 0, refuse(http.StatusUnprocessableEntity, "%s holds no games", name)
		case errors.Is(err, io.EOF):
			return lines, broken, nil
		case err != nil:
			return nil, 0, fmt.Errorf("web: %w", err)
		}
	}
}

// outcome says how a game ended.
func outcome(l *arena.Line) string {
	switch {
	case l.Reason == arena.Unfinished:
		return "not finished"
	case l.Void():
		return "nobody wins (" + l.Reason + ")"
	case l.Winner == arena.DrawName:
		return "draw (" + l.Reason + ")"
	}
	return cmp.Or(l.Winner, "?") + " wins (" + l.Reason + ")"
}

// gamesPage is a file of games.
type gamesPage struct {
	Path    string
	Player  string // whose games are shown; "": all
	Games   []numberedGame
	From    int // of those of the player, from 0
	Total   int
	Broken  int      // lines that are no games
	Results *ratings // nil where there are too many
}

// numberedGame is a game with its number in the file, from 1.
type numberedGame struct {
	arena.Line
	Number int
}

// pick chooses the games that the page shows.
func (p *gamesPage) pick(lines []arena.Line, from string) {
	const most = 200
	var own []numberedGame
	for i, l := range lines {
		if p.Player == "" || strings.Contains(l.First, p.Player) || strings.Contains(l.Second, p.Player) {
			own = append(own, numberedGame{l, i + 1})
		}
	}
	p.Total = len(own)
	n, _ := strconv.Atoi(from)
	p.From = max(0, min(n, p.Total))
	p.Games = own[p.From:min(p.Total, p.From+most)]
}

// More is the address of the next games, "" for none.
func (p *gamesPage) More() string {
	end := p.From + len(p.Games)
	if end >= p.Total {
		return ""
	}
	return "?" + url.Values{"player": {p.Player}, "from": {strconv.Itoa(end)}}.Encode()
}

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
	p.First, p.Second = playerName(l.First, l.Agents[0]), playerName(l.Second, l.Agents[1])
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

// playerName is the name of a player for people.
func playerName(name, spec string) string {
	if spec != "" && spec != name {
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
	sides := g.Info().Sides
	list := []step{{Position: b.Position(), Board: rowsOf(b.Position())}}
	err = arena.Replay(b, l.Moves, func(p arena.Ply) error {
		list = append(list, step{p.Number, sides[p.Side], p.Move, b.Position(), rowsOf(b.Position())})
		return nil
	})
	return list, err
}

// judgeRequest names a game of a file.
type judgeRequest struct {
	File string `json:"file"`
	Game int    `json:"game"`
}

// judgement is what evolve review finds in a game.
type judgement struct {
	Moves []judgedMove `json:"moves"` // whose effect is proven, the last first
	Loss  string       `json:"loss"`  // where the game was lost, in words; "" if nobody lost it
	Ply   int          `json:"ply"`   // of that mistake, 0 for none
	Cut   bool         `json:"cut"`   // there was no time for the rest
}

// judgedMove is what is proven about a move.
type judgedMove struct {
	Ply     int    `json:"ply"`
	Note    string `json:"note"`
	Mistake bool   `json:"mistake"`
}

// judge marks the moves of a game that gave away a proven win or draw.
func (s *Server) judge(w http.ResponseWriter, r *http.Request) error {
	var q judgeRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	lines, _, err := s.gamesOf(localPath(q.File))
	if err != nil {
		return err
	}
	if q.Game < 1 || q.Game > len(lines) {
		return refuse(http.StatusNotFound, "game %d (expected: 1..%d)", q.Game, len(lines))
	}
	l := &lines[q.Game-1]
	g, err := s.gameOf(l.GameName)
	if err != nil {
		return err
	}
	if !s.engines.take() {
		return errBusy()
	}
	defer s.engines.free()
	ctx, stop := context.WithTimeout(r.Context(), 30*time.Second)
	defer stop()
	found := judgement{Moves: []judgedMove{}}
	marks, err := review.Moves(ctx, g, l.Variant, l, review.DefaultOptions())
	for i := range marks {
		found.Moves = append(found.Moves, judgedMove{marks[i].Ply, marks[i].Text(), marks[i].Mistake()})
	}
	if _, lost := review.Loser(l); lost && err == nil {
		var loss *review.Loss
		if loss, err = review.Game(ctx, g, l.Variant, l, review.DefaultOptions()); err == nil {
			found.Loss, found.Ply = loss.Text(), loss.Ply
		}
	}
	if found.Cut = errors.Is(err, context.DeadlineExceeded); err != nil && !found.Cut {
		return refuse(http.StatusUnprocessableEntity, "%s", plain(err))
	}
	return writeJSON(w, http.StatusOK, found)
}
