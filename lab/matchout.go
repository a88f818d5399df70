package lab

import (
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/files"
	"evolab/stats"
)

// matchSummary is the result line of a match.
type matchSummary struct {
	A           string            `json:"a"`
	B           string            `json:"b"`
	Wins        int               `json:"wins"`
	Losses      int               `json:"losses"`
	Draws       int               `json:"draws"`
	Score       float64           `json:"score"`
	Low         float64           `json:"low"`
	High        float64           `json:"high"`
	Elo         float64           `json:"elo"`
	EloLow      float64           `json:"elo_low"`
	EloHigh     float64           `json:"elo_high"`
	LOS         float64           `json:"los"`
	Pentanomial stats.Pentanomial `json:"pentanomial"`
	SPRT        *sprtSummary      `json:"sprt,omitempty"`
	AsFirst     stats.WDL         `json:"as_first"`
	AsSecond    stats.WDL         `json:"as_second"`
	Reasons     map[string]int    `json:"reasons"`
	CPU         [2]float64        `json:"cpu"`
	Voids       int               `json:"voids"`
	Warnings    []string          `json:"warnings"`
	Confinement string            `json:"confinement,omitempty"` // of programs
}

// sprtSummary is the result of a sequential test.
type sprtSummary struct {
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict string  `json:"verdict"` // elo0, elo1 or undecided
}

func summarizeSPRT(test *stats.SPRT, pairs stats.Pentanomial) *sprtSummary {
	if test == nil {
		return nil
	}
	lower, upper := test.Bounds()
	words := map[stats.Verdict]string{stats.Undecided: "undecided", stats.AcceptElo0: "elo0", stats.AcceptElo1: "elo1"}
	return &sprtSummary{test.LLR(pairs.Sample()), lower, upper, words[test.Verdict(pairs.Sample())]}
}

func (a *app) printMatch(g agent.Game, names []string, res arena.Result, test *stats.SPRT, machines []string) error {
	score, elo, w := res.Pairs.Score(), res.Pairs.Elo(), res.Total()
	text := matchText(g.Info().Sides, names, res, test)
	warnings := append(res.Warnings(), machines...)
	for _, warning := range warnings {
		text += "warning: " + warning + "\n"
	}
	return a.print(matchSummary{
		A: names[0], B: names[1], Wins: w.Wins, Losses: w.Losses, Draws: w.Draws,
		Score: score.Value, Low: score.Low, High: score.High,
		Elo: elo.Value, EloLow: elo.Low, EloHigh: elo.High, LOS: res.Pairs.LOS(), Pentanomial: res.Pairs, SPRT: summarizeSPRT(test, res.Pairs),
		AsFirst: res.AsFirst, AsSecond: res.AsSecond, Reasons: res.Reasons, CPU: res.CPU, Voids: res.Voids, Warnings: warnings,
		Confinement: arena.Confinement(names...),
	}, "%s", text)
}

// matchText formats a match's result in the usual way of engine matches.
func matchText(sides [2]string, names []string, res arena.Result, test *stats.SPRT) string {
	score, elo, nelo, w := res.Pairs.Score(), res.Pairs.Elo(), res.Pairs.Sample().NElo(), res.Total()
	var b strings.Builder
	fmt.Fprintf(&b, "Score of %s vs %s: %d - %d - %d [%.3f] %d\n", oneLine(names[0]), oneLine(names[1]), w.Wins, w.Losses, w.Draws, w.Score(), w.Games())
	fmt.Fprintf(&b, "  %s, 95 %% interval from pairs\n", score.Percent())
	fmt.Fprintf(&b, "  as %s: %s   as %s: %s\n", sides[0], res.AsFirst.Rate().Percent(), sides[1], res.AsSecond.Rate().Percent())
	fmt.Fprintf(&b, "Elo: %+.1f [%+.1f, %+.1f], nElo: %+.1f [%+.1f, %+.1f]\n", elo.Value, elo.Low, elo.High, nelo.Value, nelo.Low, nelo.High)
	fmt.Fprintf(&b, "LOS: %.1f %%, Ptnml(0-2): %v\n", 100*res.Pairs.LOS(), [5]int(res.Pairs))
	if sprt := summarizeSPRT(test, res.Pairs); sprt != nil {
		fmt.Fprintf(&b, "LLR: %.2f [%.2f, %.2f], %s after %d games\n", sprt.LLR, sprt.Lower, sprt.Upper, sprt.Verdict, w.Games())
	}
	fmt.Fprintf(&b, "ended: %s   CPU: %.2f s and %.2f s\n", strings.Join(res.ReasonList(), ", "), res.CPU[0], res.CPU[1])
	return b.String()
}

// writeGames writes the games of a match between agents of these specs.
func writeGames(path string, g agent.Game, specs []string, jobs []arena.Job, records []arena.Record) error {
	return saveGames(path, g, linesOf(&arena.Cast{Info: g.Info(), Names: []string{matchA, matchB}, Specs: specs}, jobs, records))
}

// saveGames writes records as JSON lines, or in the notation that the file's name
// ends in. An old file stays until the new one is complete.
func saveGames(path string, g agent.Game, lines []arena.Line) error {
	var text []byte
	var err error
	if n := notationOf(path); n != nil {
		text, err = n.text(g, lines)
	} else {
		text, err = appendLines(nil, lines)
	}
	if err == nil {
		err = files.Replace(path, text)
	}
	if err != nil {
		return fmt.Errorf("evolve: --games-out: %w", err)
	}
	return nil
}

func appendLines(dst []byte, lines []arena.Line) ([]byte, error) {
	var err error
	for i := range lines {
		if dst, err = lines[i].Append(dst); err != nil {
			return nil, err
		}
		dst = append(dst, '\n')
	}
	return dst, nil
}
