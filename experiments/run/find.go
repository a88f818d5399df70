package run

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"evolab/internal/config"
	"evolab/internal/quantity"
)

// RootFolder is the usual name of the folder of runs.
const RootFolder = "runs"

// Root returns the folder of runs for the current folder: the nearest that holds runs,
// here or in a folder above, else one here.
func Root() string {
	dir, err := os.Getwd()
	if err != nil || HoldsRuns(RootFolder) {
		return RootFolder
	}
	for dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		if project := filepath.Join(dir, RootFolder); HoldsRuns(project) {
			return project
		}
	}
	return RootFolder
}

// HoldsRuns reports whether a run is in a folder.
func HoldsRuns(root string) bool {
	entries, _ := os.ReadDir(root)
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isRun(root, e) })
}

func isRun(root string, e fs.DirEntry) bool {
	return !strings.HasPrefix(e.Name(), ".") && IsRun(filepath.Join(root, e.Name()))
}

// Names lists the runs in a folder by name.
func Names(root string) ([]string, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if isRun(root, e) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Last is what people call the newest run.
const Last = "last"

// Finder finds runs by what people call them. It lists the folder of runs at most once.
type Finder struct {
	Root  string
	names []string
}

// NotFoundError is the error of a text that means no run, or several.
type NotFoundError struct {
	Text    string
	Root    string
	Matches []string // runs whose names begin with the text
}

func (e *NotFoundError) Error() string {
	const most = 10
	switch {
	case len(e.Matches) > 1:
		return fmt.Sprintf("%s begin with %q: %s", quantity.Of(len(e.Matches), "run"), e.Text, strings.Join(e.Matches[:min(len(e.Matches), most)], ", "))
	case e.Text == Last:
		return "there is no run in " + e.Root
	case e.Text == "":
		return "a run's name is empty"
	}
	return fmt.Sprintf("no run %q in %s%s", e.Text, e.Root, e.didYouMean())
}

// didYouMean asks for the run that was probably meant, by its whole name or by the part
// after its date, of which the newest is meant.
func (e *NotFoundError) didYouMean() string {
	names, err := Names(e.Root)
	if err != nil {
		return ""
	}
	called := map[string][]string{}
	known := slices.Clone(names)
	for _, name := range names {
		if short, dated := withoutDate(name); dated {
			known, called[short] = append(known, short), append(called[short], name)
		}
	}
	near := config.Nearest(e.Text, known)
	if slices.Contains(known, e.Text) { // the part after the date alone
		near = e.Text
	}
	if list := called[near]; len(list) > 0 {
		near = Newest(e.Root, list)[0]
	}
	if near == "" {
		return ""
	}
	return ", did you mean " + near + "?"
}

// Find returns the folder of a run: the text is its name, a unique prefix of it, its
// folder, or Last. The error may be a *NotFoundError.
func (f *Finder) Find(text string) (string, error) {
	if text == "" { // a prefix of every name
		return "", f.notFound(text, nil)
	}
	if IsRun(text) && strings.ContainsRune(text, os.PathSeparator) {
		return filepath.Clean(text), nil
	}
	if folder := filepath.Join(f.Root, text); filepath.Base(text) == text && text != Last && IsRun(folder) {
		return folder, nil
	}
	if f.names == nil {
		var err error
		if f.names, err = Names(f.Root); err != nil {
			return "", err
		}
	}
	if text == Last && len(f.names) == 0 {
		return "", f.notFound(text, nil)
	}
	if text == Last {
		return filepath.Join(f.Root, Newest(f.Root, f.names)[0]), nil
	}
	return f.byPrefix(text)
}

// byPrefix finds the one run whose name begins with text, or a run's folder.
func (f *Finder) byPrefix(text string) (string, error) {
	matches := slices.DeleteFunc(slices.Clone(f.names), func(name string) bool { return !strings.HasPrefix(name, text) })
	switch {
	case len(matches) == 1 && IsRun(filepath.Join(f.Root, matches[0])):
		return filepath.Join(f.Root, matches[0]), nil
	case len(matches) > 1:
		return "", f.notFound(text, matches)
	case IsRun(text):
		return filepath.Clean(text), nil
	}
	return "", f.notFound(text, nil)
}

func (f *Finder) notFound(text string, matches []string) error {
	root, err := filepath.Abs(f.Root)
	if err != nil {
		root = f.Root
	}
	return &NotFoundError{text, root, matches}
}

// Newest lists runs by when they began, the newest first.
func Newest(root string, names []string) []string {
	began := map[string]time.Time{}
	for _, name := range names {
		began[name] = Began(filepath.Join(root, name))
	}
	return slices.SortedFunc(slices.Values(names), func(a, b string) int { return newerFirst(began[a], a, began[b], b) })
}

// withoutDate is what a run is called in its folder's name, after the date.
func withoutDate(name string) (called string, dated bool) {
	date := datePrefix.FindString(name)
	return name[len(date):], date != ""
}

var datePrefix = regexp.MustCompile(`^\d{4}-\d\d-\d\d-\d{6}-`)
