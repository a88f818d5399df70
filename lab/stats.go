package lab

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/stats"
)

// sprtFlags are the flags of a sequential test, and the settings of match --sprt.
type sprtFlags struct {
	Elo0  float64 `key:"elo0" doc:"Elo difference of the first hypothesis" range:"-1200..1200" default:"0"`
	Elo1  float64 `key:"elo1" doc:"Elo difference of the second hypothesis" range:"-1200..1200" default:"5"`
	Alpha float64 `key:"alpha" doc:"probability of accepting elo1 when elo0 is true, at most" range:">0..0.5" default:"0.05"`
	Beta  float64 `key:"beta" doc:"probability of accepting elo0 when elo1 is true, at most" range:">0..0.5" default:"0.05"`
	Model string  `key:"model" doc:"unit of the differences, in Elo" oneof:"logistic|normalized" default:"logistic"`
}

func (f *sprtFlags) test() (stats.SPRT, error) {
	t := stats.SPRT{Elo0: f.Elo0, Elo1: f.Elo1, Alpha: f.Alpha, Beta: f.Beta, Normalized: f.Model == "normalized"}
	return t, t.Validate()
}

// parseSPRT reads the value of match --sprt, as in elo0=0,elo1=5.
func parseSPRT(text string) (test stats.SPRT, err error) {
	var f sprtFlags
	var settings []config.Setting
	for _, part := range strings.Split(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		settings = append(settings, config.Setting{Key: key, Value: value})
	}
	if err = config.Apply(&f, settings); err == nil {
		test, err = f.test()
	}
	if err != nil {
		return test, badInput(fmt.Errorf("--sprt %q: %w", text, err), "as in elo0=0,elo1=5; alpha and beta are 0.05 unless given")
	}
	return test, nil
}

// statsLine is the result line.
type statsLine struct {
	Elo       float64  `json:"elo"`
	EloLow    float64  `json:"elo_low"`
	EloHigh   float64  `json:"elo_high"`
	NElo      float64  `json:"nelo"`
	NEloLow   float64  `json:"nelo_low"`
	NEloHigh  float64  `json:"nelo_high"`
	LOS       float64  `json:"los"`
	Corrected bool     `json:"corrected,omitempty"` // for the stopping of the test
	LLR       float64  `json:"llr"`
	Lower     float64  `json:"lower"`
	Upper     float64  `json:"upper"`
	Warnings  []string `json:"warnings,omitempty"`
}

func statsCommand(a *app) *cobra.Command {
	var sprt sprtFlags
	var pentanomial, wdl string
	c := &cobra.Command{
		Use: "stats", Short: "The statistics of a result: Elo, LOS, SPRT", Args: arguments(0, 0),
		Long: "The statistics of a result, given as pairs (--pentanomial LL,LD,DD+WL,WD,WW)\nor as independent games (--wdl W,D,L).\n\n" +
			"With --elo0 or --elo1 it is taken for the result of that sequential test. If the test has ended, Elo, nElo and LOS\nare corrected for its stopping.",
		RunE: func(c *cobra.Command, _ []string) error {
			test, err := sprt.test()
			if err != nil {
				return badInput(err, "as in --elo0 0 --elo1 5 --alpha 0.05 --beta 0.05")
			}
			s, err := statistics(pentanomial, wdl, test, c.Flags().Changed("elo0") || c.Flags().Changed("elo1"))
			if err != nil {
				return err
			}
			text := fmt.Sprintf("Elo: %+.2f [%+.2f, %+.2f]\nnElo: %+.2f [%+.2f, %+.2f]\nLOS: %.1f %%\nLLR: %.3f [%.3f, %.3f]\n",
				s.Elo, s.EloLow, s.EloHigh, s.NElo, s.NEloLow, s.NEloHigh, 100*s.LOS, s.LLR, s.Lower, s.Upper)
			if s.Corrected {
				text += "Elo, nElo and LOS are" + strings.TrimPrefix(correctedText, ",") + "\n"
			}
			for _, warning := range s.Warnings {
				text += "warning: " + warning + "\n"
			}
			return a.print(s, "%s", text)
		},
	}
	a.formats(c)
	bind(c, &sprt)
	c.Flags().StringVar(&pentanomial, "pentanomial", "", "pairs: LL,LD,DD+WL,WD,WW")
	c.Flags().StringVar(&wdl, "wdl", "", "games: W,D,L")
	return c
}

// statistics are those of counts; sequential, if the test played them.
func statistics(pentanomial, wdl string, test stats.SPRT, sequential bool) (statsLine, error) {
	var played *stats.SPRT
	if sequential {
		played = &test
	}
	var strength stats.Strength
	var sample stats.Sample
	switch {
	case (pentanomial == "") == (wdl == ""):
		return statsLine{}, badInput(errors.New("stats needs either --pentanomial or --wdl"), countsHint)
	case pentanomial != "":
		counts, err := parseCounts("--pentanomial", pentanomial, 5)
		if err != nil {
			return statsLine{}, err
		}
		p := stats.Pentanomial(counts)
		strength, sample = p.Strength(played), p.Sample()
	default:
		counts, err := parseCounts("--wdl", wdl, 3)
		if err != nil {
			return statsLine{}, err
		}
		w := stats.WDL{Wins: counts[0], Draws: counts[1], Losses: counts[2]}
		strength, sample = w.Strength(played), w.Sample()
	}
	elo, nelo := strength.Elo, strength.NElo
	lower, upper := test.Bounds()
	return statsLine{
		Elo: elo.Value, EloLow: elo.Low, EloHigh: elo.High, NElo: nelo.Value, NEloLow: nelo.Low, NEloHigh: nelo.High,
		LOS: strength.LOS, Corrected: strength.Corrected, LLR: test.LLR(sample), Lower: lower, Upper: upper, Warnings: strength.Warnings(),
	}, nil
}

// countsHint shows the results that evolve stats reads.
const countsHint = "--pentanomial 1,2,3,4,5: pairs with LL, LD, DD+WL, WD, WW; --wdl 10,5,3: games won, drawn, lost"

// parseCounts reads n counts separated by commas; they must not all be 0.
func parseCounts(flag, text string, n int) ([]int, error) {
	parts := strings.Split(text, ",")
	counts := make([]int, len(parts))
	total := 0
	for i, part := range parts {
		count, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || count < 0 || count > 1e12 {
			return nil, badInput(fmt.Errorf("%s %q: %q (expected: a count up to 1000000000000)", flag, text, part), countsHint)
		}
		counts[i] = count
		total += count
	}
	if len(parts) != n || total == 0 {
		return nil, badInput(fmt.Errorf("%s %q (expected: %s separated by commas, not all 0)", flag, text, quantity.Of(n, "count")), countsHint)
	}
	return counts, nil
}
