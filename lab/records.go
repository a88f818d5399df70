package lab

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/files"
	"evolab/lab/term"
)

// gameRecord is a game of a file, and its place there.
type gameRecord struct {
	arena.Line
	place   string     // "game 3" or "line 3, game 2"
	game    agent.Game // set by settle
	variant string
}

// readRecords reads the games of a file, counted from 1: in the notation that
// its name ends in, or that it begins like. The notation is nil for JSON lines.
func readRecords(path string) ([]gameRecord, *notation, error) {
	const recordsHint = "FILE holds games: JSON lines of --games-out, SGF of a 5x5 board, or PDN of English draughts"
	data, err := files.Read(path, 1<<30)
	if err != nil {
		return nil, nil, badInput(fmt.Errorf("evolve: %w", err), recordsHint)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	text := bytes.TrimSpace(data)
	if len(text) == 0 {
		return nil, nil, badInput(fmt.Errorf("evolve: %s is empty", path), recordsHint)
	}
	n := recognize(path, text)
	if n == nil {
		list, err := readLines(path, data)
		return list, nil, err
	}
	lines, err := n.parse(data)
	if err != nil {
		return nil, nil, misread(path, fmt.Errorf("evolve: %s: %w", path, err), recordsHint, gamesKind)
	}
	list := make([]gameRecord, len(lines))
	for i, line := range lines {
		list[i] = gameRecord{Line: line, place: fmt.Sprintf("game %d", i+1)}
	}
	return list, n, nil
}

// check replays the game of a file.
func (r *gameRecord) check(path string) error {
	_, err := replay(r.game, r.variant, &r.Line, nil)
	if err == nil {
		return nil
	}
	hint := ""
	if r.GameName == "" {
		hint = "a record of another game or variant? --game G --variant V"
	}
	return badInput(fmt.Errorf("evolve: %s, %s: %w", path, r.place, err), hint)
}

func justLines(list []gameRecord) []arena.Line {
	lines := make([]arena.Line, len(list))
	for i := range list {
		lines[i] = list[i].Line
	}
	return lines
}

// recognize returns the notation of a file, nil for JSON lines. An unknown file is
// taken for the first notation, whose error says what is missing.
func recognize(path string, text []byte) *notation {
	if n := notationOf(path); n != nil {
		return n
	}
	if text[0] == '{' {
		return nil
	}
	all := notations()
	for i := range all {
		if bytes.IndexByte([]byte(all[i].begin), text[0]) >= 0 {
			return &all[i]
		}
	}
	return &all[0]
}

func readLines(path string, data []byte) ([]gameRecord, error) {
	var list []gameRecord
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		line, err := arena.ParseLine(text)
		if err != nil {
			return nil, badInput(fmt.Errorf("evolve: %s, line %d: %w", path, i+1, err), "a line holds one game, as --games-out writes it")
		}
		list = append(list, gameRecord{Line: line, place: fmt.Sprintf("line %d, game %d", i+1, len(list)+1)})
	}
	return list, nil
}

