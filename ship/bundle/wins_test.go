package bundle_test

import (
	"cmp"
	"flag"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"evolab/agent/frozen/books"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/host"
	"evolab/internal/longtest"
	protocol "evolab/protocol/littlego"
	"evolab/search"
	searchlg "evolab/search/littlego"
	"evolab/ship/bundle"
)

var (
	winsFlag = flag.Int("wins", 100, "hard positions after the opening book, with -long")
	drawn    = flag.Int("drawn", 400, "positions of which those are the hardest")
)

// hard is a position in which Black has to prove its win, with the position at
// its previous ply.
type hard struct {
	before, state littlego.State
	nodes         uint64
}

// hardest draws positions that White reaches by plausible moves against the
// book, after its last whole ply, and keeps those whose proofs are the longest.
func hardest(t *testing.T, count, of int) []hard {
	t.Helper()
	const plies, tableBits = 10, 19
	book, met := books.Littlego(), map[searchlg.Key]bool{}
	r := game.NewRand(11)
	var list []hard
	for len(list) < of {
		h, err := littlego.Start("")
		if err != nil {
			t.Fatal(err)
		}
		s, before := h, h
		for s.Ply() < plies && !s.Outcome().Over() {
			m := book.Win(&s)
			if s.Ply()&1 == 1 {
				m = searchlg.DrawPlausible(&s, &r)
			} else {
				before = s
			}
			s.Play(m, &s)
		}
		if s.Outcome().Over() || met[searchlg.KeyOf(&s)] {
			continue
		}
		met[searchlg.KeyOf(&s)] = true
		z := searchlg.NewSolver(tableBits, nil)
		if _, won, _ := z.Wins(&s, search.Limits{}); !won {
			t.Fatalf("%s is lost", littlego.Rules().Format(&s))
		}
		list = append(list, hard{before, s, z.Nodes})
	}
	slices.SortFunc(list, func(x, y hard) int { return cmp.Compare(y.nodes, x.nodes) })
	return list[:count]
}

// Where the opening book ends, Python and Java at their usual time and C++ at a tenth of a
// second keep Black's proven win in the positions with the longest proofs.
func TestWinsAreKeptAfterTheBook(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("seconds for each position")
	}
	list := hardest(t, *winsFlag, *drawn)
	t.Logf("%d positions, proofs of %d to %d nodes", len(list), list[len(list)-1].nodes, list[0].nodes)
	for _, lang := range bundle.Languages() {
		t.Run(lang, func(t *testing.T) {
			dir, command := (&handed{game: "littlego", lang: lang}).makeUntimed(t, "-O2")
			if lang == "cpp" {
				command += " -time .1"
			}
			keepWins(t, dir, command, list)
		})
	}
}

func keepWins(t *testing.T, dir, command string, list []hard) {
	session, err := host.Open(host.Program{Dir: dir, Command: command})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	kept, longest, sum := 0, time.Duration(0), time.Duration(0)
	for i, h := range list {
		record := protocol.PlyRecord{Input: protocol.InputOf(&h.before), Ply: h.before.Ply()}
		put(t, filepath.Join(session.Dir(), "my_player_ply.txt"), string(record.Append(nil)))
		answer, err := session.Ask(t.Context(), protocol.AppendInput(nil, protocol.InputOf(&h.state)), host.Limits{CPU: 10 * time.Second})
		if err != nil || answer.Stderr != "" {
			t.Fatalf("%v\n%s", err, answer.Stderr)
		}
		m, err := protocol.ParseOutput(answer.Output)
		if err != nil {
			t.Fatal(err)
		}
		longest, sum = max(longest, answer.CPU), sum+answer.CPU
		if keeps(&h.state, m) {
			kept++
		} else {
			t.Errorf("%s: %s does not win; the proof takes %d nodes, the answer took %v",
				littlego.Rules().Format(&h.state), littlego.Rules().FormatMove(&h.state, m), h.nodes, answer.CPU)
		}
		if (i+1)%10 == 0 || i == len(list)-1 {
			t.Logf("%d of %d kept, %v of CPU a move, %v at most", kept, i+1, (sum / time.Duration(i+1)).Round(time.Millisecond), longest)
		}
	}
}

// keeps reports whether a move wins.
func keeps(s *littlego.State, m game.Move) bool {
	var after littlego.State
	s.Play(m, &after)
	z := searchlg.NewSolver(20, nil)
	_, won, _ := z.Wins(&after, search.Limits{})
	return !won
}
