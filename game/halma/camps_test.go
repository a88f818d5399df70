package halma

import (
	"slices"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/gametest"
)

// corner is a position of which only the top left corner is drawn, with as many
// pieces as it has; the rest of the board is empty.
func corner(t testing.TB, variant string, turn game.Side, drawing string) State {
	t.Helper()
	rows := make([]string, Size)
	for y, row := range strings.Fields(drawing) {
		rows[y] = row
	}
	for y := range rows {
		rows[y] += strings.Repeat(".", Size-len(rows[y]))
	}
	black, white, err := parseRows(strings.Join(rows, "/"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := New(black, white, turn, mustVariant(t, variant)) // too few pieces
	return s
}

// endsFrom lists where the piece of a square may go.
func endsFrom(s *State, from string) string {
	var list []string
	for _, m := range s.Moves(nil) {
		if FormatSquare(m.From()) == from {
			list = append(list, FormatSquare(m.To()))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestCamps(t *testing.T) {
	for _, c := range []struct {
		about    string
		drawing  string
		turn     game.Side
		from     string
		addendum string
		original string
	}{
		{"a piece in the own camp has to leave it", `
			......B
			.......
			...B...`, game.First, "3,2", "3,3 4,2 4,3", "2,1 2,2 2,3 3,1 3,3 4,1 4,2 4,3"},
		{"so the others have to wait", `
			......B
			.......
			...B...`, game.First, "6,0", "", "5,0 5,1 6,1 7,0 7,1"},
		{"too deep to leave: it goes further from the corner, in neither direction back", `
			.......
			.B.....`, game.First, "1,1", "1,2 2,1 2,2", "0,0 0,1 0,2 1,0 1,2 2,0 2,1 2,2"},
		{"jumps go further, too: to 2,3, but not to 0,3, which is nearer horizontally", `
			.......
			..B....
			.WW....`, game.First, "2,1", "2,3 3,1 3,2", "0,1 0,3 1,0 1,1 2,0 2,3 3,0 3,1 3,2"},
		{"locked in: the piece in the corner cannot move, so the others are free", `
			BWW....
			WW....B
			W.W....`, game.First, "6,1", "5,0 5,1 5,2 6,0 6,2 7,0 7,1 7,2", "5,0 5,1 5,2 6,0 6,2 7,0 7,1 7,2"},
		{"a piece that could only go back stays where it is", `
			.WW....
			WBWW..B
			WWW....
			.W.W...`, game.First, "1,1", "", "0,0"},
		{"and then the others are free", `
			.WW....
			WBWW..B
			WWW....
			.W.W...`, game.First, "6,1", "5,0 5,1 5,2 6,0 6,2 7,0 7,1 7,2", "5,0 5,1 5,2 6,0 6,2 7,0 7,1 7,2"},
		{"nor does one jump back: 0,0 and 0,2 are nearer in one direction", `
			.WBWW.B
			WWWW...
			..W.W..`, game.First, "2,0", "", "0,0 0,2"},
		{"while one piece can go further, one that could only go back waits, too", `
			.BWW...
			.WWW..B
			BWWW...`, game.First, "1,0", "", "0,0 0,1"},
		{"nobody may go back into the camp", `
			.....B.
			.......`, game.First, "5,0", "5,1 6,0 6,1", "4,0 4,1 5,1 6,0 6,1"},
		{"a chain may lead through the camp, if it ends outside", `
			.....WB
			....W..
			.......`, game.First, "6,0", "4,2 5,1 6,1 7,0 7,1", "4,0 4,2 5,1 6,1 7,0 7,1"},
		{"a piece in its goal stays there", `
			.......
			.......
			...W...`, game.Second, "3,2", "2,1 2,2 2,3 3,1 4,1", "2,1 2,2 2,3 3,1 4,1"},
		{"a chain may lead out of the goal and back", `
			....W..
			....WB.
			.......
			...B.B.`, game.Second, "4,0", "2,2 3,0 3,1", "2,2 3,0 3,1"},
	} {
		for variant, want := range map[string]string{"addendum": c.addendum, "original": c.original} {
			s := corner(t, variant, c.turn, c.drawing)
			if got := endsFrom(&s, c.from); got != want {
				t.Errorf("%s, %s: %s goes to %q, want %q\n%s", c.about, variant, c.from, got, want, draw(&s))
			}
		}
	}
}

func TestWins(t *testing.T) {
	const nearly = `
		WWWWW
		WWWWW
		WWWW
		WW.W
		WW`
	for _, c := range []struct {
		about, drawing string
		turn           game.Side
		want           game.Result
	}{
		{"one square is empty", nearly, game.First, game.Ongoing},
		{"all are White's", strings.Replace(nearly, ".", "W", 1), game.First, game.SecondWins},
		{"one of Black's pieces stayed behind", strings.Replace(nearly, ".", "B", 1), game.First, game.SecondWins},
		{"only one is White's", strings.ReplaceAll(strings.Replace(strings.ReplaceAll(nearly, "W", "B"), ".", "W", 1), ".", "B"), game.First, game.SecondWins},
		{"none is White's: Black has not left yet", strings.ReplaceAll(strings.ReplaceAll(nearly, "W", "B"), ".", "B") + "\n......\n......W", game.First, game.Ongoing},
		{"only the side that moved can have won", strings.Replace(nearly, ".", "B", 1) + "\n......B\n......W", game.Second, game.Ongoing},
	} {
		s := corner(t, "original", c.turn, c.drawing+"\n..........\n..........\n..........B")
		if got := s.Outcome().Result; got != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.about, got, c.want, draw(&s))
		}
	}
}

// Black's six walkers are walled in, and its pieces that are home find no way
// to the last empty square of the goal. One white piece less, and a jump opens.
const stuck = `
	...........WWBBB
	............WWBB
	...........WWWWB
	............WWWW
	.............W.W
	................
	................
	................
	................
	................
	................
	..............W.
	.............BWW
	............BWBW
	...........BBBBB
	...........BBBBB`

// Black's pieces in the camp can reach 0,0 only, which is back for all of them,
// and the others are walled in or at home.
const backOnly = `
	.BBWW...........
	BBWW............
	BWBWW...........
	WWWW............
	W.W.W...........
	................
	................
	................
	................
	................
	................
	..............W.
	.............BWW
	............BWBW
	...........BBBBB
	...........BBBBB`

func TestNoLegalMove(t *testing.T) {
	for _, c := range []struct {
		about, drawing     string
		addendum, original int // moves
	}{
		{"walled in", stuck, 0, 0},
		{"one white piece less, and a jump opens", strings.Replace(stuck, ".W.W", "...W", 1), 1, 1},
		{"in the camp, and only back", backOnly, 0, 6},
		{"a way out of the camp", strings.Replace(backOnly, "W.W.W", "W...W", 1), 2, 8},
		{"a piece outside the camp that can move", strings.Replace(backOnly, "........", "....B...", 1), 5, 11},
	} {
		for variant, want := range map[string]int{"addendum": c.addendum, "original": c.original} {
			for side := range game.Side(2) {
				s := corner(t, variant, game.First, c.drawing)
				if side == game.Second {
					s, _ = New(mirrored(s.opp), mirrored(s.own), side, s.variant)
				}
				result := game.Ongoing
				if want == 0 {
					result = game.Win(side ^ 1)
				}
				if n := s.Count(); n != want || len(s.Moves(nil)) != want || s.Outcome().Result != result {
					t.Errorf("%s, %s: %d moves %v, %v, want %d\n%s", c.about, variant, n, endsAll(&s), s.Outcome().Result, want, draw(&s))
				}
				same(t, &s, variant)
			}
		}
	}
}

// White's move is the last one: Black has none left, and nothing is counted below
// it.
func TestTheOtherSideHasNoMoveLeft(t *testing.T) {
	s := corner(t, "addendum", game.Second, strings.Replace(backOnly, "W.W.W", "W.WW.", 1))
	m, err := parseMove(&s, "E 3,4 4,4")
	if err != nil {
		t.Fatal(err)
	}
	var after State
	if s.Play(m, &after); after.Outcome().Result != game.SecondWins {
		t.Errorf("%v\n%s", after.Outcome().Result, draw(&after))
	}
	same(t, &after, "addendum")
	gametest.Perft(t, Rules(), "addendum", format(&after), []uint64{0, 0})
}

func endsAll(s *State) (list []string) {
	for _, m := range s.Moves(nil) {
		list = append(list, formatMove(s, m))
	}
	return list
}
