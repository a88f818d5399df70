// Package pdn reads and writes records of checkers games in Portable Draughts
// Notation: English draughts, game type 21, whose squares are numbered 1 to 32
// in reading order from b8.
package pdn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evolab/game"
	"evolab/game/checkers"
	"evolab/internal/untrusted"
)

// Game is the record of a game. Its moves may go on after our rules have ended it by
// the number of quiet plies.
type Game struct {
	// Tags are the headers, except those that follow from other fields: Result,
	// GameType, SetUp, FEN and QuietPlies. A name may come several times.
	Tags    []Tag
	Start   checkers.State
	Comment string // before the first move
	Plies   []Ply
	// Result may be by resignation or on time.
	Result game.Result
}

// Tag is a header.
type Tag struct{ Name, Value string }

// Ply is a move and what was said about it.
type Ply struct {
	Move    game.Move
	Comment string
}

// Tag is the value of a header, the first one if there are several; "" if it is not there.
func (g *Game) Tag(name string) string { return find(g.Tags, name) }

func find(tags []Tag, name string) string {
	if all := values(tags, name); len(all) > 0 {
		return all[0]
	}
	return ""
}

func values(tags []Tag, name string) (list []string) {
	for _, t := range tags {
		if t.Name == name {
			list = append(list, t.Value)
		}
	}
	return list
}

// roster is the headers that every record has first, in this order; a question mark
// means unknown.
var roster = []string{"Event", "Site", "Date", "Round", "Black", "White"}

// derived is the headers that follow from the fields of a game. QuietPlies is
// our own: the plies since the last capture or crowning before the start.
var derived = []string{"Result", "GameType", "SetUp", "FEN", "QuietPlies"}

// results is the notation of results.
var results = [4]string{game.Ongoing: "*", game.FirstWins: "0-1", game.SecondWins: "1-0", game.Draw: "1/2-1/2"}

// otherResults is how other games and programs write results.
var otherResults = map[string]game.Result{
	"2-0": game.SecondWins, "0-2": game.FirstWins, "1-1": game.Draw, "1/2": game.Draw, "½-½": game.Draw, "0-0": game.Ongoing,
}

// parseResult reads a result. It is foreign in the notation of another game or program.
func parseResult(text string) (result game.Result, foreign, ok bool) {
	if i := slices.Index(results[:], text); i >= 0 {
		return game.Result(i), false, true
	}
	result, ok = otherResults[text]
	return result, true, ok
}

// Format writes a record, with an empty line at the end so that others can follow. It
// fails for illegal moves, comments with braces and the names of headers that PDN cannot
// hold.
func Format(g *Game) (string, error) {
	tags, err := formatTags(g)
	if err != nil {
		return "", err
	}
	words, err := movetext(g)
	if err != nil {
		return "", err
	}
	return tags + "\n" + wrap(words) + "\n\n", nil
}

func wrap(words []string) string {
	var b strings.Builder
	column := 0
	for _, word := range words {
		switch {
		case column == 0:
		case column+1+len(word) > 79:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

func formatTags(g *Game) (string, error) {
	for _, t := range g.Tags {
		if slices.Contains(derived, t.Name) {
			return "", fmt.Errorf("the header %s follows from the game", t.Name)
		}
	}
	var b strings.Builder
	for _, t := range allTags(g) {
		if !isName(t.Name) {
			return "", fmt.Errorf("header %q (allowed: letters, digits and _)", t.Name)
		}
		value := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(untrusted.OneLine(t.Value))
		fmt.Fprintf(&b, "[%s \"%s\"]\n", t.Name, value)
	}
	return b.String(), nil
}

// allTags is the roster, the headers that follow from the game, and the others.
func allTags(g *Game) []Tag {
	var tags []Tag
	for _, name := range roster {
		all := values(g.Tags, name)
		if len(all) == 0 {
			all = []string{"?"}
		}
		for _, value := range all {
			tags = append(tags, Tag{name, value})
		}
	}
	tags = append(tags, Tag{"Result", results[g.Result&3]}, Tag{"GameType", "21"})
	if standard, err := checkers.Start(""); err != nil || g.Start.BoardHash() != standard.BoardHash() {
		tags = append(tags, Tag{"SetUp", "1"}, Tag{"FEN", FormatFEN(&g.Start)})
	}
	if q := g.Start.Quiet(); q > 0 {
		tags = append(tags, Tag{"QuietPlies", strconv.Itoa(q)})
	}
	for _, t := range g.Tags {
		if !slices.Contains(roster, t.Name) {
			tags = append(tags, t)
		}
	}
	return tags
}

func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// movetext is the words of the moves, their numbers, the comments and the
// result.
func movetext(g *Game) ([]string, error) {
	words, err := appendComment(nil, g.Comment)
	if err != nil {
		return nil, err
	}
	s := g.Start
	number := 1
	for i, ply := range g.Plies {
		if !slices.Contains(s.MovesPastEnd(nil), ply.Move) {
			return nil, fmt.Errorf("ply %d: %s is illegal in %s", i+1,
				checkers.Rules().FormatMove(&s, ply.Move), checkers.Rules().Format(&s))
		}
		switch {
		case s.Turn() == game.First:
			words = append(words, strconv.Itoa(number)+".")
		case i == 0:
			words = append(words, strconv.Itoa(number)+"...")
		}
		words = append(words, FormatMove(&s, ply.Move))
		if words, err = appendComment(words, ply.Comment); err != nil {
			return nil, err
		}
		if s.Turn() == game.Second {
			number++
		}
		s.Play(ply.Move, &s)
	}
	return append(words, results[g.Result&3]), nil
}

func appendComment(words []string, comment string) ([]string, error) {
	if strings.ContainsAny(comment, "{}") {
		return nil, fmt.Errorf("comment %q (allowed: anything without braces)", comment)
	}
	if comment = untrusted.OneLine(comment); comment == "" {
		return words, nil
	}
	return append(words, strings.Fields("{"+comment+"}")...), nil
}
