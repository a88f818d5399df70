package web

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/arena/tournament"
	"evolab/experiments/run"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/internal/wording"
)

// gameFile is a file of recorded games below the folder of the runs.
type gameFile struct {
	Path string
	Date time.Time
	Size int64
}

// projectPrefix begins the paths, in addresses, of files of the project outside of the folder
// of the runs.
const projectPrefix = "project/"

// open opens a file by its path in addresses.
func (s *Server) open(name string) (*os.File, error) {
	if below, ok := strings.CutPrefix(name, projectPrefix); ok {
		return openRegular(s.project, below)
	}
	return openRegular(s.runs, name)
}

// openRegular opens a file of a root, but no pipe or device, whose opening or reading may
// never end.
func openRegular(root *os.Root, name string) (*os.File, error) {
	info, err := root.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: errors.New("it is no regular file")}
	}
	if err != nil {
		return nil, err
	}
	return root.Open(name)
}

// maxGameBytes is how much of a file of games is read at most.
const maxGameBytes = 256 << 20

// gamesIndexPage lists the files of games that fit.
type gamesIndexPage struct {
	gameSearch
	Files []summedFile
	From  int
	Total int
}

// summedFile is a file with what its games are.
type summedFile struct {
	gameFile
	*gamesSummary
	Fit int // games that were searched for
}

// Player and Result of an empty search fit all games.
type gameSearch struct {
	Player string // a part of a player's name or spec
	Result string // won or lost by that player, draw or open; "": any
}

func readSearch(q url.Values) (gameSearch, error) {
	x := gameSearch{strings.TrimSpace(q.Get("player")), q.Get("result")}
	for _, r := range x.Outcomes() {
		if r.Name == x.Result {
			return x, nil
		}
	}
	return x, refuse(http.StatusBadRequest, "result %q (allowed: won, lost, draw, open)", x.Result)
}

func (x *gameSearch) Outcomes() []choice {
	list := []choice{{Title: "any"}, {Name: "won", Title: "won by the player"}, {Name: "lost", Title: "lost by the player"}, {Name: "draw", Title: "a draw"}, {Name: "open", Title: "none"}}
	for i := range list {
		list[i].Chosen = list[i].Name == x.Result
	}
	return list
}

// Query is the search in an address, "" for all games.
func (x *gameSearch) Query() template.URL {
	q := url.Values{}
	for key, text := range map[string]string{"player": x.Player, "result": x.Result} {
		if text != "" {
			q.Set(key, text)
		}
	}
	return template.URL(q.Encode())
}

// fit counts the games of a pairing that are searched for.
func (x *gameSearch) fit(p *pairing) (n int) {
	for side, name := range p.players {
		if !strings.Contains(name, x.Player) || side == 1 && strings.Contains(p.players[0], x.Player) && x.Result != "won" && x.Result != "lost" {
			continue
		}
		switch x.Result {
		case "won":
			n += p.won[side]
		case "lost":
			n += p.won[1-side]
		case "draw":
			n += p.drawn
		case "open":
			n += p.open
		default:
			n += p.games()
		}
	}
	if x.Player == "" && (x.Result == "won" || x.Result == "lost") {
		return p.won[0] + p.won[1]
	}
	return n
}

func (x *gameSearch) fits(l *arena.Line) bool {
	p := newPairing(l)
	return x.fit(&p) > 0
}

// pairing is the games of a first and a second player.
type pairing struct {
	players     [2]string
	won         [2]int
	drawn, open int
}

func newPairing(l *arena.Line) pairing {
	p := pairing{players: [2]string{playerName(l.First, l.Agents[0]), playerName(l.Second, l.Agents[1])}}
	switch {
	case l.Open():
		p.open++
	case l.Result() == game.FirstWins:
		p.won[0]++
	case l.Result() == game.SecondWins:
		p.won[1]++
	default:
		p.drawn++
	}
	return p
}

func (p *pairing) games() int { return p.won[0] + p.won[1] + p.drawn + p.open }

// gamesSummary is what the games of a file are.
type gamesSummary struct {
	Game     string // "" if no record says so
	Games    int
	Only     string // how the only game ended; "" of several
	pairings []*pairing
}

