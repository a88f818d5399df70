package run

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/wording"
)

// Loss is a part of a run's folder that cannot be read.
type Loss struct {
	File    string `json:"file"`              // below the run's folder
	Line    int    `json:"line,omitempty"`    // from 1; 0: the whole file
	Through int    `json:"through,omitempty"` // the last of several lines
	What    string `json:"what"`              // what is wrong there
	Lost    string `json:"lost"`              // the consequence
}

func (l Loss) String() string {
	place := l.File
	if l.Line > 0 {
		place += fmt.Sprintf(":%d", l.Line)
	}
	if l.Through > l.Line {
		place += fmt.Sprintf("-%d", l.Through)
	}
	return fmt.Sprintf("%s: %s; %s", place, l.What, l.Lost)
}

// follows reports whether a line continues the loss of those before it.
func (l *Loss) follows(before *Loss) bool {
	return l.File == before.File && l.Lost == before.Lost && l.Line > 0 && l.Line == max(before.Line, before.Through)+1
}

// AddLoss notes what cannot be read or interpreted. Consecutive lines are one loss.
func (r *Run) AddLoss(l Loss) {
	if n := len(r.Losses); n > 0 && l.follows(&r.Losses[n-1]) {
		r.Losses[n-1].Through = l.Line
		return
	}
	r.Losses = append(r.Losses, l)
}

// noteError notes the error of one of the run's files; nil is none.
func (r *Run) noteError(name string, err error, lost string) {
	if err == nil {
		return
	}
	l := Loss{File: name, Lost: lost}
	l.Line, l.What = describeError(filepath.Join(r.Folder, name), err)
	r.AddLoss(l)
}

// describeError is the problem of a file, without its name, and the line, if known.
func describeError(path string, err error) (line int, what string) {
	var json *files.JSONError
	var problems *config.Error
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, "it is missing"
	case errors.As(err, &json):
		return json.Line, json.What
	case errors.As(err, &problems) && len(problems.Problems) > 0:
		p := problems.Problems[0]
		return p.Line, strings.TrimPrefix(p.Key+": "+p.Message, ": ")
	}
	_, what, found := strings.Cut(wording.Of(err), path+": ")
	if !found {
		what = wording.Of(err)
	}
	return 0, what
}

// NoteChanges notes which files of a finished run are not what was written, unless that is
// known already: some of its files, or all if none is named.
func (r *Run) NoteChanges(names ...string) {
	found, err := Sums(r.Folder).Check(names...)
	if err != nil {
		r.noteError(files.SumsFile, err, "whether the files have changed is not known")
	}
	for _, change := range found {
		if !slices.ContainsFunc(r.Losses, func(l Loss) bool { return l.File == change.File }) {
			r.AddLoss(Loss{File: change.File, Line: change.Line, What: change.What, Lost: "what it says may be wrong"})
		}
	}
}

// missingGenerations names the missing generations below n: "generations 2, 5-7".
func missingGenerations(have map[int]bool, n int) string {
	var parts []string
	for from := 0; from < n; from++ {
		if have[from] {
			continue
		}
		to := from
		for to+1 < n && !have[to+1] {
			to++
		}
		if parts = append(parts, fmt.Sprint(from)); to > from {
			parts[len(parts)-1] = fmt.Sprintf("%d-%d", from, to)
		}
		from = to
	}
	return "generations " + strings.Join(parts, ", ")
}

// isMissing reports whether an error is about a file that is not there.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
