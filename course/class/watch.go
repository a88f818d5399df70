package class

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"evolab/course/intake"
)

// Watching says how a class is watched.
type Watching struct {
	Rest time.Duration // a submission is graded when nothing of it has changed for so long
	// Lists are files about the class, such as its roster. Once one has changed, Read reads
	// them into the options. Until they are right, what they said before counts.
	Lists []string
	Read  func(o *Options) error
	// Graded is told of each grading that changes something, with the marks that are new or
	// have changed, and the submissions that are no longer there.
	Graded func(c *Class, changed []*Mark, gone []Gone)
	Say    func(text string) // is told why nothing is graded, once for each reason
}

// Watch grades what is new or changed in a class's folder until the context ends, and
// returns its error then. It looks at the files' sizes and times again and again: network
// folders announce no changes of others.
func Watch(ctx context.Context, o Options, w Watching) error {
	if info, err := os.Stat(o.Folder); err != nil || !info.IsDir() { // later it may be gone for a while
		return fmt.Errorf("%q: %w", o.Folder, ErrNoFolder)
	}
	o.Resume, o.AsIs = true, true // what is still arriving tells nothing about a layout
	s := &watch{Watching: w, options: o, files: watchedFiles{}, lists: watchedFiles{}}
	const shortest, longest = 20 * time.Millisecond, 2 * time.Second
	ticks := time.NewTicker(min(longest, max(shortest, w.Rest/4)))
	defer ticks.Stop()
	for {
		if s.look() && s.due() {
			if err := s.grade(ctx); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticks.C:
		}
	}
}

// Gone is a submission that is no longer there.
type Gone struct{ Name, Now string } // by gradebook.csv; now under another name, or ""

// ErrNoFolder is the error when there is no folder at first, or an archive.
var ErrNoFolder = errors.New("it is no folder to watch")

// errMoving ends a grading that began while files were vanishing.
var errMoving = errors.New("files are vanishing")

// watch is a folder that is watched.
type watch struct {
	Watching
	options Options         // of the next grading
	graded  bool            // a class has been graded
	files   watchedFiles    // by their paths below the folder
	lists   watchedFiles    // by their paths
	settled time.Time       // what has not changed since then is at rest
	folders map[string]bool // that hold submissions; nil: not known yet
	said    string          // the last reason for not grading
}

type watchedFiles map[string]*watched

// watched is a file or folder.
type watched struct {
	size  int64
	time  time.Time
	mode  fs.FileMode
	there bool
	since time.Time // when it was first seen so
	dirty bool      // it has changed since the last grading
}

// say tells a reason once; "" ends it.
func (w *watch) say(text string) {
	if text != w.said && text != "" {
		w.Say(text)
	}
	w.said = text
}

// look looks at all files. It reports whether the folder could be read: one that is gone,
// or empty all of a sudden, is not mounted, and nobody has taken everything back.
func (w *watch) look() bool {
	now := time.Now()
	for _, path := range w.Lists {
		w.lists.look(path, now)
	}
	seen, whole, err := w.walk(now)
	for range 2 { // what has a new name is not gone
		if !whole && err == nil {
			seen, whole, err = w.walk(now)
		}
	}
	was := slices.ContainsFunc(slices.Collect(maps.Values(w.files)), func(f *watched) bool { return f.there })
	switch {
	case err != nil:
		w.say(fmt.Sprintf("%s cannot be read (%v): waiting for it", w.options.Folder, rootCause(err)))
		return false
	case len(seen) == 0 && was:
		w.say(w.options.Folder + " is empty, as if it were not mounted: waiting; no row is removed")
		return false
	case len(seen) == 0:
		w.say(w.options.Folder + " is empty: waiting for submissions")
		return false
	}
	for name, f := range w.files {
		if f.there && !seen[name] {
			f.there, f.since, f.dirty = false, now, true
		}
	}
	return true
}

// walk enters all files as they are now. It is whole if none has vanished under way.
func (w *watch) walk(now time.Time) (seen map[string]bool, whole bool, err error) {
	const most = 250_000 // more than a class has
	seen, whole = map[string]bool{}, true
	err = filepath.WalkDir(w.options.Folder, func(at string, e fs.DirEntry, err error) error {
		name, relErr := filepath.Rel(w.options.Folder, at)
		switch {
		case err != nil && name != "." && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)):
			whole = whole && !errors.Is(err, fs.ErrNotExist)
			return nil // it has just vanished, or its own submission says that it cannot be read
		case err != nil:
			return err
		case name == "." || relErr != nil:
			return relErr
		case len(seen) == most:
			return fs.SkipAll
		}
		info, err := e.Info()
		if err != nil {
			whole = false
			return nil // it has just vanished
		}
		seen[filepath.ToSlash(name)] = true
		w.files.see(filepath.ToSlash(name), info, now)
		return nil
	})
	return seen, whole, err
}

