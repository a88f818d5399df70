package littlego

import (
	"strings"
	"testing"

	"evolab/game"
	"evolab/game/littlego"
)

func parse(t testing.TB, text string) littlego.State {
	t.Helper()
	s, err := littlego.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func move(t testing.TB, s *littlego.State, text string) game.Move {
	t.Helper()
	m, err := littlego.Rules().ParseMove(s, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// smallBook has three positions.
func smallBook(t testing.TB) string {
	t.Helper()
	var records []Record
	for _, line := range []struct{ position, move string }{
		{"start", "2,2"},
		{"...../...../..X../...../..... b 2 ...../...../..X../...../.....", "1,2"},
		{"O..../...../..X../...../..... b 2 ...../...../..X../...../.....", "1,0"},
	} {
		s := parse(t, line.position)
		records = append(records, Recorded(&s, move(t, &s, line.move)))
	}
	return string(AppendBook(nil, records))
}

func TestBookText(t *testing.T) {
	const want = `evolab littlego book 2
3 positions, crc32 cea65949
00000000000-mf4
20000090000*h44
20200090000-f56
`
	if got := smallBook(t); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// All symmetric forms of a position have the same answer, turned alike.
func TestBookKnowsSymmetricForms(t *testing.T) {
	b, err := ParseBook(smallBook(t))
	if err != nil || b.Len() != 3 {
		t.Fatal(b.Len(), err)
	}
	for _, c := range []struct{ position, move string }{
		{"start", "2,2"},
		{"O..../...../..X../...../..... b 2 ...../...../..X../...../.....", "1,0 0,1"},
		{"....O/...../..X../...../..... b 2 ...../...../..X../...../.....", "1,4 0,3"},
		{"...../...../..X../...../O.... b 2 ...../...../..X../...../.....", "3,0 4,1"},
		{"...../...../..X../...../....O b 2 ...../...../..X../...../.....", "3,4 4,3"},
		{"...../...../..X../...../...O. b 2 ...../...../..X../...../.....", ""},
		// The same stones two plies later are another position.
		{"O..../...../..X../...../..... b 4 -", ""},
		{"O..../...../..X../...../..... b 2 -", "1,0 0,1"},
	} {
		s := parse(t, c.position)
		got := ""
		if m := b.Win(&s); m != game.NoMove {
			got = littlego.Rules().FormatMove(&s, m)
		}
		if c.move == "" && got != "" || c.move != "" && (got == "" || !strings.Contains(c.move, got)) {
			t.Errorf("%s: %q, want one of %q", c.position, got, c.move)
		}
	}
	if s, err := littlego.Start("placements"); err != nil || b.Win(&s) != game.NoMove {
		t.Errorf("the book is for games that two passes end: %v", err)
	}
}

func TestDamagedBooks(t *testing.T) {
	good := smallBook(t)
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "line 1 is not"},
		{"other version", strings.Replace(good, "book 2", "book 1", 1), "line 1 is not"},
		{"no count", "evolab littlego book 2\n", "line 2 is not of the form"},
		{"count", strings.Replace(good, "3 positions", "4 positions", 1), "bytes of records: 48 (expected: 64, as its head counts 4)"},
		{"negative", strings.Replace(good, "3 positions", "-3 positions", 1), `"-3" positions`},
		{"checksum", strings.Replace(good, "crc32 c", "crc32 e", 1), "damaged: the records' crc32 is cea65949"},
		{"no checksum", strings.Replace(good, "cea65949", "cea6594x", 1), `crc32 "cea6594x"`},
		{"answer", strings.Replace(good, "0-m", "0-n", 1), "damaged"},
		{"cut off", good[:len(good)-1], "bytes of records: 47 (expected: 48"},
		{"CRLF", strings.ReplaceAll(good, "\n", "\r\n"), "line 1 is not"},
	} {
		if _, err := ParseBook(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// sealed is a book of records as they are, with checks that fit.
func sealed(records ...string) string {
	text := ""
	for _, r := range records {
		sum := check(r)
		text += r + string(hexDigits[sum>>4]) + string(hexDigits[sum&15]) + "\n"
	}
	b := AppendBook(nil, nil)
	head := strings.Replace(string(b), "0 positions, crc32 00000000", "", 1)
	return strings.TrimSuffix(head, "\n") + string(rune('0'+len(records))) + " positions, crc32 " + hex(checksum(text)) + "\n" + text
}

func hex(sum uint32) string {
	digits := ""
	for i := 28; i >= 0; i -= 4 {
		digits += string(hexDigits[sum>>i&15])
	}
	return digits
}

func TestWrongRecords(t *testing.T) {
	for want, lines := range map[string][]string{
		"":                        {"00000000000-m", "10000120000-G", "10000120000-H", "20000090000*h"},
		"not in ascending order":  {"20000090000*h", "00000000000-m"},
		"no position":             {"z0000000000-m"},
		"no position ":            {"000000000f3-m"},
		"no position  ":           {"00000000000?m"},
		"move 'z'":                {"00000000000-z"},
		"a lost position":         {"00000000000-!"},
		"not in ascending order ": {"10000090000-G", "10000090000-G"},
	} {
		_, err := ParseBook(sealed(lines...))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want))) {
			t.Errorf("%q: %v, want %q", lines, err, want)
		}
	}
}

func FuzzParseBook(f *testing.F) {
	f.Add(smallBook(f))
	f.Add(sealed("00000000000-m", "20000090000*h"))
	f.Add(sealed("10000120000-G", "10000120000-H"))
	f.Add("evolab littlego book 2\n0 positions, crc32 00000000\n")
	f.Add("evolab littlego book 2\n+0 positions, crc32 00000000\n")
	f.Add("evolab littlego book 2\n2 positions, crc32 197d6eB5\n00000000000-mf4\n20000090000*h44\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseBook(text)
		if err != nil {
			return
		}
		var records []Record
		for i := range b.Len() {
			records = append(records, b.Record(i))
		}
		if again := string(AppendBook(nil, records)); again != text {
			t.Errorf("%q is written %q", text, again)
		}
	})
}

func FuzzParseRecord(f *testing.F) {
	for _, text := range []string{"00000000000-m", "20000090000*h", "n0102030405a!", "20000090000**", "10000120000-Y", "10000120000-Z", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRecord(text)
		if err != nil {
			return
		}
		if again := string(r.Append(nil)); again != text {
			t.Errorf("%q is written %q", text, again)
		}
	})
}

