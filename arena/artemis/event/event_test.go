package event

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"evolab/arena"
)

func plan(users ...int) Plan { return Plan{Users: users, Opening: "start", Seed: 7} }

func begin(t *testing.T, users ...int) *Event {
	t.Helper()
	e, err := New(plan(users...))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// play ends all games that are due, until the event is over; wins says who wins.
func play(t *testing.T, e *Event, wins func(g Game) int) {
	t.Helper()
	for !e.Done() {
		for _, g := range e.Due() {
			finish(t, e, g, wins(g))
		}
	}
}

func finish(t *testing.T, e *Event, g Game, winner int) {
	t.Helper()
	finishBy(t, e, g, winner, arena.Normal)
}

func finishBy(t *testing.T, e *Event, g Game, winner int, reason string) {
	t.Helper()
	if _, err := e.Finish(g, winner, reason, "", []string{"[0:0]"}); err != nil {
		t.Fatal(err)
	}
}

func lower(g Game) int { return min(g.First, g.Second) }

// In any number of users everybody meets everybody once, and nobody plays twice
// in a round; two games of the first two follow, which either begins once.
func TestEverybodyMeetsEverybody(t *testing.T) {
	for n := 2; n <= 9; n++ {
		var users []int
		for i := range n {
			users = append(users, i+1)
		}
		e := begin(t, users...)
		met, round := map[string]int{}, map[string]bool{}
		play(t, e, func(g Game) int {
			met[fmt.Sprint(min(g.First, g.Second), max(g.First, g.Second))]++
			for _, user := range []int{g.First, g.Second} {
				if key := fmt.Sprint(g.Round, user); round[key] {
					t.Errorf("%d users: user %d plays twice in round %d", n, user, g.Round)
				} else {
					round[key] = true
				}
			}
			return lower(g)
		})
		if len(met) != n*(n-1)/2 || met["1 2"] != 3 || e.Games() != n*(n-1)/2+2 || e.Round() != 0 {
			t.Errorf("%d users: %d games, met %v", n, e.Games(), met)
		}
		final := e.games[e.roundRobin:]
		if final[0].First != final[1].Second || final[0].Second != final[1].First {
			t.Errorf("%d users: the final is %+v", n, final)
		}
	}
}

func TestPlansThatCannotBePlayed(t *testing.T) {
	for want, users := range map[string][]int{
		"users: 1 (": {4}, "user 0": {1, 0}, "user -3": {-3, 1}, "user 2 is listed twice": {2, 1, 2},
	} {
		if _, err := New(plan(users...)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", users, err, want)
		}
	}
}

// Users are told whom to name, and when it is over for them.
func TestWhomToName(t *testing.T) {
	e := begin(t, 1, 2, 3, 4)
	check := func(user, named int, want string) {
		t.Helper()
		err := e.Admit(user, named)
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("user %d names %d: %v, want %q", user, named, err, want)
		}
	}
	now := e.Due()[0]
	a, b := now.First, now.Second
	other := e.Due()[1].First
	check(a, 0, "")
	check(a, b, "")
	check(a, other, fmt.Sprintf("user %d meets user %d now: name %d, or 0 for whoever is next", a, b, b))
	check(9, 0, "user 9 does not take part in the event")
	if got, want := e.Notice(a), fmt.Sprintf("Event: user %d meets user %d in round 1; name %d, or 0 for whoever is next", a, b, b); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	finish(t, e, now, a)
	check(a, other, "") // their game comes later
	check(a, b, fmt.Sprintf("user %d has no game against user %d: name 0 for whoever is next", a, b))
	for e.Played() < 6 {
		finish(t, e, e.Due()[0], lower(e.Due()[0]))
	}
	check(1, 2, "")
	check(4, 0, "the event is over for user 4")
	if err := e.Admit(3, 1); !errors.Is(err, ErrOver) {
		t.Error(err)
	}
	play(t, e, lower)
	check(1, 0, "the event is over for user 1")
}

