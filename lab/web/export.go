package web

import (
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"

	"evolab/arena"
	"evolab/arena/record"
	"evolab/internal/wording"
)

// export is a form in which games can be had.
type export struct{ Format, Name string }

// exportsOf lists the forms for a game: JSON lines, and notations of other programs.
func exportsOf(game string) []export {
	list := []export{{"jsonl", "JSON lines"}}
	for _, n := range record.Notations() {
		if n.Game == game {
			list = append(list, export{n.Name, strings.ToUpper(n.Name)})
		}
	}
	return list
}

// sendGames sends a file of games, or one of them, in the format of the address.
func (s *Server) sendGames(w http.ResponseWriter, r *http.Request) error {
	name := localPath(r.PathValue("file"))
	lines, _, err := s.gamesOf(r.Context(), name)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(path.Base(name), ".jsonl")
	if text := r.URL.Query().Get("game"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(lines) {
			return refuse(http.StatusNotFound, "game %q (expected: 1..%d)", text, len(lines))
		}
		lines, base = lines[n-1:n], base+"-"+strconv.Itoa(n)
	}
	format := r.URL.Query().Get("format")
	data, kind, err := s.exported(format, lines)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", base+"."+format))
	_, _ = w.Write(data) // a browser that has gone needs no answer
	return nil
}

// exported is games in a format, and its media type.
func (s *Server) exported(format string, lines []arena.Line) (data []byte, kind string, err error) {
	if format == "jsonl" {
		for i := range lines {
			if data, err = lines[i].Append(data); err != nil {
				return nil, "", err
			}
			data = append(data, '\n')
		}
		return data, "application/jsonl; charset=utf-8", nil
	}
	n := record.FindNotation(format)
	if n == nil {
		return nil, "", refuse(http.StatusBadRequest, "format %q (allowed: jsonl, sgf, pdn)", format)
	}
	g, err := s.gameOf(lines[0].GameName)
	if err == nil {
		err = n.Check(g)
	}
	if err == nil {
		data, err = n.Format(g, lines)
	}
	if err != nil {
		return nil, "", refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
	}
	return data, "text/plain; charset=utf-8", nil
}
