package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"evolab/arena/tournament"
	"evolab/course/class"
	"evolab/course/rubric"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/lab/term"
)

const ladderHelp = "With --class, there is no CONFIG: the submissions of a class play each other under the limits of a rubric. CLASS is as\n" +
	"for evolve grade. The same command again plays only those who are new or have changed, and drops who has left.\n" +
	"Up to 21 submissions all meet; of more, each draws ten others by lot, whom it meets beside those who draw it\n" +
	"(--opponents says how many). Who cannot play is listed with the verdict."

// ladderFlags are the flags for the ladder of a class.
type ladderFlags struct {
	Class      string `key:"class" doc:"play the submissions of a class against each other: a folder or an archive, as for evolve grade"`
	Rubric     string `key:"rubric" doc:"with --class: the rubric (evolve rubrics) whose game, names and limits count" allowed:"a name" derived:"the grading of --course"`
	Course     string `key:"course" doc:"with --class: a course's own file, instead of a built-in course" allowed:"a YAML file" derived:"none"`
	Roster     string `key:"roster" doc:"with --class: a CSV of the class, with columns such as id, name and email"`
	Deadline   string `key:"deadline" doc:"with --class: of several attempts the last before this time plays (2026-10-17 23:59, in this zone unless it names one)"`
	NoArchives bool   `key:"no-archives" doc:"with --class: do not unpack submissions that are archives"`
	AsIs       bool   `key:"as-is" doc:"with --class: take each folder, source and archive as it is named, also where the layout of the class is not known or the roster has fewer than half of it"`
	Private    bool   `key:"private" doc:"with --class: pseudonyms instead of names, the same each time; pseudonyms.csv, for staff alone, says whose"`
	Games      int    `key:"games" doc:"with --class: games of each pair, half of them with either side" range:"2..1000" even:"true" default:"2"`
	Opponents  int    `key:"opponents" doc:"with --class: how many others each draws by lot, unless a round robin has no more games" range:"1..999" default:"10"`
	Name       string `key:"name" doc:"with --class: what the ladder's folder is called after" match:"[a-z0-9-]{1,40}" derived:"the folder of the class"`
}

// check refuses flags without a class.
func (f *ladderFlags) check(c *cobra.Command) error {
	if f.Class == "" {
		if c.Flags().Changed("class") {
			return badInput(errors.New("--class is empty"), "name the folder or the archive of the class")
		}
		return refuseIdle(c, "with --class", "rubric", "course", "roster", "deadline", "no-archives", "as-is", "private", "games", "opponents", "name")
	}
	return nil
}

// config is the tournament without its players.
func (f *ladderFlags) config(a *app, r *rubric.Rubric, seed uint64) (*tournament.Config, error) {
	name := f.Name
	if name == "" {
		name = class.LadderName(f.Class, f.Private)
	}
	limits := r.GameLimits()
	text := fmt.Sprintf("game: %s\nname: %s\nseed: %d\nformat: ladder\ngames: %d\nladder: {opponents: %d}\nlimits: {move: %g, game: %g}\nagents: [{agent: random}, {agent: greedy}]\n",
		r.Game, name, seed, f.Games, f.Opponents, limits.Move.Seconds(), limits.Game.Seconds())
	return tournament.Parse(a.games, "ladder", []byte(text), nil)
}

