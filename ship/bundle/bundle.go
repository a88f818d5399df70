// Package bundle makes the files to hand in: the source of a game's program with
// its weights inside, and a README that says how to use it.
package bundle

import (
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/agent/frozen/books"
	"evolab/features"
	"evolab/game/konane"
	"evolab/host/compile"
	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Order says what to ship.
type Order struct {
	Game, Lang string
	Weights    features.Weights
	Numbers    features.Numbers // of the weights
	Features   []features.Feature
	// Variant is the board's size in a game that has several; "" is the usual one.
	Variant string
	// Depth and EndgameDepth are how far the program looks ahead in the two phases of
	// its weights; 0: as far as the clock allows.
	Depth, EndgameDepth int
	// Book adds the file of openings, if the game has one.
	Book bool
	// Made names the program that ships, From the source of the weights.
	Made, From string
}

// File is a file to hand in.
type File struct {
	Name    string
	Content []byte
}

// MaxBytes is the size that no source may exceed; the file of openings, which is data, may.
const MaxBytes = 1 << 20

// ErrSize means that a source is larger than MaxBytes.
var ErrSize = errors.New("the program would be too large")

// Files returns all files, the program's source first.
func Files(o *Order) ([]File, error) {
	t, err := find(o.Game, o.Lang)
	if err != nil {
		return nil, err
	}
	name := t.program(o.Lang)
	text, err := o.source(&t, "Run", name)
	if err != nil {
		return nil, err
	}
	files := []File{{name, []byte(text)}}
	if name := t.second(o.Lang); name != "" {
		text, err := o.source(&t, "Calibrate", name)
		if err != nil {
			return nil, err
		}
		files = append(files, File{name, []byte(text)})
	}
	for _, f := range files {
		if len(f.Content) > MaxBytes {
			return nil, fmt.Errorf("%w: %s has %s (allowed: %d); take patterns of fewer cells, or fewer phases", ErrSize, f.Name, quantity.Of(len(f.Content), "byte"), MaxBytes)
		}
	}
	if o.Book {
		if t.book == nil {
			return nil, fmt.Errorf("%w: %s", ErrBook, o.Game)
		}
		files = append(files, File{t.Book, []byte(t.book())})
	}
	return append(files, File{"README.txt", []byte(o.readme(&t))}), nil
}

// Check reports why the order cannot be filled, as far as that is known without
// translating the program.
func (o *Order) Check() error {
	t, err := find(o.Game, o.Lang)
	if err == nil {
		_, err = o.constants(&t)
	}
	return err
}

// target is how a game's program is shipped; the names of the files are its
// course's.
type target struct {
	game string
	compile.Names
	// book returns the file of openings; nil if there is none.
	book func() string
	// size returns the size of a variant's board by the names in //ship:set
	// directives; nil if the program plays only the game's usual variant.
	size      func(variant string) (map[string]int64, error)
	depths    bool   // whether the program can keep to depths
	arguments string // of a program that plays on a server; else ""
	about     string // what to do with it
}

// Languages are the languages that programs are shipped in.
func Languages() []string { return []string{"cpp", "python", "java"} }

// extensions are the file name extensions by language.
var extensions = map[string]string{"cpp": ".cpp", "python": ".py", "java": ".java"}

// program is the name of the source: the usual one of the course, or the game's.
func (t *target) program(lang string) string {
	if name := t.AcceptedName("program" + extensions[lang]); name != "" {
		return name
	}
	return t.game + extensions[lang]
}

// second is the name of the source of the course's second program, which measures
// the machine; "" if there is none.
func (t *target) second(lang string) string {
	if t.Second == "" {
		return ""
	}
	return t.Second + extensions[lang]
}

// targets lists the games that have a program in evolab/ship/player/program.
func targets() []target {
	return []target{
		{
			game: "littlego", book: books.LittlegoText,
			about: "The host starts the program once for each ply, in its own folder, where input.txt lies.\n" +
				"It writes output.txt, and keeps the ply count in my_player_ply.txt beside it.\n" +
				"It thinks for 2 seconds of CPU time a ply; -time SECONDS changes that.",
		},
		{
			game: "checkers",
			about: "The host starts the program once for each ply, in its own folder, where input.txt lies and says\n" +
				"how much time there is. It writes output.txt, and keeps playdata.txt beside it.",
		},
		{
			game: "halma",
			about: "The host starts the program once for each ply, in its own folder, where input.txt lies and says\n" +
				"how much time there is. It writes output.txt, and keeps playdata.txt beside it.",
		},
		{
			game: "konane", size: func(variant string) (map[string]int64, error) {
				s, err := konane.Start(variant)
				return map[string]int64{"rows": int64(s.Rows()), "cols": int64(s.Cols())}, err
			},
			depths: true, arguments: "HOST --user N --opponent N", about: konaneAbout,
		},
	}
}

const konaneAbout = `It logs in to the Artemis server HOST, or HOST:PORT (the usual port is 4705), as the user --user, asks for the
opponent --opponent, and plays one game. The password is taken from the environment variable ARTEMIS_PASSWORD, or
asked for at the terminal, and shown nowhere. --variant 8x8 is a board of another size, played
with the same weights; --game-time SECONDS a player's clock for the game where it is not 180; both have to be the server's. With it
a game takes no more, whatever clock the server names. --move-time SECONDS bounds the time for a move. --event plays all games of an event of evolve konane serve, whoever the opponents are.

The exit code is 0 when a game was played to its end, won or lost, 1 when it was not, or was lost in a way that this
board does not allow (it says so: --variant gives the server's size), 2 for bad arguments.`

// ErrGame means that no program of a game can be shipped.
var ErrGame = errors.New("no program of this game can be shipped yet")

// ErrVariant means that no program plays a variant.
var ErrVariant = errors.New("the program plays the usual variant alone")

// ErrDepth means that a program looks as far ahead as its clock allows.
var ErrDepth = errors.New("the program looks as far ahead as its clock allows, and cannot keep to the depths of the run")

// ErrBook means that a game has no file of openings.
var ErrBook = errors.New("there is no book of openings for this game")

// Games lists the games that are shipped.
func Games() []string {
	var list []string
	for _, t := range targets() {
		list = append(list, t.game)
	}
	return list
}

func find(game, lang string) (target, error) {
	var known []string
	for _, t := range targets() {
		if t.game != game {
			known = append(known, t.game)
			continue
		}
		if extensions[lang] == "" {
			return t, fmt.Errorf("%w", config.Refuse("language", lang, Languages()))
		}
		g, err := agent.FindGame(game)
		if err != nil {
			return t, err
		}
		t.Names = g.Info().Names
		return t, nil
	}
	return target{}, fmt.Errorf("%w: %w", ErrGame, config.Refuse("", game, known))
}