// Whatever a symmetry does to a position, the record is the same, and its move
// comes back as the one that was recorded.
func TestRecordsOfSymmetricForms(t *testing.T) {
	for _, s := range late(t, 300, 14) {
		moves := s.Moves(nil)
		for k := range symmetries {
			turned := turnState(t, &s, k)
			if KeyOf(&turned) != KeyOf(&s) {
				t.Fatalf("symmetry %d changes the key of %s", k, littlego.Rules().Format(&s))
			}
		}
		m := moves[len(moves)/2]
		if got := Recorded(&s, m).Move(&s); Recorded(&s, got) != Recorded(&s, m) {
			t.Errorf("%s: %x is recorded as %x", littlego.Rules().Format(&s), m, got)
		}
		if Recorded(&s, game.NoMove).Move(&s) != game.NoMove {
			t.Error("a lost position has a move")
		}
	}
}

// turnState is the position as symmetry k shows it.
func turnState(t *testing.T, s *littlego.State, k int) littlego.State {
	t.Helper()
	set := littlego.Setup{Black: turn(k, s.Black()), White: turn(k, s.White()), Ply: s.Ply()}
	if black, white, known := s.Previous(); known {
		set.PrevBlack, set.PrevWhite, set.Known = turn(k, black), turn(k, white), true
	}
	other, err := littlego.New(set)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// Different positions have different codes after mixing too: each step can be
// undone.
func TestMixedCodesDiffer(t *testing.T) {
	seen := map[uint64]code{}
	for left := 1; left <= 20; left++ {
		for _, s := range late(t, 300, left) {
			c := codeOf(&s, 0)
			key := c.mixed()
			if old, met := seen[key]; met && old != c || key>>codeBits != 0 {
				t.Fatalf("%x and %x are both %x", old, c, key)
			}
			seen[key] = c
		}
	}
}

// find looks a position up in a book of which parts are read, and counts them.
func find(s *littlego.State, text string) (m game.Move, parts int, err error) {
	l, err := NewLookup(s, text[:min(len(text), HeadRoom)])
	for ; err == nil && l.More(); parts++ {
		at := min(int(l.At()), len(text))
		err = l.Take(text[at:min(at+LineWidth, len(text))])
	}
	if err != nil {
		return game.NoMove, parts, err
	}
	b := l.Book()
	return b.Win(s), parts, nil
}

// What is found by reading parts is what the whole book says.
func TestLookup(t *testing.T) {
	b, err := ParseBook(smallBook(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, position := range []string{
		"start",
		"...../...../..X../...../..... b 2 ...../...../..X../...../.....",
		"....O/...../..X../...../..... b 2 ...../...../..X../...../.....",
		"...../...../..X../...../...O. b 2 ...../...../..X../...../.....",
		"...../...../...../...../..... w 1 -",
	} {
		s := parse(t, position)
		m, parts, err := find(&s, smallBook(t))
		if err != nil || m != b.Win(&s) || parts > 4 {
			t.Errorf("%s: %x after %d lines, want %x: %v", position, m, parts, b.Win(&s), err)
		}
	}
	if s, err := littlego.Start("placements"); err != nil {
		t.Error(err)
	} else if m, _, err := find(&s, smallBook(t)); m != game.NoMove || err != nil {
		t.Errorf("the book is for games that two passes end: %x, %v", m, err)
	}
}

// A sign that is another one is noticed in whatever line it is, before anything
// is played by it.
func TestLookupNoticesDamage(t *testing.T) {
	good := smallBook(t)
	head := len(good) - 3*LineWidth
	for i := range good {
		for _, c := range []byte{'*', '0', 'b', 'f', '\n', 0xff} {
			text := good[:i] + string([]byte{c}) + good[i+1:]
			for line, position := range []string{
				"start", "...../...../..X../...../..... b 2 ...../...../..X../...../.....", "O..../...../..X../...../..... b 2 -",
			} {
				s := parse(t, position)
				m, _, err := find(&s, text)
				if at := head + line*LineWidth; err == nil && i >= at && i < at+LineWidth && text != good {
					t.Fatalf("%q at %d is not noticed: %x", c, i, m)
				}
			}
		}
	}
	for size := range good {
		s := parse(t, "O..../...../..X../...../..... b 2 -")
		if _, _, err := find(&s, good[:size]); err == nil {
			t.Errorf("a book that ends after %d bytes is taken", size)
		}
	}
}
