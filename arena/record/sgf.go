package record

import (
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/protocol/sgf"
)

// sgfWinners is the notation of results.
var sgfWinners = [4]string{game.Ongoing: "", game.FirstWins: sgf.Black, game.SecondWins: sgf.White, game.Draw: sgf.Draw}

// sgfOf converts a record. SGF has no place for its number and seed, CPU time and
// standard error. Replaying the game tells the margin.
func sgfOf(g agent.Game, l *arena.Line) (sgf.Game, error) {
	out := sgf.Game{
		Black: l.First, White: l.Second, Opening: l.Opening, Moves: l.Moves, Winner: sgfWinners[winnerOf(l)], Reason: l.Reason, Comment: l.Detail,
	}
	if l.Reason != arena.Normal {
		return out, nil
	}
	b, err := l.Start(g, l.Variant)
	if err == nil {
		err = arena.Replay(b, l.Moves, nil)
	}
	if err != nil {
		return out, err
	}
	if o := b.Outcome(); o.Over() {
		out.Margin = max(float64(o.Margin), -float64(o.Margin)) / 2
	}
	return out, nil
}

func appendSGF(dst []byte, g agent.Game, lines []arena.Line) ([]byte, error) {
	for i := range lines {
		one, err := sgfOf(g, &lines[i])
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		if dst, err = sgf.Append(dst, one); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return dst, nil
}

func parseSGF(data []byte) ([]arena.Line, error) {
	games, err := sgf.Parse(data)
	if err != nil {
		return nil, err
	}
	lines := make([]arena.Line, len(games))
	for i, g := range games {
		l := foreignLine(i, g.Black, g.White)
		l.Opening, l.Moves, l.Plies, l.Reason, l.Detail = g.Opening, g.Moves, len(g.Moves), g.Reason, g.Comment
		for r, winner := range sgfWinners {
			if winner == g.Winner {
				setWinner(&l, game.Result(r))
			}
		}
		lines[i] = l
	}
	return lines, nil
}
