package littlego

import (
	"testing"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/longtest"
)

// often is how many samples there are: few by default, all with -long.
func often(few, all uint64) uint64 {
	if longtest.Enabled() {
		return all
	}
	return few
}

func TestInferPlyWithoutRecord(t *testing.T) {
	for _, c := range []struct {
		name              string
		colour            game.Side
		previous, current string
		want              int
		source            Source
	}{
		{"first move", game.First, "...../...../...../...../.....", "...../...../...../...../.....", 0, FromBoards},
		{"answer", game.Second, "...../...../...../...../.....", "...../...../..X../...../.....", 1, FromBoards},
		{"White passed at once", game.First, "...../...../..X../...../.....", "...../...../..X../...../.....", 2, Guessed},
		{"Black passed at once, in a game that goes on", game.Second, "...../...../...../...../.....", "...../...../...../...../.....", 1, FromBoards},
		{"the same, and White did not", game.First, "...../...../...../...../.....", "...../...../..O../...../.....", 2, Guessed},
		{"two each", game.First, "...../.XO../..X../...../.....", "...../.XO../..XO./...../.....", 4, Guessed},
		{"White passed once", game.Second, "...../.XO../..X../...../.....", "...../.XO../..XX./...../.....", 5, Guessed},
		{"previous board held more", game.First, ".XO../X..../X..../X..../.....", "O.O../X..../X..../X..../.....", 8, Guessed},
		{"previous board is nonsense", game.First, "XXXXX/XXXXX/XXXXX/XX.../.....", "...../.XO../...../...../.....", 2, Guessed},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Input{Colour: c.colour, Previous: rows(t, c.previous), Current: rows(t, c.current)}
			if ply, source, err := InferPly(&in, nil); err != nil || ply != c.want || source != c.source {
				t.Errorf("got %d, source %d, %v; want %d, source %d", ply, source, err, c.want, c.source)
			}
		})
	}
}

func TestImpossibleStonesHaveNoPly(t *testing.T) {
	in := Input{Colour: game.First, Current: rows(t, "XXXXX/XXXXX/XX.../...../.....")}
	if ply, _, err := InferPly(&in, nil); err == nil {
		t.Errorf("got ply %d", ply)
	}
}

func TestInferPlyFromRecord(t *testing.T) {
	left := rows(t, "...../.XO../..X../...../.....")
	in := Input{Colour: game.First, Previous: left, Current: rows(t, "...../.XO../..XO./...../.....")}
	old := Input{Colour: game.First, Previous: rows(t, "...../.X.../...../...../....."), Current: rows(t, "...../.XO../...../...../.....")}
	far := Input{Colour: game.First, Previous: rows(t, "...../.X.../...../...../....."), Current: rows(t, "...../.X.../...../...../O....")}
	other := old
	other.Colour = game.Second
	for _, c := range []struct {
		name   string
		record PlyRecord
		want   int
		source Source
	}{
		{"continued", PlyRecord{Input: old, Ply: 6}, 8, FromRecord},
		{"asked again", PlyRecord{Input: in, Ply: 8}, 8, FromRecord},
		{"another board", PlyRecord{Input: far, Ply: 6}, 4, Guessed},
		{"another colour", PlyRecord{Input: other, Ply: 7}, 4, Guessed},
		{"too low for the stones", PlyRecord{Input: old, Ply: 0}, 4, Guessed},
		{"beyond the end", PlyRecord{Input: old, Ply: 22}, 4, Guessed},
		{"parity", PlyRecord{Input: old, Ply: 7}, 4, Guessed},
	} {
		if ply, source, err := InferPly(&in, &c.record); err != nil || ply != c.want || source != c.source {
			t.Errorf("%s: got %d, source %d, %v; want %d, source %d", c.name, ply, source, err, c.want, c.source)
		}
	}
}

// folder stands for an agent's folder over games: it goes through the bytes of
// both files, as a process per ply has to.
type folder struct{ helper []byte }

// answer infers the ply of a position and records it.
func (f *folder) answer(t *testing.T, s *littlego.State) (int, Source) {
	t.Helper()
	in, err := ParseInput(AppendInput(nil, InputOf(s)))
	if err != nil {
		t.Fatal(err)
	}
	var record *PlyRecord
	if r, err := ParseRecord(f.helper); err == nil {
		record = &r
	}
	ply, source := checkInferred(t, &in, record)
	thought, err := in.State(ply)
	if err != nil {
		t.Fatalf("ply %d instead of %d: %v", ply, s.Ply(), err)
	}
	r := PlyRecord{Input: in, Ply: thought.Ply()}
	f.helper = r.Append(nil)
	return ply, source
}

