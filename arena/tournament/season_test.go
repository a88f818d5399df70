package tournament

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
)

// season plays tic-tac-toe between players that are written "name=agent@version".
type season struct {
	*testing.T
	root      string
	opponents int
}

// pairsPlayed collects who met in games that were played, not found.
type pairsPlayed struct {
	games map[string]int
	stopper
}

func (p *pairsPlayed) Played(line arena.Line, table func() *Table) {
	names := []string{line.First, line.Second}
	if names[0] > names[1] {
		names[0], names[1] = names[1], names[0]
	}
	p.games[strings.Join(names, "-")]++
	p.stopper.Played(line, table)
}

func (s *season) config() *Config {
	s.Helper()
	c, err := parsed(s.T, "game=tictactoe", "agents="+few, "name=season", "format=ladder", "games=2", "openings.plies=1", fmt.Sprintf("ladder.opponents=%d", s.opponents))
	if err != nil {
		s.Fatal(err)
	}
	return c
}

func (s *season) try(ctx context.Context, o *pairsPlayed, workers int, players ...string) (table *Table, folder string, err error) {
	s.Helper()
	season, err := OpenSeason(s.config(), Options{Root: s.root, Workers: workers, Observer: o})
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, season.Close(err)) }()
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		s.Fatal(err)
	}
	var list []Contender
	for _, text := range players {
		name, spec, _ := strings.Cut(text, "=")
		spec, version, _ := strings.Cut(spec, "@")
		a, err := g.Agent(agent.Spec{Name: spec}, agent.Env{})
		if err != nil {
			s.Fatal(err)
		}
		list = append(list, Contender{name, "version:" + spec + version, a})
	}
	table, err = season.Play(ctx, list, []Absent{{"zoe", "compile-error: line 1"}})
	return table, season.Folder(), err
}

// play plays to the end, and returns the bytes that have to be the same with what was
// played.
func (s *season) play(players ...string) (bytes string, games map[string]int) {
	s.Helper()
	o := &pairsPlayed{games: map[string]int{}}
	table, folder, err := s.try(s.Context(), o, 2, players...)
	if err != nil {
		s.Fatal(err)
	}
	if err := Sums(folder).Require(nil); err != nil || !Sums(folder).Exist() {
		s.Errorf("played: %v", err)
	}
	if read, _, err := Read(folder); err != nil || read.Games != table.Games || fmt.Sprint(read.Absent) != fmt.Sprint(table.Absent) || read.Rows[0].Agent != table.Rows[0].Agent {
		s.Errorf("read as %+v, %v\nwant %+v", read, err, table)
	}
	return results(s.T, folder), o.games
}

// Only pairs are played in which somebody is new or has changed, and it ends as if all had
// been there from the beginning.
func TestSeasonPlaysWhatIsNew(t *testing.T) {
	s := &season{t, t.TempDir(), 10}
	for _, step := range []struct {
		name    string
		players string
		games   map[string]int
	}{
		{"the first", "ann=random bob=greedy eve=random", map[string]int{"ann-bob": 2, "ann-eve": 2, "bob-eve": 2}},
		{"the same", "ann=random bob=greedy eve=random", nil},
		{"one has changed", "ann=random bob=greedy eve=random@2", map[string]int{"ann-eve": 2, "bob-eve": 2}},
		{"one comes", "ann=random bob=greedy eve=random@2 kim=greedy", map[string]int{"ann-kim": 2, "bob-kim": 2, "eve-kim": 2}},
		{"one leaves, in another order", "kim=greedy eve=random@2 bob=greedy", nil},
		{"an earlier version is back", "ann=random bob=greedy eve=random", nil},
	} {
		players := strings.Fields(step.players)
		got, games := s.play(players...)
		if fmt.Sprint(games) != fmt.Sprint(step.games) {
			t.Errorf("%s: played %v, want %v", step.name, games, step.games)
		}
		fresh := &season{t, t.TempDir(), 10}
		if want, _ := fresh.play(players...); got != want {
			t.Errorf("%s: it ends in\n%s\nwant\n%s", step.name, got, want)
		}
	}
	if _, _, err := s.try(t.Context(), &pairsPlayed{}, 1, "tim=random", "tom=random"); !errors.Is(err, ErrStrangers) {
		t.Errorf("another class: %v", err)
	}
}

// However often it is cut off, and however many workers play it, a season ends in the same
// bytes.
func TestResumedSeasonsEndAlike(t *testing.T) {
	before := strings.Fields("ann=random bob=greedy eve=random kim=greedy")
	now := strings.Fields("ann=random@2 bob=greedy kim=greedy lee=random mia=greedy")
	whole := &season{t, t.TempDir(), 10}
	whole.play(before...)
	want, _ := whole.play(now...)
	s := &season{t, t.TempDir(), 10}
	s.play(before...)
	for workers := 1; ; workers++ {
		ctx, cancel := context.WithCancel(t.Context())
		o := &pairsPlayed{games: map[string]int{}, stopper: stopper{3, cancel}}
		table, folder, err := s.try(ctx, o, workers, now...)
		cancel()
		if err == nil {
			if got := results(t, folder); got != want || workers < 2 {
				t.Errorf("it ends in\n%s\nwant\n%s", got, want)
			}
			return
		}
		if !errors.Is(err, context.Canceled) || table == nil {
			t.Fatal(err)
		}
		tear(t, filepath.Join(folder, JournalFile))
	}
}

// Among many, few pairs meet, all of them connected. Who comes meets somebody, and the
// games of the others stay; who leaves costs new games only of those who met him.
func TestSeasonOfMany(t *testing.T) {
	const n, opponents = 12, 2
	var players []string
	for i := range n {
		players = append(players, fmt.Sprintf("p%02d=random", i))
	}
	s := &season{t, t.TempDir(), opponents}
	_, games := s.play(players...)
	if len(games) > n*opponents || len(games) < n*opponents/2 {
		t.Errorf("%d pairs have met", len(games))
	}
	met := map[string]bool{"p00": true}
	for range n {
		for pair := range games {
			if a, b, _ := strings.Cut(pair, "-"); met[a] || met[b] {
				met[a], met[b] = true, true
			}
		}
	}
	if len(met) != n {
		t.Errorf("only %v are connected", met)
	}
	table, _, err := s.try(t.Context(), &pairsPlayed{games: map[string]int{}}, 2, players...)
	if err != nil {
		t.Fatal(err)
	}
	before := table.Games
	_, joined := s.play(append(players, "q=random")...)
	for pair := range joined {
		if !strings.HasSuffix(pair, "-q") {
			t.Errorf("%s played although neither is new", pair)
		}
	}
	table, _, err = s.try(t.Context(), &pairsPlayed{games: map[string]int{}}, 2, append(players, "q=random")...)
	if err != nil || len(joined) < opponents || table.Games != before+2*len(joined) {
		t.Errorf("%d games before, %d pairs with the new one, %d games now, %v", before, len(joined), table.Games, err)
	}
	_, left := s.play(players[1:]...)
	for pair := range left {
		if a, b, _ := strings.Cut(pair, "-"); games["p00-"+a]+games["p00-"+b] == 0 {
			t.Errorf("%s played although neither had met who left", pair)
		}
	}
}