// The final goes between the best two, and the best of three is what counts.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name  string
		users []int
		wins  func(g Game) int
		want  []int // places, in the users' order
	}{
		{"the lower number wins", []int{3, 1, 2}, lower, []int{3, 1, 2}},
		{"the final turns it", []int{1, 2, 3}, func(g Game) int {
			if g.Number > 3 {
				return 2
			}
			return lower(g)
		}, []int{2, 1, 3}},
		{"one game each in the final", []int{1, 2, 3}, func(g Game) int {
			if g.Number == 4 {
				return 2
			}
			return lower(g)
		}, []int{1, 2, 3}},
		// 1 and 2 have two wins each, 1 by beating 2; 3 beats 1, 4 beats nobody
		// but 3.
		{"among equals", []int{2, 1, 3, 4}, func(g Game) int {
			switch {
			case g.has(1) && g.has(3):
				return 3
			case g.has(3) && g.has(4):
				return 4
			}
			return lower(g)
		}, []int{2, 1, 4, 3}},
		{"nobody comes", []int{5, 6, 7}, func(Game) int { return 0 }, []int{1, 2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := begin(t, c.users...)
			if champion := e.Table().Champion; champion != nil {
				t.Errorf("before the final %+v is champion", champion)
			}
			play(t, e, c.wins)
			first := c.users[slices.Index(c.want, 1)]
			if champion := e.Table().Champion; champion == nil || champion.Agent != Name(first) || champion.Total.Wins < champion.Total.Losses {
				t.Errorf("the champion is %+v, want user %d", champion, first)
			}
			if got := e.Places(); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// A game for which nobody came counts for nobody, and one that was lost by a
// disconnect is told.
func TestTable(t *testing.T) {
	e := begin(t, 1, 2, 3)
	ends := []struct {
		winner int
		reason string
	}{{0, NoShow}, {1, Disconnect}, {1, arena.Normal}, {1, arena.Normal}, {1, arena.Normal}}
	for _, end := range ends {
		if _, err := e.Finish(e.Due()[0], end.winner, end.reason, "gone", nil); err != nil {
			t.Fatal(err)
		}
	}
	table := e.Table()
	first := table.Rows[0]
	if table.Games != 4 || first.Agent != "user 1" || first.Place != 1 || first.Total.Wins != 4 || first.Games != 4 {
		t.Errorf("%+v", table)
	}
	loser := Name(e.games[1].Opponent(1))
	for _, row := range table.Rows {
		if want := map[bool]int{true: 1}[row.Agent == loser]; row.Reasons[Disconnect] != want {
			t.Errorf("%s lost %d games by a disconnect, want %d", row.Agent, row.Reasons[Disconnect], want)
		}
	}
}

// An event that was cut off after any game continues with the same ones, also
// after the last line was torn, and another event does not take its journal.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	whole := begin(t, 1, 2, 3, 4)
	for !whole.Done() {
		g := whole.Due()[0]
		finishBy(t, whole, g, lower(g), Verdict)
	}
	for n := 0; ; n++ {
		e, err := Open(plan(1, 2, 3, 4), path)
		if err != nil {
			t.Fatal(err)
		}
		if e.Played() != n {
			t.Fatalf("%d games, want %d", e.Played(), n)
		}
		if e.Done() {
			if !reflect.DeepEqual(e.lines, whole.lines) {
				t.Errorf("%+v\nwant\n%+v", e.lines, whole.lines)
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
			break
		}
		g := e.Due()[len(e.Due())-1] // in another order than the whole one
		finishBy(t, e, g, lower(g), Verdict)
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if x, err := Examine(path); err != nil || !x.Finished || len(x.Changes) > 0 {
		t.Errorf("at the end: %+v, %v", x, err)
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	open := strings.Replace(string(kept), `"winner":"user 1","reason":"verdict"`, `"winner":"none","reason":"unfinished"`, 1)
	if err := os.WriteFile(path+".open", []byte(open), 0o644); err != nil {
		t.Fatal(err)
	}
	if e, err := Open(plan(1, 2, 3, 4), path+".open"); err == nil {
		t.Errorf("a game without a result counts: %d games", e.Played())
	}
	for _, other := range []Plan{plan(1, 2, 3), plan(4, 3, 2, 1), {Users: []int{1, 2, 3, 4}, Opening: "start", Seed: 8}, {Users: []int{1, 2, 3, 4}, Opening: "x", Seed: 7}} {
		if e, err := Open(other, path); err == nil {
			t.Errorf("%+v goes on with %d games", other, e.Played())
		}
	}
}

// The journal of a finished event that is changed or gone is named, and others can verify its
// sums; a line that is no game stops the event from being continued.
func TestChangedEventsAreNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	playWhole(t, path)
	if program, err := exec.LookPath("sha256sum"); err == nil {
		check := exec.Command(program, "-c", "--strict", "games.jsonl.sha256")
		check.Dir = filepath.Dir(path)
		if text, err := check.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	named := func(want string) {
		t.Helper()
		if x, err := Examine(path); err != nil || len(x.Changes) == 0 || x.Changes[0].String() != want {
			t.Errorf("%+v, %v; want %s", x, err, want)
		}
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(string(good) + "\n")
	named("games.jsonl: it is not what was written here")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	named("games.jsonl: it is missing")
	if err := os.Remove(path + ".sha256"); err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(good), "\n")
	write(first + "\n{\n" + rest)
	named("games.jsonl:2: game record: unexpected EOF")
	if _, err := Open(plan(1, 2, 3, 4, 5, 6), path); err == nil || !strings.Contains(err.Error(), path+`": line 2 is none of such a journal`) {
		t.Errorf("continued: %v", err)
	}
}
