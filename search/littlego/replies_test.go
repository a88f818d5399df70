package littlego

import (
	"slices"
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/littlego"
)

// replies is a book in which White has three replies to a stone at 1,1, and a
// proven answer in another position.
func replies(t testing.TB) (littlego.State, Book) {
	t.Helper()
	s := parse(t, "...../.X.../...../...../..... w 1 -")
	var records []Record
	for _, text := range []string{"2,2", "2,3", "3,2"} {
		records = append(records, Replied(&s, move(t, &s, text)))
	}
	other := parse(t, "start")
	records = append(records, Recorded(&other, move(t, &other, "2,2")))
	slices.SortFunc(records, func(x, y Record) int { return strings.Compare(string(x.Append(nil)), string(y.Append(nil))) })
	b, err := ParseBook(string(AppendBook(nil, records)))
	if err != nil {
		t.Fatal(err)
	}
	return s, b
}

// drawn counts what the book plays with many seeds.
func drawn(t testing.TB, b Book, s *littlego.State) map[string]int {
	t.Helper()
	met := map[string]int{}
	for seed := range uint64(300) {
		mine, again := b.Drawing(game.NewRand(seed)), b.Drawing(game.NewRand(seed))
		r, known := mine.Move(s)
		if same, _ := again.Move(s); !known || same.Move != r.Move {
			t.Fatalf("seed %d: %x, then %x, %v", seed, r.Move, same.Move, known)
		}
		if r.Exact || r.Score != 0 {
			t.Fatalf("a reply is taken for a proof: %+v", r)
		}
		met[littlego.Rules().FormatMove(s, r.Move)]++
	}
	return met
}

// Equally good replies are drawn alike often, by the seed alone, and in all
// symmetric forms of the position they are the same ones, turned.
func TestRepliesAreDrawn(t *testing.T) {
	s, b := replies(t)
	for k := range symmetries {
		turned := turnState(t, &s, k)
		var want []string
		for _, text := range []string{"2,2", "2,3", "3,2"} {
			m := game.Move(pointOf[k][uint(move(t, &s, text)>>16)&31]) << 16
			want = append(want, littlego.Rules().FormatMove(&turned, m))
		}
		for text, n := range drawn(t, b, &turned) {
			if !slices.Contains(want, text) || n < 60 {
				t.Errorf("symmetry %d: %s %d times, want a third of 300 of %q", k, text, n, want)
			}
		}
	}
}

// Whoever asks for proofs gets no reply.
func TestRepliesAreNoProofs(t *testing.T) {
	s, b := replies(t)
	if m := b.Win(&s); m != game.NoMove {
		t.Errorf("%x is taken for a win", m)
	}
	if r := b.Record(1); r.Won() || !r.Reply() {
		t.Errorf("%s: won %v, reply %v", r.Append(nil), r.Won(), r.Reply())
	}
}

// The part of a book that a player reads has all replies of its position.
func TestLookupFindsAllReplies(t *testing.T) {
	s, b := replies(t)
	var records []Record
	for i := range b.Len() {
		records = append(records, b.Record(i))
	}
	text := string(AppendBook(nil, records))
	l, err := NewLookup(&s, text[:HeadRoom])
	for err == nil && l.More() {
		err = l.Take(text[l.At():min(int(l.At())+LineWidth, len(text))])
	}
	if err != nil {
		t.Fatal(err)
	}
	found := l.Book()
	if got, want := len(drawn(t, found, &s)), 3; got != want || found.Len() != want {
		t.Errorf("%d replies of %d are played, want %d", got, found.Len(), want)
	}
}
