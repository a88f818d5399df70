package web

import (
	"net/url"
	"strconv"
	"strings"

	"evolab/arena"
)

// gamesPage is a file of games.
type gamesPage struct {
	Path    string
	Player  string // whose games are shown; "": all
	Games   []numbered
	From    int // of those of the player, from 0
	Total   int
	Broken  int      // lines that are no games
	Results *ratings // nil where there are too many
}

// numbered is a game with its number in the file, from 1.
type numbered struct {
	arena.Line
	Number int
}

// pick chooses the games that the page shows.
func (p *gamesPage) pick(lines []arena.Line, from string) {
	const most = 200
	var own []numbered
	for i, l := range lines {
		if p.Player == "" || strings.Contains(l.First, p.Player) || strings.Contains(l.Second, p.Player) {
			own = append(own, numbered{l, i + 1})
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
