package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/record"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/lab/term"
	"evolab/stats"
)

type matchFlags struct {
	confine confineFlags
	gameFlags
	workerFlags
	Games        int    `key:"games" doc:"games to play; with --sprt at most, and without --games until it decides" range:"2..10000000" even:"true" default:"100"`
	OpeningPlies int    `key:"opening_plies" doc:"random plies before each game" range:"0..1000" default:"2"`
	Openings     string `key:"openings" doc:"file of positions to begin from, one per line"`
	Balanced     int    `key:"balanced" doc:"games per reference match; keep only openings from which it is close" range:"0..10000"`
	arena.Limits
	SPRT     string `key:"sprt" doc:"stop when a sequential test decides, as in elo0=0,elo1=5"`
	Resume   string `key:"resume" doc:"continue the match whose games are in this file of --games-out"`
	Seed     uint64 `key:"seed" doc:"seed of the openings and of the agents" default:"1"`
	gamesOut string
	open     bool // plays until the test decides
	keep     bool
	waits    map[string]agent.Waits // of the players, in the games before
	cluster  clusterFlags
}

func matchCommand(a *app) *cobra.Command {
	var f matchFlags
	c := &cobra.Command{
		Use: "match A B", Short: "Play a paired match between two agents", Args: arguments(2, 2),
		Long: "Play a match in which every opening is played twice, with sides swapped.\n" +
			"A and B are agents, as NAME or NAME:key=value,..., or folders or source files (evolve agents).\n\n" +
			"With --sprt the match ends when the test decides, and its estimates are corrected for that; without --games it plays\n" +
			"on until then, up to a maximum that it announces. --resume FILE continues a match whose games were written with\n" +
			"--games-out FILE: after an interruption or a kill, or with more --games. The other arguments have to be those of the\n" +
			"first part, and the result is that of a match that was never interrupted.",
		RunE: func(c *cobra.Command, args []string) error {
			if f.Openings != "" && c.Flags().Changed("opening-plies") {
				return badInput(errors.New("--openings and --opening-plies exclude each other"), "the positions of --openings are played as they are: give one of them")
			}
			f.open = f.SPRT != "" && !c.Flags().Changed("games")
			if c.Flags().Changed("resume") {
				if err := f.checkResume(c); err != nil {
					return err
				}
			}
			return a.match(c.Context(), &f, args)
		},
	}
	f.gameFlags.add(a, c)
	a.formats(c)
	bind(c, &f)
	c.Flags().StringVar(&f.gamesOut, "games-out", "", gamesOutDoc)
	addKeep(c, &f.keep)
	f.confine.add(c)
	f.cluster.add(c, &f.Workers)
	return saves(c)
}

func (a *app) match(ctx context.Context, f *matchFlags, names []string) (err error) {
	g, err := f.find()
	if err != nil {
		return err
	}
	play, err := f.prepare(ctx, a, g)
	if err != nil {
		return err
	}
	saved, err := f.openGames(a, g, names, play)
	if err != nil {
		return err
	}
	defer func() { err = noRoom(errors.Join(err, saved.close()), f.howToContinue(true)) }()
	a.announce(f, play)
	agents, err := openAll(ctx, g, names, agent.Env{Keep: f.keep, Log: a.err, Programs: f.confine.programs(a)})
	if err != nil {
		return err
	}
	defer closeAgents(agents)
	for i, player := range []string{record.MatchA, record.MatchB} {
		arena.RaiseWaits(agents[i], f.waits[player])
	}
	venue, err := f.cluster.open(ctx, a, f.confine.level())
	if err != nil {
		return err
	}
	defer venue.close(&err)
	jobs, records, stopped := a.playMatch(ctx, play, names, venue.pool, arena.Round{Game: g, Agents: agents, Voids: true})
	if d := (*arena.Distrusted)(nil); errors.As(stopped, &d) {
		saved.whole = true // its games are not continued with
	}
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	if f.gamesOut != "" {
		if err := writeGames(f.gamesOut, g, names, jobs, records); err != nil {
			return err
		}
		saved.whole = true
	}
	res := arena.Sum(jobs, records, 0)
	fouls := [2]*arena.Foul{arena.FoulOf(jobs, records, 0), arena.FoulOf(jobs, records, 1)}
	if res.Total().Games() > 0 || stopped == nil {
		if err := a.printMatch(g, names, res, play.Test, append(foulWarnings(names, fouls, len(records)), venue.warn()...)); err != nil {
			return err
		}
		for i, f := range fouls {
			a.quoteStderr(names[i], f)
		}
	}
	if stopped != nil {
		count := fmt.Sprint(len(records))
		if !f.open {
			count += fmt.Sprintf(" of %d", f.Games)
		}
		return &exitError{exitInterrupted, fmt.Errorf("interrupted after %s games; the result covers whole pairs", count), f.howToContinue(true)}
	}
	a.remarkUndecided(f, play.Test, res)
	for i, f := range fouls {
		if f != nil && f.Mute {
			return &exitError{exitFailed, fmt.Errorf("%s lost all %s by %s: it does not run, and nothing was measured", term.OneLine(names[i]), quantity.Of(f.Games, "game"), f.Reason),
				"evolve doctor PROGRAM looks at the rest of it"}
		}
	}
	return voidError(res.Voids, len(records), firstVoid(records))
}