// rootCause is an error without the path, which is said already.
func rootCause(err error) error {
	if at := (*fs.PathError)(nil); errors.As(err, &at) {
		return at.Err
	}
	return err
}

// look enters a file as it is now, also if it is not there.
func (f watchedFiles) look(path string, now time.Time) {
	info, err := os.Stat(path)
	switch {
	case err == nil:
		f.see(path, info, now)
	case f[path] == nil || f[path].there:
		f[path] = &watched{since: now, dirty: true}
	}
}

func (f watchedFiles) see(name string, info fs.FileInfo, now time.Time) {
	is := watched{mode: info.Mode(), there: true, since: now, dirty: true}
	if !info.IsDir() { // a folder changes with what is in it
		is.size, is.time = info.Size(), info.ModTime()
	}
	if was := f[name]; was != nil && was.there && was.size == is.size && was.time.Equal(is.time) && was.mode == is.mode {
		return
	}
	f[name] = &is
}

// due reports whether something has changed and come to rest.
func (f watchedFiles) due(settled time.Time) bool {
	for _, one := range f {
		if one.dirty && one.since.Before(settled) {
			return true
		}
	}
	return false
}

// due reports whether something has changed and come to rest.
func (w *watch) due() bool {
	w.settled = time.Now().Add(-w.Rest)
	return (w.files.due(w.settled) || w.lists.due(w.settled)) && !w.vanishing()
}

// vanishing reports whether whole submissions have vanished of late: it may be the
// beginning of everything. What vanishes within one is its own affair.
func (w *watch) vanishing() bool {
	for name, f := range w.files {
		if !f.there && !f.since.Before(w.settled) && (w.folders == nil || w.folders[path.Dir(name)]) {
			return true
		}
	}
	return false
}

// choose leaves the submissions that are not at rest, after they have been copied.
func (w *watch) choose(list []*Submission) error {
	w.folders = map[string]bool{".": true}
	for _, s := range list {
		for _, entry := range s.Entries {
			w.folders[path.Dir(entry)] = true
		}
	}
	if !w.look() || w.vanishing() {
		return errMoving
	}
	moving := map[string]bool{} // what changes, and all folders around it
	for name, f := range w.files {
		for ; name != "." && !f.since.Before(w.settled); name = path.Dir(name) {
			moving[name] = true
		}
	}
	for _, s := range list {
		s.left = slices.ContainsFunc(s.Entries, func(entry string) bool { return moving[entry] })
	}
	return nil
}

// grade grades what is at rest. Whatever passes by itself is said, and waited for.
func (w *watch) grade(ctx context.Context) error {
	before, asked := w.options, w.lists.due(w.settled)
	if asked {
		if err := w.Read(&w.options); err != nil {
			w.say(err.Error() + formerCounts)
			w.options = before
		}
	}
	c, err := (&Class{Options: w.options, watch: w}).grade(ctx)
	var misfit *OverridesError
	switch {
	case errors.Is(err, errMoving):
		return nil
	case errors.As(err, &misfit) && w.graded && asked:
		w.say(err.Error() + formerCounts)
		w.options = before
		w.lists.clean(w.settled)
		return nil
	case errors.Is(err, ErrNobody), errors.Is(err, intake.ErrList), errors.As(err, &misfit) && w.graded:
		w.say(err.Error() + ": waiting until that changes")
		w.clean()
		return nil
	case err != nil:
		return err
	}
	w.graded = true
	w.say("")
	w.clean()
	if changed, gone := c.news(); len(changed)+len(gone) > 0 {
		w.Graded(c, changed, gone)
	}
	return nil
}

// formerCounts ends what is said of a list that is wrong.
const formerCounts = ": what was there before counts until that changes"

// clean notes that everything at rest has been graded.
func (w *watch) clean() {
	w.files.clean(w.settled)
	w.lists.clean(w.settled)
}

func (f watchedFiles) clean(settled time.Time) {
	for _, one := range f {
		one.dirty = one.dirty && !one.since.Before(settled)
	}
}

// news are the marks that are not as in the gradebook of before, and who is in it and no
// longer there.
func (c *Class) news() (changed []*Mark, gone []Gone) {
	there, newcomers := map[string]bool{}, map[string]string{} // by hash
	for _, m := range c.Marks {
		name := cell(m.Name)
		there[name] = true
		before, known := c.former[name]
		if now := (formerRow{c.status(m), m.pointsCell(), m.Cause.Verdict, m.Hash}); !m.Left() && before != now {
			changed = append(changed, m)
		}
		if !known && m.Hash != "" {
			newcomers[m.Hash] = name
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.former)) {
		if !there[name] {
			gone = append(gone, Gone{name, newcomers[c.former[name].hash]})
		}
	}
	return changed, gone
}