// checkInferred fails unless the rules accept the inferred ply.
func checkInferred(t *testing.T, in *Input, record *PlyRecord) (int, Source) {
	t.Helper()
	ply, source, err := InferPly(in, record)
	if err != nil {
		return 0, Guessed
	}
	if ply < 0 || ply >= littlego.LastPly || ply&1 != int(in.Colour) || !in.Current.fit(ply) {
		t.Fatalf("ply %d for %+v", ply, *in)
	}
	return ply, source
}

// game plays random moves, passes among them. The agent with the folder plays
// one side; before each of its plies lose may damage the folder.
func (f *folder) game(t *testing.T, seed uint64, side game.Side, lose func(r *game.Rand)) (right, wrong, guessed int) {
	t.Helper()
	playRandom(seed, func(s *littlego.State, _ game.Move, r *game.Rand) {
		if s.Turn() != side {
			return
		}
		lose(r)
		ply, source := f.answer(t, s)
		if ply == s.Ply() {
			right++
		} else {
			wrong++
		}
		if source == Guessed {
			guessed++
		}
	})
	return right, wrong, guessed
}

// One folder serves all games, as on the host: both colours, whatever an
// earlier game left behind.
func TestCountIsNeverLostWithTheHelperFile(t *testing.T) {
	var f folder
	keep := func(*game.Rand) {}
	for seed := range often(1000, 5000) {
		if _, wrong, guessed := f.game(t, seed, game.Side(seed%2), keep); wrong+guessed > 0 {
			t.Fatalf("seed %d: %d wrong, %d guessed", seed, wrong, guessed)
		}
	}
}

func TestCountIsMostlyRightWithoutTheHelperFile(t *testing.T) {
	for _, c := range []struct {
		name  string
		least float64 // measured on these seeds, rounded down
		lose  func(*folder, *game.Rand)
	}{
		{"lost at every ply", .89, func(f *folder, _ *game.Rand) { f.helper = nil }},
		{"lost at a fifth of the plies", .95, func(f *folder, r *game.Rand) {
			if r.Intn(5) == 0 {
				f.helper = nil
			}
		}},
		{"cut at a fifth of the plies", .95, func(f *folder, r *game.Rand) {
			if r.Intn(5) == 0 {
				f.helper = f.helper[:r.Intn(len(f.helper)+1)]
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f folder
			right, all := 0, 0
			for seed := range often(1000, 4000) {
				good, bad, _ := f.game(t, seed, game.Side(seed%2), func(r *game.Rand) { c.lose(&f, r) })
				right, all = right+good, all+good+bad
			}
			rate := float64(right) / float64(all)
			t.Logf("%d plies, %.4f right", all, rate)
			if rate < c.least || rate == 1 {
				t.Errorf("%.4f right, want at least %v and below 1", rate, c.least)
			}
		})
	}
}

// A folder in which some other game's file turns up at random plies.
func TestHelperFileOfAnotherGame(t *testing.T) {
	var f, other folder
	right, all := 0, 0
	for seed := range often(1000, 4000) {
		other.game(t, seed+1e6, game.Side(seed%2), func(*game.Rand) {})
		good, bad, _ := f.game(t, seed, game.Side(seed%2), func(r *game.Rand) {
			if r.Intn(5) == 0 {
				f.helper = other.helper
			}
		})
		right, all = right+good, all+good+bad
	}
	rate := float64(right) / float64(all)
	t.Logf("%d plies, %.4f right", all, rate)
	if rate < .95 {
		t.Errorf("%.4f right", rate)
	}
}

// Any two boards and any record: the count is one that the rules allow.
func FuzzInferPly(f *testing.F) {
	f.Add(uint8(0), uint8(4), uint32(1), uint32(2), uint32(5), uint32(2), uint32(1), uint32(2))
	f.Fuzz(func(t *testing.T, colour, ply uint8, a, b, c, d, e, g uint32) {
		stones := func(x, y uint32) Stones {
			black := littlego.Board(x) & littlego.Full()
			return Stones{Black: black, White: littlego.Board(y) & littlego.Full() &^ black}
		}
		in := Input{Colour: game.Side(colour & 1), Previous: stones(a, b), Current: stones(c, d)}
		old := in
		if colour&2 != 0 {
			old.Current = stones(e, g)
		}
		record := PlyRecord{Input: old, Ply: int(ply)}
		checkInferred(t, &in, &record)
	})
}