// ladder plays the submissions of a class against each other.
func (a *app) ladder(ctx context.Context, f *ladderFlags, o tournament.Options, seed uint64, gamesOut string, clustering *clusterFlags, confine *confineFlags) (err error) {
	r, err := findRubric(f.Rubric, f.Course)
	if err != nil {
		return err
	}
	c, err := f.config(a, &r, seed)
	if err != nil {
		return err
	}
	g, err := c.FindGame()
	if err == nil {
		err = checkGamesOut(gamesOut, g)
	}
	if err != nil {
		return err
	}
	if err := errors.Join(refuseGrants(confine, clustering), confine.opening(a)); err != nil {
		return err
	}
	var lists class.Options
	if err := (&classFlags{Roster: f.Roster, Deadline: f.Deadline}).readLists(&lists); err != nil {
		return err
	}
	venue, err := clustering.open(ctx, a, confine.level())
	if err != nil {
		return err
	}
	defer venue.close(&err)
	examined := &term.Progress{Out: a.err}
	entered, err := class.NewLadder(ctx, class.Options{
		Folder: f.Class, NoArchives: f.NoArchives, AsIs: f.AsIs, Roster: lists.Roster, Deadline: lists.Deadline, Private: f.Private,
		Grading: rubric.Grading{Rubric: r, Game: g, Seed: c.Seed}, Workers: o.Workers, Programs: confine.programs(a), Progress: examined,
	})
	switch {
	case errors.Is(err, context.Canceled):
		return interruptedEarly()
	case err != nil:
		return intakeError(err)
	}
	defer entered.Close()
	watch := &tournamentWatcher{app: a}
	o.Workers, o.Pool, o.Observer, o.Env.Log = venue.threads, venue.pool, watch, a.err
	season, err := tournament.OpenSeason(c, o)
	if err != nil {
		return noRoom(tournamentError(err), ladderAgain)
	}
	if season.Other != nil {
		a.remark("a new ladder begins: %s\n", untrusted.OneLine(season.Other.Error()))
	}
	season.Confinement = a.confined().Level.String()
	began := time.Now()
	table, err := a.playSeason(ctx, season, c, entered, examined)
	watch.end()
	switch {
	case errors.Is(err, tournament.ErrStrangers):
		return badInput(err, "--name NAME begins another ladder for another class")
	case errors.Is(err, tournament.ErrPlayers):
		return &exitError{exitFailed, err, "evolve grade says more about each submission"}
	case err != nil && !errors.Is(err, context.Canceled):
		return tournamentError(err)
	case table == nil:
		return interruptedEarly()
	}
	a.remark("%s in %.1f s: %s\n", quantity.Of(watch.now, "game"), time.Since(began).Seconds(), season.Folder())
	table.Warnings = append(table.Warnings, venue.warn()...)
	if err := a.print(table, "%s", tableText(table, term.Width(a.out))); err != nil {
		return err
	}
	if err != nil {
		return &exitError{exitInterrupted, fmt.Errorf("interrupted; the table covers the games that were finished, which are saved in %s", season.Folder()), ladderAgain}
	}
	if gamesOut != "" {
		if err := copyGames(gamesOut, g, season.Folder()); err != nil {
			return err
		}
	}
	return voidError(table.Voids, watch.now, "")
}

// playSeason examines the submissions, and plays the games of those who can.
func (a *app) playSeason(ctx context.Context, season *tournament.Season, c *tournament.Config, entered *class.Ladder, watch *term.Progress) (table *tournament.Table, err error) {
	defer func() { err = errors.Join(err, season.Close(err)) }()
	players, absent, err := entered.Enter(ctx, season.Folder())
	watch.End()
	if err != nil {
		return nil, err
	}
	for _, who := range absent {
		a.remark("%s: %s\n", term.OneLine(who.Agent), term.OneLine(who.Why))
	}
	a.remark("%s\n", schedule(c, len(players)))
	return season.Play(ctx, players, absent)
}

func interruptedEarly() error {
	return &exitError{exitInterrupted, errors.New("interrupted before the first game"), ladderAgain}
}

const ladderAgain = "to continue: the same command again"

func schedule(c *tournament.Config, players int) string {
	n := quantity.Of(players, "submission")
	text := n + ": everybody meets everybody"
	if c.Ladder.Opponents*2 < players-1 {
		text = fmt.Sprintf("%s: each draws %s by lot, and meets those who draw it as well (a round robin would have %s)",
			n, quantity.Of(c.Ladder.Opponents, "other"), quantity.Of(players*(players-1)/2*c.Games, "game"))
	}
	return text
}