// foulWarnings say which player lost games by its own doing, and how.
func foulWarnings(names []string, fouls [2]*arena.Foul, games int) (list []string) {
	for i, f := range fouls {
		if f != nil {
			list = append(list, fmt.Sprintf("%s lost %d of %s by its own doing, the first, game %d, by %s: %s",
				term.OneLine(names[i]), f.Games, quantity.Of(games, "game"), f.Game+1, f.Reason, term.OneLine(f.Detail)))
		}
	}
	return list
}

// quoteStderr shows the last lines that a program wrote to its standard error in the
// first game that it lost by its own doing.
func (a *app) quoteStderr(name string, f *arena.Foul) {
	if f == nil || f.Stderr == "" {
		return
	}
	const most = 12 // lines
	lines := strings.Split(strings.TrimRight(f.Stderr, "\n"), "\n")
	fmt.Fprintf(a.err, "standard error of %s in game %d:\n", term.OneLine(name), f.Game+1)
	for _, line := range lines[max(0, len(lines)-most):] {
		fmt.Fprintf(a.err, "  %s\n", term.OneLine(line))
	}
}

// openingsHint says how long openings may be.
const openingsHint = "an opening has to leave a game to play; --opening-plies is usually 0 to 10"

// prepare lists the games and checks everything before the first one.
func (f *matchFlags) prepare(ctx context.Context, a *app, g agent.Game) (*arena.Sequential, error) {
	if f.Balanced > 0 && f.Openings != "" {
		return nil, badInput(errors.New("--balanced and --openings exclude each other"), "--balanced chooses among random openings")
	}
	var test *stats.SPRT
	if f.SPRT != "" {
		t, err := parseSPRT(f.SPRT)
		if err != nil {
			return nil, err
		}
		test = &t
	}
	if f.open {
		f.Games = mostGames(test)
	}
	m := arena.Match{
		Variant: f.variant, Games: f.Games, OpeningPlies: f.OpeningPlies, Limits: f.Limits, Seed: f.Seed, Keep: true, OwnSeeds: true,
	}
	var err error
	switch {
	case f.Openings != "":
		m.Openings, err = arena.ReadOpeningsArgument(f.Openings)
		err = badInput(err, "write one position per line")
	case f.Balanced > 0:
		m.Openings, err = a.balance(ctx, f, g)
	}
	if err != nil {
		return nil, err
	}
	if err := m.Check(g); err != nil {
		hint := openingsHint
		if f.Openings != "" {
			hint = f.Openings + " has to hold one position a line, as show-game --format positions prints them"
		}
		return nil, badInput(err, hint)
	}
	return &arena.Sequential{Match: m, Test: test}, checkGamesOut(f.gamesOut, g)
}

// openBalanced is how many balanced openings a match without a number of games chooses;
// it then plays them in turn.
const openBalanced = 500

func (a *app) balance(ctx context.Context, f *matchFlags, g agent.Game) ([]string, error) {
	defer term.Busy(a.err, "choosing balanced openings")()
	reference, err := openAgent(g, "hand:depth=2,ties=random", agent.Env{})
	if err != nil {
		return nil, err
	}
	defer reference.Close()
	b := arena.Balance{Agent: reference, Games: f.Balanced, Within: .25}
	pairs := f.Games / 2
	if f.open {
		pairs = min(pairs, openBalanced)
	}
	return b.Choose(ctx, arena.Choice{Game: g, Variant: f.variant, Plies: f.OpeningPlies, To: pairs, Seed: f.Seed, Workers: f.Workers})
}

