package class

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"evolab/arena"
	"evolab/internal/files"
)

// journal keeps the games of all submissions in the order in which they end. In its
// lines a submission is called by its name and the hash of its files: other files
// are another submission.
type journal struct {
	*files.Journal
	mu    sync.Mutex
	games map[gameKey]arena.Line
}

// gameKey is a submission's key, and the number of the game in the grading.
type gameKey struct {
	who  string
	game int
}

// id tells submissions apart, also from a later one with the same name.
func (s *Submission) id() string {
	sum := sha256.Sum256([]byte(s.Name + "\x00" + s.Hash))
	return hex.EncodeToString(sum[:6])
}

// keyMark stands in a key between the name and the id. No opponent's name has it.
const keyMark = " #"

// key is what records call a submission.
func (s *Submission) key() string { return strings.ToValidUTF8(s.Name, "?") + keyMark + s.id() }

func openJournal(path string) (*journal, error) {
	j := &journal{games: map[gameKey]arena.Line{}}
	var err error
	j.Journal, _, err = files.OpenJournal(path, func(text []byte) bool {
		line, err := arena.ParseLine(text)
		if err != nil {
			return false
		}
		j.keep(line)
		return true
	})
	return j, err
}

// keep remembers a game, under both names: an opponent has none of a submission.
func (j *journal) keep(l arena.Line) {
	for _, who := range []string{l.First, l.Second} {
		j.games[gameKey{who, l.Game}] = l
	}
}

// add writes a game.
func (j *journal) add(l arena.Line) error {
	text, err := l.Append(nil)
	if err != nil {
		return err
	}
	if err := j.Append(text); err != nil {
		return fmt.Errorf("class: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.keep(l)
	return nil
}

// played is the line of a submission's game, if it has been played.
func (j *journal) played(s *Submission, job *arena.Job) (arena.Line, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	l, ok := j.games[gameKey{s.key(), job.ID}]
	return l, ok && l.Seed == job.Seed && l.Opening == job.Opening
}
