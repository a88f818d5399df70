package matchscore_test

import (
	"testing"

	"evolab/protocol/matchscore"
	"evolab/stats"
)

// What fastchess 1.4 and cutechess-cli 1.3 print.
const (
	fastchess = `Started game 20 of 20 (new vs base)
Finished game 20 (base vs new): 1/2-1/2 {Draw by 3-fold repetition}
--------------------------------------------------
Results of new vs base (8+0.08, 1t, 16MB, UHO.epd):
Elo: 17.39 +/- 65.22, nElo: 33.15 +/- 152.27
LOS: 66.52 %, DrawRatio: 60.00 %, PairsRatio: 1.50
Games: 20, Wins: 6, Losses: 5, Draws: 9, Points: 10.5 (52.50 %)
Ptnml(0-2): [0, 1, 7, 2, 0], WL/DD Ratio: 0.75
--------------------------------------------------
`
	cutechess = `Finished game 10 (base vs new): 0-1 {Black mates}
Score of new vs base: 5 - 2 - 3  [0.650] 10
...      new playing White: 3 - 1 - 1  [0.700] 5
Elo difference: 107.5 +/- 189.4, LOS: 87.2 %, DrawRatio: 30.0 %
Finished match
`
)

func TestLast(t *testing.T) {
	tests := []struct {
		name, output string
		want         matchscore.Score
	}{
		{"pentanomial", "game 1\npentanomial 1,2,3,4,5\n", matchscore.Score{Pairs: stats.Pentanomial{1, 2, 3, 4, 5}}},
		{"the last line counts", "wdl 1,0,1\nwdl 2,0,2\nbye\n", matchscore.Score{Games: stats.WDL{Wins: 2, Losses: 2}}},
		{"spaces, no end of line", "  wdl: 3, 2 ,1 \r", matchscore.Score{Games: stats.WDL{Wins: 3, Draws: 2, Losses: 1}}},
		{"fastchess", fastchess, matchscore.Score{Pairs: stats.Pentanomial{0, 1, 7, 2, 0}}},
		{"fastchess without pairs", "Games: 2, Wins: 1, Losses: 0, Draws: 1, Points: 1.5 (75.00 %)\n", matchscore.Score{Games: stats.WDL{Wins: 1, Draws: 1}}},
		{"cutechess-cli", cutechess, matchscore.Score{Games: stats.WDL{Wins: 5, Losses: 2, Draws: 3}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := matchscore.Last([]byte(test.output)); !ok || got != test.want {
				t.Errorf("%v, %v (expected: %v)", got, ok, test.want)
			}
		})
	}
	for _, none := range []string{"", "\n\n", "pentanomial 1,2,3,4", "wdl 1,2,-3", "wdl 1,2,3 games", "wdl 12345678901,0,0", "my wdl 1,2,3", "Score of a vs b: 1 - 2"} {
		if got, ok := matchscore.Last([]byte(none)); ok {
			t.Errorf("%q: %v (expected: no score)", none, got)
		}
	}
}

func TestScoreOfOtherGames(t *testing.T) {
	s, _ := matchscore.Last([]byte("wdl 3,2,1"))
	if err := s.Check(3); err != nil {
		t.Error(err)
	}
	const want = "a score of 6 games (expected: 8, of 4 pairs)"
	if err := s.Check(4); err == nil || err.Error() != want {
		t.Errorf("error %v (expected: %s)", err, want)
	}
}

func FuzzLast(f *testing.F) {
	f.Add([]byte(fastchess))
	f.Add([]byte(cutechess))
	f.Add([]byte("pentanomial 1,2,3,4,5\nwdl 1,2,3"))
	f.Fuzz(func(t *testing.T, output []byte) {
		if s, ok := matchscore.Last(output); ok && s.Played() < 0 {
			t.Errorf("%v", s)
		}
	})
}
