package course

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"sync"

	"evolab/host/compile"
)

// builtin holds the files of the courses that the lab knows.
//
//go:embed builtin/*.yaml
var builtin embed.FS

// courses reads the built-in files, once: nobody changes what it returns.
var courses = sync.OnceValue(func() []Course {
	list := games()
	for i := range list {
		c := &list[i]
		for _, y := range builtinYears() {
			if y.Game == c.Game {
				c.Years = append(c.Years, y)
			}
		}
		c.Files = namesOf(c.Years)
	}
	return list
})

// All lists the courses.
func All() []Course { return slices.Clone(courses()) }

// games lists the games that have courses, with what their years have in common.
func games() []Course {
	return []Course{
		{
			Game: "littlego", Exam: littlegoExam(), OwnFiles: []string{"my_player_ply.txt"},
			SourceWords: `(?i)little[-_ ]?go\b|\bliberty\b|\bliberties\b|\bkomi\b`,
		},
		{
			Game: "checkers", Exam: checkersExam(),
			SourceWords: `(?i)\bcheckers\b|\bdraughts\b|\bcrown(ed|ing|s)?\b|\bkings?\b|_kings?\b|\bking_`,
		},
		{
			Game: "halma", Exam: halmaExam(),
			SourceWords: `(?i)\bhalma\b|\bcamps?\b|_camp\b|\bcamp_`,
		},
	}
}

// builtinYears reads the years of the built-in courses, in the order of their files'
// names, which is that of the years of a game.
func builtinYears() (years []Year) {
	files, err := builtin.ReadDir("builtin")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		text, err := builtin.ReadFile(path.Join("builtin", f.Name()))
		if err != nil {
			panic(err)
		}
		y, err := Parse(f.Name(), text)
		if err != nil {
			panic(fmt.Sprintf("course: %v", err))
		}
		y.Hash = ""
		years = append(years, *y)
	}
	return years
}

// namesOf are the names of all years, those of the newest first.
func namesOf(years []Year) (n compile.Names) {
	for _, y := range slices.Backward(years) {
		f := y.Files()
		n.Sources, n.Helpers = union(n.Sources, f.Sources), union(n.Helpers, f.Helpers)
		n.Second, n.Book = f.Second, f.Book
	}
	return n
}

func union(list, more []string) []string {
	for _, text := range more {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}
