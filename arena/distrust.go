package arena

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"evolab/internal/files"
)

// Distrusted is the error of a worker that has reported what cannot be, or what comes out
// differently here. Where its games are in a record, they are removed from it and played
// again by whoever resumes the work.
type Distrusted struct {
	Worker, Cause string
	Of            []string // the works of which it has reported games, as in Round.Of
}

func (d *Distrusted) Error() string { return fmt.Sprintf("worker %s: %s", d.Worker, d.Cause) }

// DistrustedIn is the distrust that ended a work; nil if another error, or none, did.
func DistrustedIn(err error, of string) *Distrusted {
	var d *Distrusted
	if errors.As(err, &d) && slices.Contains(d.Of, of) {
		return d
	}
	return nil
}

// Forget removes from a closed journal all games that the worker may have played: those that
// do not name another one. A nil d removes none.
func (d *Distrusted) Forget(journal string) error {
	if d == nil {
		return nil
	}
	data, err := files.Read(journal, maxJournal)
	if err != nil {
		return err
	}
	kept := []byte{}
	for text := range bytes.Lines(data) {
		if l, err := ParseLine(text); err == nil && l.By != "" && l.By != d.Worker {
			kept = append(kept, text...)
		}
	}
	return files.Replace(journal, kept)
}
