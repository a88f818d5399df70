package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"evolab/internal/files"
	"evolab/internal/quantity"
)

// Labels is labels.json: what people wrote on a run.
type Labels struct {
	Name  string   `json:"name,omitempty"` // shown in place of the folder's
	Tags  []string `json:"tags"`           // sorted, each once
	Notes []Note   `json:"notes"`          // the oldest first
}

// Note is a remark.
type Note struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// CheckTag refuses what shells, tables and flags cannot hold.
func CheckTag(tag string) error {
	other := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("._-", r)
	}
	if n := utf8.RuneCountInString(tag); n == 0 || n > 40 || strings.ContainsFunc(tag, other) {
		return fmt.Errorf("tag %q (allowed: up to 40 letters, digits and . _ -)", tag)
	}
	return nil
}

// CheckLine refuses a note or a name that is no line of text, or longer than any that is
// read. What it is called stands before it in the error.
func CheckLine(what, text string) error {
	const most = 1000
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("%s %q: a line break or another character that cannot be printed", what, text)
	}
	if n := utf8.RuneCountInString(text); n > most {
		return fmt.Errorf("a %s of %s (allowed: %d)", what, quantity.Of(n, "character"), most)
	}
	return nil
}

// SetTags replaces the tags.
func (l *Labels) SetTags(tags []string) {
	l.Tags = append([]string{}, tags...)
	slices.Sort(l.Tags)
	l.Tags = slices.Compact(l.Tags)
}

// SetNote replaces the last note, which is the one that lists show; an empty one removes
// it.
func (l *Labels) SetNote(text string) {
	n := len(l.Notes)
	if n > 0 && l.Notes[n-1].Text == text {
		return
	}
	l.Notes = l.Notes[:max(0, n-1)]
	if text != "" {
		l.Notes = append(l.Notes, Note{At: time.Now().Truncate(time.Second), Text: text})
	}
}

// ReadLabels returns empty labels for a run without any.
func ReadLabels(folder string) (Labels, error) {
	l := Labels{Tags: []string{}, Notes: []Note{}}
	if err := readJSON(filepath.Join(folder, LabelsFile), maxFile, &l); err != nil && !isMissing(err) {
		return Labels{}, err
	}
	return l, nil
}

// ChangeLabels applies change to the labels and writes them, one process at a time.
func ChangeLabels(folder string, change func(*Labels)) (l Labels, err error) {
	lock, err := files.TakeLock(filepath.Join(folder, LabelsFile+".lock"))
	if err != nil {
		return Labels{}, err
	}
	defer func() {
		err = errors.Join(err, lock.Close())
		UpdateSummary(folder)
	}()
	if l, err = ReadLabels(folder); err != nil {
		return l, err
	}
	change(&l)
	return l, writeJSON(filepath.Join(folder, LabelsFile), l)
}
