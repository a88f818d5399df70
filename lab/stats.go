package lab

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evolab/internal/config"
	"evolab/stats"
)

// sprtFlags are the flags of a sequential test.
type sprtFlags struct {
	test  stats.SPRT
	model string
}

func (f *sprtFlags) add(c *cobra.Command) {
	c.Flags().Float64Var(&f.test.Elo0, "elo0", 0, "Elo difference of the first hypothesis")
	c.Flags().Float64Var(&f.test.Elo1, "elo1", 5, "Elo difference of the second hypothesis")
	c.Flags().Float64Var(&f.test.Alpha, "alpha", .05, "probability of accepting elo1 when elo0 is true, at most")
	c.Flags().Float64Var(&f.test.Beta, "beta", .05, "probability of accepting elo0 when elo1 is true, at most")
	c.Flags().StringVar(&f.model, "model", "logistic", "unit of the differences: logistic or normalized Elo")
}

func (f *sprtFlags) read() (stats.SPRT, error) {
	if f.model != "logistic" && f.model != "normalized" {
		return f.test, badInput(fmt.Errorf("evolve: %w", config.Refuse("model", f.model, []string{"logistic", "normalized"})), "")
	}
	f.test.Normalized = f.model == "normalized"
	return f.test, badInput(f.test.Validate(), "")
}

// parseSPRT reads the value of match --sprt, as in elo0=0,elo1=5.
func parseSPRT(text string) (stats.SPRT, error) {
	f := sprtFlags{test: stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05}, model: "logistic"}
	fields := map[string]*float64{"elo0": &f.test.Elo0, "elo1": &f.test.Elo1, "alpha": &f.test.Alpha, "beta": &f.test.Beta}
	for _, part := range strings.Split(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		if key == "model" {
			f.model = value
			continue
		}
		number, err := strconv.ParseFloat(value, 64)
		if err != nil || fields[key] == nil {
			refused := config.Refuse(fmt.Sprintf("--sprt %q:", text), part, []string{"elo0", "elo1", "alpha", "beta", "model"})
			refused.Word, refused.List = key, "elo0=N, elo1=N, alpha=P, beta=P, model=logistic or normalized"
			return f.test, badInput(fmt.Errorf("evolve: %w", refused), "")
		}
		*fields[key] = number
	}
	return f.read()
}

// statsLine is the result line.
type statsLine struct {
	Elo      float64 `json:"elo"`
	EloLow   float64 `json:"elo_low"`
	EloHigh  float64 `json:"elo_high"`
	NElo     float64 `json:"nelo"`
	NEloLow  float64 `json:"nelo_low"`
	NEloHigh float64 `json:"nelo_high"`
	LOS      float64 `json:"los"`
	LLR      float64 `json:"llr"`
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
}

func statsCommand(a *app) *cobra.Command {
	var sprt sprtFlags
	var pentanomial, wdl string
	c := &cobra.Command{
		Use: "stats", Short: "The statistics of a result: Elo, LOS, SPRT", Args: cobra.NoArgs,
		Long: "The statistics of a result, given as pairs (--pentanomial LL,LD,DD+WL,WD,WW)\nor as independent games (--wdl W,D,L).",
		RunE: func(*cobra.Command, []string) error {
			test, err := sprt.read()
			if err != nil {
				return err
			}
			s, err := statistics(pentanomial, wdl, test)
			if err != nil {
				return err
			}
			return a.print(s, "Elo: %+.2f [%+.2f, %+.2f]\nnElo: %+.2f [%+.2f, %+.2f]\nLOS: %.1f %%\nLLR: %.3f [%.3f, %.3f]\n",
				s.Elo, s.EloLow, s.EloHigh, s.NElo, s.NEloLow, s.NEloHigh, 100*s.LOS, s.LLR, s.Lower, s.Upper)
		},
	}
	a.formats(c)
	sprt.add(c)
	c.Flags().StringVar(&pentanomial, "pentanomial", "", "pairs: LL,LD,DD+WL,WD,WW")
	c.Flags().StringVar(&wdl, "wdl", "", "games: W,D,L")
	return c
}

func statistics(pentanomial, wdl string, test stats.SPRT) (statsLine, error) {
	var elo stats.Estimate
	var sample stats.Sample
	var los float64
	switch {
	case (pentanomial == "") == (wdl == ""):
		return statsLine{}, badInput(errors.New("evolve: stats needs either --pentanomial or --wdl"), "--pentanomial 1,2,3,4,5 or --wdl 10,5,3")
	case pentanomial != "":
		counts, err := parseCounts("--pentanomial", pentanomial, 5)
		if err != nil {
			return statsLine{}, err
		}
		p := stats.Pentanomial(counts)
		elo, sample, los = p.Elo(), p.Sample(), p.LOS()
	default:
		counts, err := parseCounts("--wdl", wdl, 3)
		if err != nil {
			return statsLine{}, err
		}
		w := stats.WDL{Wins: counts[0], Draws: counts[1], Losses: counts[2]}
		elo, sample, los = w.Elo(), w.Sample(), w.LOS()
	}
	nelo := sample.NElo()
	lower, upper := test.Bounds()
	return statsLine{
		Elo: elo.Value, EloLow: elo.Low, EloHigh: elo.High, NElo: nelo.Value, NEloLow: nelo.Low, NEloHigh: nelo.High,
		LOS: los, LLR: test.LLR(sample), Lower: lower, Upper: upper,
	}, nil
}

// parseCounts reads n counts separated by commas; they must not all be 0.
func parseCounts(flag, text string, n int) ([]int, error) {
	parts := strings.Split(text, ",")
	counts := make([]int, len(parts))
	total := 0
	for i, part := range parts {
		count, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || count < 0 || count > 1e12 {
			return nil, badInput(fmt.Errorf("evolve: %s %q: %q (expected: a count)", flag, text, part), "")
		}
		counts[i] = count
		total += count
	}
	if len(parts) != n || total == 0 {
		return nil, badInput(fmt.Errorf("evolve: %s %q (expected: %d counts separated by commas, not all 0)", flag, text, n), "")
	}
	return counts, nil
}