func summarize(lines []arena.Line) *gamesSummary {
	x := &gamesSummary{Games: len(lines)}
	known := map[[2]string]*pairing{}
	names := []string{}
	for i := range lines {
		p := newPairing(&lines[i])
		if all := known[p.players]; all == nil {
			known[p.players] = &p
			x.pairings = append(x.pairings, &p)
		} else {
			all.won[0], all.won[1], all.drawn, all.open = all.won[0]+p.won[0], all.won[1]+p.won[1], all.drawn+p.drawn, all.open+p.open
		}
		if name := strings.TrimSpace(lines[i].GameName + " " + lines[i].Variant); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if x.Game = strings.Join(names[:min(3, len(names))], ", "); len(names) > 3 {
		x.Game += " and others"
	}
	if len(lines) == 1 {
		x.Only = outcome(&lines[0])
	}
	return x
}

// Players names the players, the first of whom there are few.
func (x *gamesSummary) Players() string {
	const few = 3
	var names []string
	for _, p := range x.pairings {
		for _, name := range p.players {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) > few {
		return strings.Join(names[:few], ", ") + fmt.Sprintf(" and %d more", len(names)-few)
	}
	return strings.Join(names, ", ")
}

// Result says how the only game ended, or what two players have won.
func (x *gamesSummary) Result() string {
	if x.Only != "" {
		return x.Only
	}
	first := x.pairings[0].players
	var won [2]int
	drawn, open := 0, 0
	for _, p := range x.pairings {
		at := slices.Index([][2]string{first, {first[1], first[0]}}, p.players)
		if at < 0 {
			return ""
		}
		won[0], won[1] = won[0]+p.won[at], won[1]+p.won[1-at]
		drawn, open = drawn+p.drawn, open+p.open
	}
	text := fmt.Sprintf("%d : %d", won[0], won[1])
	if drawn > 0 {
		text += ", " + quantity.Of(drawn, "draw")
	}
	if open > 0 {
		text += fmt.Sprintf(", %d without a result", open)
	}
	return text
}

// gamesIndex keeps what was read of files of games that have not changed since.
type gamesIndex struct {
	mu    sync.Mutex
	files map[string]*indexedFile
}

// indexedFile is a file as it was read.
type indexedFile struct {
	date time.Time
	size int64

	looking sync.Once
	games   bool // its first line is a game

	summing sync.Mutex
	summary *gamesSummary // nil: not read yet
}

// of is the entry of a file, a new one if it has changed.
func (x *gamesIndex) of(name string, info fs.FileInfo) *indexedFile {
	x.mu.Lock()
	defer x.mu.Unlock()
	const most = 20_000
	if x.files == nil || len(x.files) > most {
		x.files = map[string]*indexedFile{}
	}
	entry := x.files[name]
	if entry == nil || !entry.date.Equal(info.ModTime()) || entry.size != info.Size() {
		entry = &indexedFile{date: info.ModTime(), size: info.Size()}
		x.files[name] = entry
	}
	return entry
}

// sum is what the games of a file are; a file that cannot be read has none.
func (s *Server) sum(ctx context.Context, f gameFile) *gamesSummary {
	info, err := s.runs.Stat(f.Path)
	if err != nil {
		return &gamesSummary{}
	}
	entry := s.games.of(f.Path, info)
	entry.summing.Lock()
	defer entry.summing.Unlock()
	if entry.summary != nil {
		return entry.summary
	}
	lines, _, err := s.gamesOf(ctx, f.Path)
	if ctx.Err() != nil {
		return &gamesSummary{} // whoever asks next reads it
	}
	if entry.summary = (&gamesSummary{}); err == nil {
		entry.summary = summarize(lines)
	}
	return entry.summary
}

// showGames lists the files of games, the newest first.
func (s *Server) showGames(w http.ResponseWriter, r *http.Request) error {
	q, err := readSearch(r.URL.Query())
	if err != nil {
		return err
	}
	list := s.gameFiles(".")
	entries, err := fs.ReadDir(s.runs.FS(), ".")
	if err != nil {
		return notServed("the folder of the runs", err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			list = append(list, s.gameFiles(e.Name())...)
		}
	}
	slices.SortStableFunc(list, func(a, b gameFile) int { return b.Date.Compare(a.Date) })
	p := &gamesIndexPage{gameSearch: q}
	var fitting []summedFile
	for _, f := range list {
		one := summedFile{gameFile: f}
		if q.Query() != "" { // else only what the page shows has to be read
			if err := r.Context().Err(); err != nil {
				return err
			}
			one.gamesSummary = s.sum(r.Context(), f)
			for _, pair := range one.pairings {
				one.Fit += q.fit(pair)
			}
			if one.Fit == 0 {
				continue
			}
		}
		fitting = append(fitting, one)
	}
	from, _ := strconv.Atoi(r.URL.Query().Get("from"))
	p.Total = len(fitting)
	p.From = max(0, min(from, p.Total))
	p.Files = fitting[p.From:min(p.Total, p.From+pageOfRuns)]
	for i := range p.Files {
		if p.Files[i].gamesSummary == nil {
			p.Files[i].gamesSummary = s.sum(r.Context(), p.Files[i].gameFile)
		}
	}
	return s.pages.render(w, "games", http.StatusOK, p)
}

// More is the address of the next files, "" for none.
func (p *gamesIndexPage) More() string {
	if p.From+len(p.Files) >= p.Total {
		return ""
	}
	q, _ := url.ParseQuery(string(p.Query()))
	q.Set("from", strconv.Itoa(p.From+len(p.Files)))
	return "?" + q.Encode()
}

// gameFiles lists the files of games in a folder, and in its folder games. A
// tournament's games are in its journal until it has ended.
func (s *Server) gameFiles(folder string) []gameFile {
	var list []gameFile
	for _, in := range []string{folder, path.Join(folder, run.GamesFolder)} {
		entries, _ := fs.ReadDir(s.runs.FS(), in)
		for _, e := range entries {
			name := path.Join(in, e.Name())
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() || !s.holdsGames(name, info) {
				continue
			}
			if e.Name() == tournament.JournalFile && slices.ContainsFunc(list, func(f gameFile) bool { return path.Base(f.Path) == tournament.GamesFile }) {
				continue
			}
			list = append(list, gameFile{name, info.ModTime(), info.Size()})
		}
	}
	return list
}

// holdsGames reports whether a file is one of games.
func (s *Server) holdsGames(name string, info fs.FileInfo) bool {
	base := path.Base(name)
	if path.Ext(base) != ".jsonl" || slices.Contains(append(run.LinesFiles(), run.HistoryFile), base) {
		return false
	}
	entry := s.games.of(name, info)
	entry.looking.Do(func() { entry.games = s.beginsWithGame(name) })
	return entry.games
}

// beginsWithGame looks at the first line of a file.
func (s *Server) beginsWithGame(name string) bool {
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
	lines, broken, err := s.gamesOf(r.Context(), name)
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
	q, err := readSearch(r.URL.Query())
	if err != nil {
		return err
	}
	p := &gamesPage{gameSearch: q, Against: r.URL.Query().Get("against"), Path: name, Broken: broken}
	if len(lines) <= 50_000 && len(review.Players(lines)) <= 40 { // else a table is too large for a page
		p.Results = &ratings{tournament.Of(name, [2]string{"first", "second"}, lines), name}
	}
	p.pick(lines, r.URL.Query().Get("from"))
	return s.pages.render(w, "file", http.StatusOK, p)
}

// gamesOf reads a file of games; other lines are counted. Large files, whose games take
// several times as much memory, are read one at a time, and for nobody who has gone.
func (s *Server) gamesOf(ctx context.Context, name string) (lines []arena.Line, broken int, err error) {
	if name == "" || path.Ext(name) != ".jsonl" {
		return nil, 0, refuse(http.StatusNotFound, "there is no file of games of that name (expected: ....jsonl)")
	}
	f, err := s.open(name)
	if err != nil {
		return nil, 0, notServed(name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() > maxGameBytes {
		return nil, 0, refuse(http.StatusUnprocessableEntity, "%s has more than %d MB", name, maxGameBytes>>20)
	}
	const large = 1 << 20
	if info.Size() > large {
		if !s.readers.await(ctx) {
			return nil, 0, ctx.Err()
		}
		defer s.readers.free()
	}
	in := bufio.NewReader(f)
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
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
			return nil, 0, err
		}
	}
}

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
	gameSearch
	Path    string
	Against string // only games of the player against this one, both by their whole names; "": all
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

// Players are the names and specs of the first and the second.
func (g *numberedGame) Players() [2]string { return newPairing(&g.Line).players }

// Ended says how the game ended, with the winner as the players are called here.
func (g *numberedGame) Ended() string {
	players := g.Players()
	if at := slices.Index([]string{g.First, g.Second}, g.Winner); at >= 0 && !g.Open() {
		return players[at] + " wins (" + g.Reason + ")"
	}
	return outcome(&g.Line)
}

func (p *gamesPage) pick(lines []arena.Line, from string) {
	const most = 200
	var own []numberedGame
	for i, l := range lines {
		if p.shows(&l) {
			own = append(own, numberedGame{l, i + 1})
		}
	}
	p.Total = len(own)
	n, _ := strconv.Atoi(from)
	p.From = max(0, min(n, p.Total))
	p.Games = own[p.From:min(p.Total, p.From+most)]
}

// shows reports whether a game is one of those that are asked for.
func (p *gamesPage) shows(l *arena.Line) bool {
	if p.Against != "" && !(l.First == p.Player && l.Second == p.Against || l.First == p.Against && l.Second == p.Player) {
		return false
	}
	return p.fits(l)
}

// More is the address of the next games, "" for none.
func (p *gamesPage) More() string {
	end := p.From + len(p.Games)
	if end >= p.Total {
		return ""
	}
	q, _ := url.ParseQuery(string(p.Query()))
	q.Set("from", strconv.Itoa(end))
	if p.Against != "" {
		q.Set("against", p.Against)
	}
	return "?" + q.Encode()
}

// gameOf is the game of a record; old ones do not name it.
func (s *Server) gameOf(name string) (agent.Game, error) {
	if name == "" {
		return nil, refuse(http.StatusUnprocessableEntity, "the record does not say of which game it is (evolve show-game --game G replays it)")
	}
	g, err := s.options.Games.Find(name)
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
	}
	return g, nil
}
