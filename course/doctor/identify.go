package doctor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"evolab/course"
	"evolab/host/compile"
	"evolab/internal/files"
	"evolab/protocol/calibration"
	"evolab/protocol/checkers"
	"evolab/protocol/halma"
	"evolab/protocol/littlego"
	"evolab/protocol/playdata"
)

// ErrUnclear is the error of a program that may belong to several games.
var ErrUnclear = errors.New("it is not clear which game it plays")

// Identity is the game that a program plays.
type Identity struct {
	Game string
	Why  string // "" for a guess
}

// Identify finds the game that the program at a path plays: from files that evolve
// ship, the host or an agent wrote, then from the accepted names, then from the
// words of the source.
func Identify(path string) (Identity, error) {
	var names compile.Names // of all courses
	for _, n := range course.All() {
		for _, name := range n.Files.Sources {
			names.Sources = appendUnique(names.Sources, name)
		}
		for _, ending := range n.Files.Helpers {
			names.Helpers = appendUnique(names.Helpers, ending)
		}
		names.Second = max(names.Second, n.Files.Second)
	}
	p, err := compile.Find(path, names)
	if err != nil {
		return Identity{}, err
	}
	s := &evidence{program: p}
	s.collect()
	if len(s.found) > 1 {
		return Identity{}, fmt.Errorf("%w: %q: %s", ErrUnclear, path, strings.Join(s.why, "; "))
	}
	if len(s.found) == 1 {
		return Identity{s.found[0], s.why[0]}, nil
	}
	possible, named := namedGames(p.Name)
	if len(possible) == 1 {
		return Identity{possible[0], named}, nil
	}
	return s.byWords(path, possible, named)
}

// evidence is what identifies a game for certain.
type evidence struct {
	program *compile.Program
	found   []string // games
	why     []string // of each
}

func (s *evidence) add(game, why string) {
	if game != "" && !slices.Contains(s.found, game) {
		s.found, s.why = append(s.found, game), append(s.why, why+" "+game)
	}
}

var (
	shippedSource = regexp.MustCompile(`(?m)^\W{1,3}\S+: a program that plays ([a-z]+)\.`)
	shippedReadme = regexp.MustCompile(`(?m)^(\S+) plays ([a-z]+)(?:\.| on a server\.)`)
)

// collect reads the source's head and the files beside it.
func (s *evidence) collect() {
	const head = 4096 // bytes that hold the comment of evolve ship
	p := s.program
	if m := shippedSource.FindSubmatch(p.Text[:min(len(p.Text), head)]); m != nil {
		s.add(string(m[1]), p.Name+" begins as a program of evolve ship for")
	}
	for _, name := range append([]string{"input.txt"}, p.Others...) {
		s.addFile(name)
	}
	for _, rival := range p.Rivals {
		mine, _ := namedGames(p.Name)
		for _, game := range mine {
			others, _ := namedGames(rival)
			if !slices.Contains(others, game) {
				s.add(mine[0], p.Name+" is a name of")
				s.add(others[0], rival+" is a name of")
			}
		}
	}
}

// addFile reads a file that may identify the game.
func (s *evidence) addFile(name string) {
	lower := strings.ToLower(name)
	text := s.text(name)
	for _, c := range course.All() {
		if lower == c.Files.Book || slices.Contains(c.OwnFiles, lower) {
			s.add(c.Game, name+" is a file of")
		}
	}
	switch {
	case strings.HasPrefix(lower, "readme"):
		if m := shippedReadme.FindStringSubmatch(text); m != nil && m[1] == s.program.Name {
			s.add(m[2], name+" says that it plays")
		}
	case lower == playdata.Name:
		r, err := playdata.Parse([]byte(text))
		if err == nil {
			_, err = course.Find(r.Game)
		}
		if err == nil {
			s.add(r.Game, name+" is of a game of")
		}
	case lower == calibration.Name:
		speeds, err := calibration.Parse([]byte(text))
		if all := speeds.All(); err == nil && len(all) == 1 {
			s.add(all[0].Game, name+" holds the speed of")
		}
	case lower == "input.txt":
		s.add(gameOfInput(text), name+" asks for a move of")
	}
}

func (s *evidence) text(name string) string {
	path := filepath.Join(s.program.Dir, name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	const maxBytes = 1 << 16
	text, _ := files.Read(path, maxBytes)
	return string(text)
}

// gameOfInput returns the game of an input.txt, or "".
func gameOfInput(text string) string {
	if _, err := littlego.ParseInput([]byte(text)); err == nil {
		return "littlego"
	}
	if _, err := checkers.ParseInput([]byte(text)); err == nil {
		return "checkers"
	}
	if _, err := halma.ParseInput([]byte(text)); err == nil {
		return "halma"
	}
	return ""
}

// namedGames lists the games whose courses accept such a name; all if none does.
func namedGames(name string) (games []string, why string) {
	var all []string
	stem := strings.TrimRight(strings.TrimSuffix(name, filepath.Ext(name)), "0123456789")
	for _, n := range course.All() {
		all = append(all, n.Game)
		for _, source := range n.Files.Sources {
			if strings.TrimRight(strings.TrimSuffix(source, filepath.Ext(source)), "0123456789") == stem && !slices.Contains(games, n.Game) {
				games = append(games, n.Game)
			}
		}
	}
	if len(games) == 0 {
		return all, ""
	}
	return games, name + " is a name of " + strings.Join(games, " and ")
}

// byWords decides by the words of the source.
func (s *evidence) byWords(path string, possible []string, named string) (Identity, error) {
	var list, why []string
	for _, c := range course.All() {
		if !slices.Contains(possible, c.Game) {
			continue
		}
		if word := regexp.MustCompile(c.SourceWords).Find(s.program.Text); word != nil {
			list, why = append(list, c.Game), append(why, fmt.Sprintf("the source says %q (%s)", word, c.Game))
		}
	}
	switch {
	case len(list) == 1:
		return Identity{list[0], why[0]}, nil
	case len(list) == 0 && named == "":
		return Identity{Game: course.All()[0].Game}, nil
	case len(list) == 0:
		return Identity{}, fmt.Errorf("%w: %q: %s, and neither the source nor a file beside it says more", ErrUnclear, path, named)
	}
	if named != "" {
		why = append([]string{named}, why...)
	}
	return Identity{}, fmt.Errorf("%w: %q: %s", ErrUnclear, path, strings.Join(why, "; "))
}