// playMatch plays the games of a match. Meanwhile it shows the score between the named
// players.
func (a *app) playMatch(ctx context.Context, m *arena.Sequential, names []string, pool arena.Pool, r arena.Round) ([]arena.Job, []arena.Record, error) {
	total := m.Match.Games
	if m.Test != nil {
		total = 0 // nobody knows when the test decides
	}
	bar := term.NewBar(a.err, total, "game")
	defer bar.Close()
	m.Played = func(m *arena.Sequential) {
		if bar.Due() {
			jobs, records := m.Finished()
			if sum := arena.Sum(jobs, records, 0); sum.Pairs.Pairs() > 0 {
				bar.Detail(matchText(r.Game.Info().Sides, names, sum, m.Test))
			}
		}
		bar.Add(1)
	}
	return m.Run(ctx, pool, r)
}

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
	Corrected   bool              `json:"corrected,omitempty"` // score, elo and los, for the stopping of the test
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
	strength, w := res.Pairs.Strength(test), res.Total()
	text := matchText(g.Info().Sides, names, res, test)
	warnings := append(append(res.Warnings(), strength.Warnings()...), machines...)
	for _, warning := range warnings {
		text += "warning: " + warning + "\n"
	}
	return a.print(matchSummary{
		A: names[0], B: names[1], Wins: w.Wins, Losses: w.Losses, Draws: w.Draws,
		Score: strength.Score.Value, Low: strength.Score.Low, High: strength.Score.High,
		Elo: strength.Elo.Value, EloLow: strength.Elo.Low, EloHigh: strength.Elo.High, LOS: strength.LOS, Corrected: strength.Corrected,
		Pentanomial: res.Pairs, SPRT: summarizeSPRT(test, res.Pairs),
		AsFirst: res.AsFirst, AsSecond: res.AsSecond, Reasons: res.Reasons, CPU: res.CPU, Voids: res.Voids, Warnings: warnings,
		Confinement: agent.Confinement(names...),
	}, "%s", text)
}

// correctedText follows estimates that are corrected, because those of a test that has
// ended exaggerate.
const correctedText = ", corrected for the stopping of the test"

// matchText formats a match's result in the usual way of engine matches.
func matchText(sides [2]string, names []string, res arena.Result, test *stats.SPRT) string {
	strength, w := res.Pairs.Strength(test), res.Total()
	corrected := ""
	if strength.Corrected {
		corrected = correctedText
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Score of %s vs %s: %d - %d - %d [%.3f] %d\n", term.OneLine(names[0]), term.OneLine(names[1]), w.Wins, w.Losses, w.Draws, w.Score(), w.Games())
	fmt.Fprintf(&b, "  %s, 95 %% interval from pairs%s\n", strength.Score.Percent(), corrected)
	fmt.Fprintf(&b, "  as %s: %s   as %s: %s\n", sides[0], res.AsFirst.Rate().Percent(), sides[1], res.AsSecond.Rate().Percent())
	fmt.Fprintf(&b, "Elo: %+.1f [%+.1f, %+.1f], nElo: %+.1f [%+.1f, %+.1f]%s\n",
		strength.Elo.Value, strength.Elo.Low, strength.Elo.High, strength.NElo.Value, strength.NElo.Low, strength.NElo.High, corrected)
	fmt.Fprintf(&b, "LOS: %.1f %%, Ptnml(0-2): %v\n", 100*strength.LOS, [5]int(res.Pairs))
	if sprt := summarizeSPRT(test, res.Pairs); sprt != nil {
		fmt.Fprintf(&b, "LLR: %.2f [%.2f, %.2f], %s after %s\n", sprt.LLR, sprt.Lower, sprt.Upper, sprt.Verdict, quantity.Of(w.Games(), "game"))
	}
	fmt.Fprintf(&b, "ended: %s   CPU: %.2f s and %.2f s\n", strings.Join(res.ReasonList(), ", "), res.CPU[0], res.CPU[1])
	return b.String()
}

// writeGames writes the games of a match between agents of these specs.
func writeGames(path string, g agent.Game, specs []string, jobs []arena.Job, records []arena.Record) error {
	return saveGames(path, g, record.Played(matchRoster(g, specs), jobs, records))
}

// matchRoster names the players of a match between agents of these specs.
func matchRoster(g agent.Game, specs []string) *arena.Roster {
	return &arena.Roster{Info: g.Info(), Names: []string{record.MatchA, record.MatchB}, Specs: specs}
}

// firstVoid is why the first void game is void.
func firstVoid(records []arena.Record) string {
	for i := range records {
		if records[i].Void() {
			return untrusted.Printable(records[i].Failure)
		}
	}
	return ""
}

// voidError ends a command that finished except for void games, and says why the
// first of them is.
func voidError(voids, games int, why string) error {
	if voids == 0 {
		return nil
	}
	if why != "" {
		why = "; the first one: " + why
	}
	verb := "are"
	if voids == 1 {
		verb = "is"
	}
	return &exitError{exitFailed, fmt.Errorf("%d of %s %s void", voids, quantity.Of(games, "game"), verb),
		"play again when the machine has more to spare" + why}
}
