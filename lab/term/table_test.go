package term

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

const longSpec = "exec:dir=handin,cmd=python3 my_player3.py --depth 4 --book openings.txt"

// example is a table in which everything can give way.
func example() *Table {
	t := NewTable("agent", "games", "score", "why", "seconds").Names(0).Right(1).Prose(3).Optional(4)
	t.Row("frozen", "200", "55.0 %", "the weights that evolution found", "12.5")
	t.Row(longSpec, "8", "", "somebody's program", "3.0")
	return t
}

func TestTable(t *testing.T) {
	for _, test := range []struct {
		name  string
		width int
		want  string
	}{
		{"all of it fits", 150, `
agent                                                                    games  score   why                               seconds
frozen                                                                     200  55.0 %  the weights that evolution found  12.5
exec:dir=handin,cmd=python3 my_player3.py --depth 4 --book openings.txt      8  -       somebody's program                3.0
`},
		{"an optional column goes, prose is wrapped, then names are shortened", 80, `
agent                                    games  score   why
frozen                                     200  55.0 %  the weights that
                                                        evolution found
exec:dir=handin,cmd…--book openings.txt      8  -       somebody's program
in full:
  exec:dir=handin,cmd=python3 my_player3.py --depth 4 --book openings.txt
`},
		{"further blocks take the rest", 40, `
agent           games  score
frozen            200  55.0 %
exec:di…gs.txt      8  -

agent           why
frozen          the weights that
                evolution found
exec:di…gs.txt  somebody's program
in full:
  exec:dir=handin,cmd=python3 my_player3.py --depth 4 --book openings.txt
`},
	} {
		if got := "\n" + example().Text(test.width); got != test.want {
			t.Errorf("%s, %d columns:%s\nwant:%s", test.name, test.width, got, test.want)
		}
	}
}

func TestTablesFit(t *testing.T) {
	for width := 44; width < 160; width++ {
		table, _, _ := strings.Cut(example().Text(width), "in full:")
		for _, line := range strings.Split(table, "\n") {
			if ansi.StringWidth(line) > width {
				t.Errorf("%d columns: %d in %q", width, ansi.StringWidth(line), line)
			}
		}
	}
}
