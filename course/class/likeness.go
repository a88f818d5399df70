package class

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/course/similarity"
	"evolab/game"
)

// SimilarityFile has a row for each pair of submissions that are alike, for staff.
const SimilarityFile = "similarity.csv"

// likeness is what submissions have in common, as the index shows it.
type likeness struct {
	Moves   *similarity.Moves
	Files   []similarity.SameFile
	Own     []string // who has handed in nothing but the course's own code
	Results []similarity.Result
}

// The most pairs of each kind that the index shows, and the most of a tool's in the table.
const mostShown, mostInTable = 40, 1000

// shown is the part of a list of pairs that the index has room for.
func shown[T any](pairs []T) []T { return pairs[:min(mostShown, len(pairs))] }

// more is how many pairs are left out of the index.
func more[T any](pairs []T) int { return len(pairs) - len(shown(pairs)) }

// ErrExport is the error when sources cannot be exported, or what a tool has found there
// cannot be read.
var ErrExport = errors.New("the sources cannot be compared")

// exportSources writes the sources for the tools that compare them, and reads what they have
// found in an earlier export.
func (c *Class) exportSources() error {
	if c.Similarity == "" {
		return nil
	}
	if inside(c.Similarity, c.Folder) || inside(c.Similarity, c.Out) || inside(c.Out, c.Similarity) {
		return fmt.Errorf("%w in %q: it is among the submissions or the results", ErrExport, c.Similarity)
	}
	var students []similarity.Student
	names := map[string]string{}
	for i, s := range c.Submissions {
		if i+1 < len(c.Submissions) && c.Submissions[i+1].Name == s.Name || s.Dir == "" {
			continue // an earlier attempt, or nothing
		}
		var public addresses // the folder is for staff, who have to know whose it is
		folder := public.of(s.Name)
		names[folder] = s.Name
		students = append(students, similarity.Student{Holder: s.holder(), Folder: folder, Dir: s.Dir, Arrived: s.Arrived})
	}
	var err error
	if c.Exported, err = c.own.Export(c.Similarity, students); err == nil {
		c.Compared, err = similarity.Read(c.Similarity, names)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrExport, err)
	}
	return nil
}

func (s *Submission) holder() similarity.Holder {
	return similarity.Holder{Name: s.Name, Files: s.files}
}

// likeness compares the submissions; nil after an interruption, and for a single one.
func (c *Class) likeness(ctx context.Context, marks []*Mark) *likeness {
	if ctx.Err() != nil || c.One {
		return nil
	}
	l := &likeness{Moves: similarity.Compare(c.players(marks)), Results: c.Compared}
	var holders []similarity.Holder
	for _, m := range marks {
		if similarity.OwnSources(m.files) {
			l.Own = append(l.Own, m.Name)
		}
		holders = append(holders, m.holder())
	}
	l.Files = similarity.SameFiles(holders)
	return l
}

// players are the different programs of a class: the course's own code is nobody's, and of
// those with the same files the first stands for all.
func (c *Class) players(marks []*Mark) []similarity.Player {
	seen := map[string]bool{}
	var list []*Mark
	for _, m := range marks {
		if len(m.lines) == 0 || similarity.OwnSources(m.files) || seen[m.Hash] {
			continue
		}
		seen[m.Hash] = m.Hash != ""
		list = append(list, m)
	}
	players := make([]similarity.Player, len(list))
	var group errgroup.Group
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for i, m := range list {
		group.Go(func() error {
			players[i] = c.player(m)
			return nil
		})
	}
	_ = group.Wait() // there are no errors
	return players
}

func (c *Class) player(m *Mark) similarity.Player {
	p := similarity.Player{Name: m.Name}
	for i := range m.lines {
		if l := &m.lines[i]; !l.Void() {
			p.Games = append(p.Games, similarity.Game{Number: m.Jobs[i].ID, Opening: l.Opening, Steps: c.steps(l, rubric.Side(&m.Jobs[i]))})
		}
	}
	return p
}

// steps are the plies of a game of the given side.
func (c *Class) steps(l *arena.Line, me game.Side) []similarity.Step {
	b, err := l.Start(c.Grading.Game, l.Variant)
	if err != nil {
		return nil
	}
	var list []similarity.Step
	var legal []game.Move
	for _, text := range l.Moves {
		step := similarity.Step{Move: text, Own: b.Turn() == me}
		if step.Own {
			legal = b.Moves(legal[:0])
			step.Free = len(legal) > 1
		}
		m, err := agent.ParseLegal(b, text)
		if err != nil {
			return list // the journal's check has let no such game pass
		}
		b.Play(m)
		list = append(list, step)
	}
	return list
}

func (l *likeness) table() [][]string {
	rows := [][]string{{"first", "second", "by", "share", "same", "of", "games", "games_of", "chance", "hint"}}
	for _, p := range l.Moves.Pairs {
		if p.Chance == 1 && l.Moves.Usual > 0 {
			break // no more alike than the class
		}
		hint := ""
		if p.IsHint() {
			hint = "yes"
		}
		rows = append(rows, []string{p.First, p.Second, "moves", decimals(p.Share()), fmt.Sprint(p.Agreed), fmt.Sprint(p.Faced), fmt.Sprint(p.Whole), fmt.Sprint(p.Games),
			strconv.FormatFloat(p.Chance, 'g', 3, 64), hint})
	}
	shared := map[[2]string]int{}
	for _, f := range l.Files {
		for i, first := range f.Who {
			for _, second := range f.Who[i+1:] {
				shared[[2]string{first, second}]++
			}
		}
	}
	pairs := make([][2]string, 0, len(shared))
	for pair := range shared {
		pairs = append(pairs, pair)
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, pair := range pairs {
		rows = append(rows, []string{pair[0], pair[1], "files", "", fmt.Sprint(shared[pair]), "", "", "", "", "yes"})
	}
	for _, r := range l.Results {
		for _, p := range r.Pairs[:min(mostInTable, len(r.Pairs))] {
			rows = append(rows, []string{p.First, p.Second, r.Tool + " " + r.Language, decimals(p.Share), "", "", "", "", "", ""})
		}
	}
	return rows
}

func decimals(share float64) string { return strconv.FormatFloat(share, 'f', 3, 64) }

func shareText(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// chanceText is a chance as one in so many.
func chanceText(chance float64) string {
	const most = 1e6
	if chance < 1/most {
		return "one of a million"
	}
	return fmt.Sprintf("one of %.0f", 1/chance)
}