// settle finds the game of each record. The file names it, except in old lines;
// flags that contradict it are refused.
func (f *showGameFlags) settle(path string, list []gameRecord, from, to *notation) error {
	fallback := f.gameFlags
	switch {
	case f.gameNamed:
	case from != nil:
		fallback.game = from.game
	case to != nil:
		fallback.game = to.game
	default:
		fallback.game = defaultGame
	}
	for i := range list {
		if err := f.settleOne(&list[i], fallback); err != nil {
			return badInput(fmt.Errorf("evolve: %s, %s: %w", path, list[i].place, err), "leave out --game and --variant: the file says what it holds")
		}
		for _, n := range []*notation{from, to} {
			if n == nil {
				continue
			}
			if err := n.check(list[i].game); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *showGameFlags) settleOne(r *gameRecord, want gameFlags) error {
	if r.GameName != "" {
		if f.gameNamed && want.game != r.GameName {
			return fmt.Errorf("a game of %s, not of %s", term.Printable(r.GameName), want.game)
		}
		want.game = r.GameName
	}
	g, err := f.games.Find(want.game)
	if err != nil {
		return err
	}
	info := g.Info()
	r.game, r.variant = g, info.Variant(want.variant)
	if r.Line.Variant == "" {
		return nil
	}
	if f.variantNamed && r.variant != r.Line.Variant {
		return fmt.Errorf("a game of the variant %s, not of %s", term.Printable(r.Line.Variant), r.variant)
	}
	r.variant = r.Line.Variant
	return nil
}

// notation is a format of game records that other programs read. JSON lines work
// for all games and keep everything.
type notation struct {
	name   string // of --format, and of file names
	game   string // the only one
	begin  string // the possible first bytes of a file
	append func(dst []byte, g agent.Game, lines []arena.Line) ([]byte, error)
	// parse counts games from 0. The winner is "" if the file does not tell it.
	parse func(data []byte) ([]arena.Line, error)
}

func notations() []notation {
	return []notation{
		{"sgf", "littlego", "(", appendSGF, parseSGF},
		{"pdn", "checkers", "[;123456789", appendPDN, parsePDN},
	}
}

// notationOf returns the notation of a file name, nil for JSON lines.
func notationOf(path string) *notation {
	return findNotation(strings.TrimPrefix(filepath.Ext(path), "."))
}

func findNotation(name string) *notation {
	for _, n := range notations() {
		if strings.EqualFold(n.name, name) {
			return &n
		}
	}
	return nil
}

// check refuses the records of another game.
func (n *notation) check(g agent.Game) error {
	if name := g.Info().Name; name != n.game {
		return badInput(fmt.Errorf("evolve: %s is for %s, not for %s", strings.ToUpper(n.name), n.game, name), "JSON lines keep any game")
	}
	return nil
}

// text formats records, with the players' names for people.
func (n *notation) text(g agent.Game, lines []arena.Line) ([]byte, error) {
	named := make([]arena.Line, len(lines))
	for i := range lines {
		named[i] = introduced(lines[i])
	}
	return n.append(nil, g, named)
}

// gamesOutDoc describes --games-out.
const gamesOutDoc = "file for the games, one JSON line per game (or SGF or PDN, if its name ends in .sgf or .pdn)"

// checkGamesOut checks, before the games, that they can be written to a file.
func checkGamesOut(path string, g agent.Game) error {
	if path == "" {
		return nil
	}
	if n := notationOf(path); n != nil {
		if err := n.check(g); err != nil {
			return err
		}
	}
	return creatable("--games-out", path)
}

// foreignLine begins the record of a game of another program; n counts the file's
// games from 0.
func foreignLine(n int, black, white string) arena.Line {
	l := arena.Line{Game: n, Pair: n, First: named(black, "black"), Second: named(white, "white"), Moves: []string{}}
	if l.First == l.Second || l.First == arena.DrawName || l.Second == arena.DrawName {
		l.First, l.Second = l.First+" (black)", l.Second+" (white)"
	}
	return l
}

func named(name, fallback string) string {
	if strings.TrimSpace(name) == "" {
		return fallback
	}
	return name
}

// setWinner sets the winner; an unknown one is left out.
func setWinner(l *arena.Line, r game.Result) {
	switch {
	case l.Open():
		l.Winner = arena.NoneName
	case r == game.FirstWins:
		l.Winner = l.First
	case r == game.SecondWins:
		l.Winner = l.Second
	case r == game.Draw:
		l.Winner = arena.DrawName
	}
}

// winnerOf returns the result; Ongoing if it is unknown or there is none.
func winnerOf(l *arena.Line) game.Result {
	if l.Winner == "" || l.Open() {
		return game.Ongoing
	}
	return l.Result()
}

// replay plays a record's moves and calls show, unless it is nil, after each.
func replay(g agent.Game, variant string, l *arena.Line, show func(ply int, side game.Side, move string, b agent.Board) error) (agent.Board, error) {
	b, err := g.Board(variant, l.Opening)
	if err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	for i, text := range l.Moves {
		m, err := b.ParseMove(text)
		if err != nil {
			return b, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if !agent.Legal(b, m) {
			return b, fmt.Errorf("ply %d: %s: not a legal move here (%s)", i+1, text, b.Position())
		}
		side := b.Turn()
		b.Play(m)
		if show == nil {
			continue
		}
		if err := show(i+1, side, text, b); err != nil {
			return b, err
		}
	}
	return b, nil
}

// The names in records of agents whose specs may be the same: the two of a match,
// and the graded one.
const (
	matchA     = "a"
	matchB     = "b"
	gradedName = "graded"
)

// linesOf turns played games into records.
func linesOf(cast *arena.Cast, jobs []arena.Job, records []arena.Record) []arena.Line {
	lines := make([]arena.Line, len(jobs))
	for i, job := range jobs {
		lines[i] = cast.Line(job, records[i])
	}
	return lines
}

// introduced renames the players of a record for people: a and b of a match get
// their specs.
func introduced(l arena.Line) arena.Line {
	first, second := known(l.First, l.Agents[0]), known(l.Second, l.Agents[1])
	if first == second {
		first, second = first+" ("+l.First+")", second+" ("+l.Second+")"
	}
	switch l.Winner {
	case l.First:
		l.Winner = first
	case l.Second:
		l.Winner = second
	}
	l.First, l.Second = first, second
	return l
}

// known returns the name of a player for people.
func known(name, spec string) string {
	if spec != "" && (name == matchA || name == matchB || name == gradedName) {
		return spec
	}
	return name
}

// endText describes the result of a record.
func endText(l *arena.Line) string {
	text := "result not known"
	switch {
	case l.Winner == "":
	case l.Reason == arena.Unfinished:
		return "not finished"
	case l.Void():
		text = "nobody wins"
	case l.Winner == arena.DrawName:
		text = "draw"
	default:
		text = term.Printable(l.Winner) + " wins"
	}
	if l.Reason != "" {
		text += " (" + term.Printable(l.Reason) + ")"
	}
	return text
}
