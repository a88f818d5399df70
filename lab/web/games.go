package web

import (
	"bufio"
	"bytes"
	"cmp"
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

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/arena/tournament"
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
