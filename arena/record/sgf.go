package record

import (
	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/protocol/sgf"
)

// sgfWinners is the notation of results.
var sgfWinners = [4]string{game.Ongoing: "", game.FirstWins: sgf.Black, game.SecondWins: sgf.White, game.Draw: sgf.Draw}

type sgfGame struct{ sgf.Game }

func (g *sgfGame) notation() string { return "sgf" }

func (g *sgfGame) append(dst []byte) ([]byte, error) { return sgf.Append(dst, g.Game) }

// sgfOf converts a record. SGF has no place for its number and seed, CPU time and
// standard error. Replaying the game tells the margin.
func sgfOf(g agent.Game, l *arena.Line) (foreign, error) {
	out := &sgfGame{sgf.Game{
		Black: l.First, White: l.Second, Opening: l.Opening, Moves: l.Moves, Winner: sgfWinners[winnerOf(l)], Reason: l.Reason, Comment: l.Detail,
	}}
	if l.Reason != arena.Normal {
		return out, nil
	}
	b, err := l.Start(g, l.Variant)
	if err == nil {
		err = arena.Replay(b, l.Moves, nil)
	}
	if err != nil {
		return nil, err
	}
	if o := b.Outcome(); o.Over() {
		out.Margin = max(float64(o.Margin), -float64(o.Margin)) / 2
	}
	return out, nil
}

func parseSGF(data []byte) []Entry {
	var list []Entry
	for i, r := range sgf.Parse(data) {
		e := newEntry(i, &sgfGame{r.Game}, r.Err, r.Notes)
		if r.Err == nil {
			setSGF(&e.Line, &r.Game)
		}
		list = append(list, e)
	}
	return list
}

func setSGF(l *arena.Line, g *sgf.Game) {
	setPlayers(l, g.Black, g.White)
	l.Opening, l.Moves, l.Plies, l.Reason, l.Detail = g.Opening, g.Moves, len(g.Moves), g.Reason, g.Comment
	for r, winner := range sgfWinners {
		if winner == g.Winner {
			setWinner(l, game.Result(r))
		}
	}
}
