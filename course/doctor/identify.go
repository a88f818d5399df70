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
	"evolab/host/build"
	"evolab/internal/files"
	"evolab/protocol/calibration"
	"evolab/protocol/checkers"
	"evolab/protocol/halma"
	"evolab/protocol/littlego"
	"evolab/protocol/playdata"
)

// ErrUnclear is the error of a program that may be of several games.
var ErrUnclear = errors.New("doctor: it is not clear which game it plays")

// Identity is the game that a program plays, by what lies at its path.
type Identity struct {
	Game string
	Why  string // "" if nothing tells
}

// Identify finds out which game the program at a path plays. What evolve ship,
// the host and the agents themselves write is believed first, then the accepted
// names, then the words of the source.
func Identify(path string) (Identity, error) {
	p, err := build.Find(path, anyNames())
	if err != nil {
		return Identity{}, err
	}
	s := &signs{program: p}
	s.look()
	if found := s.games(); len(found) > 1 {
		return Identity{}, fmt.Errorf("%w: %q: %s", ErrUnclear, path, strings.Join(s.why, "; "))
	} else if len(found) == 1 {
		return Identity{found[0], s.why[0]}, nil
	}
	possible, named := s.named()
	if len(possible) == 1 {
		return Identity{possible[0], named}, nil
	}
	return s.worded(path, possible, named)
}

// anyNames are those of all courses.
func anyNames() (all build.Names) {
	for _, n := range course.All() {
		for _, name := range n.Sources {
			all.Sources = addOnce(all.Sources, name)
		}
		for _, ending := range n.Helpers {
			all.Helpers = addOnce(all.Helpers, ending)
		}
		all.Second = max(all.Second, n.Second)
	}
	return all
}

// signs are what identifies a game for certain.
type signs struct {
	program *build.Program
	found   []string
	why     []string
}

func (s *signs) add(game, why string) {
	if game != "" && !slices.Contains(s.found, game) {
		s.found, s.why = append(s.found, game), append(s.why, why+" "+game)
	}
}

func (s *signs) games() []string { return s.found }

var (
	shippedSource = regexp.MustCompile(`(?m)^\W{1,3}\S+: a program that plays ([a-z]+)\.`)
	shippedReadme = regexp.MustCompile(`(?m)^(\S+) plays ([a-z]+)(?:\.| on a server\.)`)
)

// look reads the source's head and the files beside it.
func (s *signs) look() {
	p := s.program
	if m := shippedSource.FindSubmatch(p.Text[:min(len(p.Text), 4096)]); m != nil {
		s.add(string(m[1]), p.Name+" begins as a program of evolve ship for")
	}
	for _, name := range append([]string{"input.txt"}, p.Others...) {
		s.file(name)
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

// file reads one of the files that tell of a game.
func (s *signs) file(name string) {
	lower := strings.ToLower(name)
	text := s.text(name)
	for _, c := range course.All() {
		if lower == c.Book || slices.Contains(c.Own, lower) {
			s.add(c.Game, name+" is a file of")
		}
	}
	switch {
	case strings.HasPrefix(lower, "readme"):
		if m := shippedReadme.FindStringSubmatch(text); m != nil && m[1] == s.program.Name {
			s.add(m[2], name+" says that it plays")
		}
	case lower == playdata.Name:
		if r, err := playdata.Parse([]byte(text)); err == nil && len(build.NamesOf(r.Game).Sources) > 0 {
			s.add(r.Game, name+" is of a game of")
		}
	case lower == calibration.Name:
		s.add(calibrated(text), name+" holds the speed of")
	case lower == "input.txt":
		s.add(asked(text), name+" asks for a move of")
	}
}

// text is what a file holds that is small enough to tell of a game.
func (s *signs) text(name string) string {
	path := filepath.Join(s.program.Dir, name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := files.Read(path, 1<<16)
	if err != nil {
		return ""
	}
	return string(text)
}

// calibrated is the only game whose speed is known, or "".
func calibrated(text string) string {
	speeds, err := calibration.Parse([]byte(text))
	if err != nil {
		return ""
	}
	if all := speeds.All(); len(all) == 1 {
		return all[0].Game
	}
	return ""
}

// asked is the game of an input.txt, or "".
func asked(text string) string {
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

// named lists the games whose courses take such a name; all if none does.
func (s *signs) named() ([]string, string) { return namedGames(s.program.Name) }

func namedGames(name string) (games []string, why string) {
	var all []string
	stem := strings.TrimRight(strings.TrimSuffix(name, filepath.Ext(name)), "0123456789")
	for _, n := range course.All() {
		all = append(all, n.Game)
		for _, source := range n.Sources {
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

// worded decides by the words of the source.
func (s *signs) worded(path string, possible []string, named string) (Identity, error) {
	var list, why []string
	for _, game := range possible {
		words := regexp.MustCompile(course.Find(game).Words)
		if word := words.Find(s.program.Text); word != nil {
			list, why = append(list, game), append(why, fmt.Sprintf("the source says %q (%s)", word, game))
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
