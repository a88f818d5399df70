// Package intake reads what a class has handed in: a folder or an archive, laid out by
// hand or by a system for courses. It finds out what belongs to whom, copies it, unpacks
// archives within limits, and enters folders until it finds the program. It changes nothing
// in the class's folder, and no submission affects another. Who is identified by a number, a
// login or an address, else by the exact name: namesakes are told apart, or doubted.
//
// Where the forms of names are from:
//
//   - Canvas, lib/content_zipper.rb of github.com/instructure/canvas-lms: loose files
//     NAME_[LATE_]USER_ATTACHMENT_FILE, where NAME is the sortable name in small letters
//     without anything but letters, digits and underscores; [LATE_]anon_ID_ATTACHMENT_FILE
//     in anonymous gradings; NAME_[LATE_]USER_text.html and _link.html without a file.
//     When a file is handed in again, FILE has a suffix: hw2-1.zip
//     (Attachment.make_unique_filename in app/models/attachment.rb).
//   - Moodle, mod/assign/classes/downloader.php of github.com/moodle/moodle: folders
//     NAME_ID_assignsubmission_file, in earlier versions with an underscore at the end, or
//     loose files of that name, an underscore and FILE; also ..._onlinetext.
//   - Gradescope: folders submission_NUMBER beside submission_metadata.yml, which has
//     :submitters: with :name:, :sid: and :email:, and :created_at:. Gradescope does not
//     document the file; the keys are those that public scripts read.
//   - Blackboard: loose files ASSIGNMENT_LOGIN_attempt_TIME_FILE, and for each attempt
//     ASSIGNMENT_LOGIN_attempt_TIME.txt, a receipt that begins with Name: NAME (LOGIN), as
//     github.com/kwurst/bb-file-cleanup and others read them.
//   - Brightspace: folders USER-FOLDER - NAME - TIME, or loose files of that name, " - " and
//     FILE, beside index.html, as github.com/cgmb/d2lmf and others read them.
//   - Autolab, download_filename in app/controllers/submissions_controller.rb of
//     github.com/autolab/Autolab: loose files of an address, a version and a name.
//   - Sakai, zipSubmissions in AssignmentServiceImpl.java of github.com/sakaiproject/sakai:
//     folders FAMILY, GIVEN(LOGIN), several with "; " between them, with timestamp.txt and
//     the folder "Submission attachment(s)", whose name is translated, or loose files of
//     these names with underscores between them; beside them grades.csv or .xls.
//   - Vocareum documents its roster (Email, ID, Name;
//     help.vocareum.com/en/articles/8418166-enrollment), but not how its downloads are
//     named: a folder for each student is read as any other folder.
//
// The entries of an archive have the time of the download in Canvas, Moodle and Autolab, so
// it says nothing about when a file was handed in.
package intake

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"evolab/course"
	"evolab/host/compile"
)

// Options say where a class is, and how it is read.
type Options struct {
	Path       string        // a folder, or an archive
	One        bool          // it is what one student has handed in, not a class
	Scratch    string        // an empty folder of ours
	Names      compile.Names // of the programs that the course takes
	NoArchives bool          // refuse submissions that are archives
	AsIs       bool          // read a class whose layout is not known, or that the roster does not fit
	Roster     *Roster       // nil: none
	Deadline   time.Time     // of those to whom the roster gives none of their own; zero: none
	Best       bool          // of several attempts all before the deadline count, not the last
	Workers    int           // submissions at a time
}

// Handin is what somebody has handed in.
type Handin struct {
	Name    string   `json:"name"`              // what gradebooks call it; it depends on nobody else's
	Persons []Person `json:"persons,omitempty"` // who handed it in, as far as the system or the roster says
	Dir     string   `json:"-"`                 // the copy, ready to be compiled; "" if it cannot be graded
	Hash    string   `json:"sha256,omitempty"`  // of the files of the copy; "" without one
	// Verdict is course.Correct unless it cannot be graded, and Problem says why.
	Verdict course.Verdict `json:"verdict"`
	Problem string         `json:"problem,omitempty"`
	// Doubt is why it may be of somebody else; "" for no doubt. Nobody gets points for it
	// until staff decide.
	Doubt string `json:"doubt,omitempty"`
	// Notes say what staff or students may not expect.
	Notes []string `json:"notes,omitempty"`
	// Arrived is when it was handed in, as the system, the roster or its files have it;
	// zero: unknown.
	Arrived time.Time `json:"arrived,omitzero"`
	// Deadline is the student's own, else that of the class; zero: none.
	Deadline time.Time     `json:"deadline,omitzero"`
	Late     time.Duration `json:"late,omitempty"`    // how long after the deadline; 0: in time or unknown
	Attempt  int           `json:"attempt,omitempty"` // its number; with Best, several of a student may follow each other

	// Entries are the files and folders that it was in, below the class's folder, slashes
	// between; none if the class is an archive.
	Entries []string `json:"-"`

	system string // that has named its entries; "" for none
	nested bool   // it has several programs or archives, as if it were a class
}

// Person is somebody as a system or a roster knows them. All texts may be "".
type Person struct {
	Name  string `json:"name,omitempty"`
	ID    string `json:"id,omitempty"`
	Email string `json:"email,omitempty"`
}

// ErrNobody is the error when nothing was handed in.
var ErrNobody = errors.New("no submissions")

// ErrArchive is the error when a class's archive cannot be unpacked.
var ErrArchive = errors.New("the class cannot be unpacked")

// refusal is the error of a submission that cannot be graded.
type refusal struct {
	verdict course.Verdict
	text    string
}

func (r *refusal) Error() string { return r.text }

func refuse(v course.Verdict, format string, args ...any) *refusal {
	return &refusal{v, fmt.Sprintf(format, args...)}
}

func (h *Handin) note(format string, args ...any) {
	h.Notes = append(h.Notes, fmt.Sprintf(format, args...))
}

// Read reads a class. A submission that cannot be graded is not an error. The handins are
// in the order of their names.
func Read(ctx context.Context, o Options) ([]*Handin, error) {
	c, err := openClass(ctx, &o)
	if err != nil {
		return nil, err
	}
	students, err := c.students()
	if err != nil {
		return nil, err
	}
	strict := !o.AsIs && !o.One
	if strict {
		if err := c.checkLayout(students); err != nil {
			return nil, err
		}
	}
	var others []*Handin
	if o.Roster != nil {
		all := o.Roster.place(students)
		if strict {
			if err := o.Roster.check(all); err != nil {
				return nil, err
			}
		}
		students, others = o.Roster.join(all)
	}
	if len(students) == 0 {
		return nil, fmt.Errorf("folder %q: %w", o.Path, ErrNobody)
	}
	list, err := c.takeAll(ctx, students)
	if err != nil {
		return nil, err
	}
	if strict {
		if err := c.checkNesting(list); err != nil {
			return nil, err
		}
	}
	list = append(list, others...)
	slices.SortStableFunc(list, func(a, b *Handin) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

func (c *class) takeAll(ctx context.Context, students []*student) ([]*Handin, error) {
	type job struct {
		*student
		counted
	}
	var jobs []job
	for _, s := range students {
		for _, a := range c.counting(s) {
			jobs = append(jobs, job{s, a})
		}
	}
	list := make([]*Handin, len(jobs))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, c.Workers))
	for i := range jobs {
		group.Go(func() (err error) {
			list[i], err = c.take(ctx, jobs[i].student, &jobs[i].counted, filepath.Join(c.Scratch, fmt.Sprint(i)))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	same := map[string]bool{} // attempts with the same files are graded once
	return slices.DeleteFunc(list, func(h *Handin) bool {
		key := h.Name + "\x00" + h.Hash
		again := h.Hash != "" && same[key]
		same[key] = true
		return again
	}), nil
}

// class is an opened class.
type class struct {
	*Options
	dir     string              // its entries lie here
	only    string              // the one entry that counts; "" for all
	spoiled map[string]*refusal // what could not be unpacked of the class's archive, by its path
	packed  bool                // dir is an unpacked archive
}

// openClass opens the class's folder, or unpacks its archive.
func openClass(ctx context.Context, o *Options) (*class, error) {
	c := &class{Options: o, dir: o.Path}
	info, err := os.Stat(o.Path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNobody, err)
	}
	if o.One {
		path, err := filepath.Abs(o.Path)
		if err != nil {
			return nil, err
		}
		c.dir, c.only = filepath.Dir(path), filepath.Base(path)
		return c, nil
	}
	if !info.IsDir() {
		if !IsArchive(o.Path) || !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%q is neither a folder nor an archive: %w", o.Path, ErrNobody)
		}
		c.packed, c.spoiled, c.dir = true, map[string]*refusal{}, filepath.Join(o.Scratch, "class")
		if err := os.Mkdir(c.dir, 0o700); err != nil {
			return nil, err
		}
		err := unpackFile(ctx, o.Path, c.dir, &unpacking{bounds: classBounds, spoiled: func(name string, why *refusal) { c.spoiled[name] = why }})
		var refused *refusal
		if errors.As(err, &refused) {
			return nil, fmt.Errorf("archive %q: %w: %w", o.Path, ErrArchive, err)
		}
		if err != nil {
			return nil, fmt.Errorf("archive %q: %w", o.Path, err)
		}
	}
	return c, c.enter()
}

// enter enters the folders that systems put a whole class into.
func (c *class) enter() error {
	const deepest = 3
	for depth, dir := 1, c.dir; depth <= deepest; depth++ {
		entries, err := c.entries(dir)
		if err != nil && depth == 1 {
			return err
		}
		if err != nil || len(entries) != 1 || !entries[0].IsDir() {
			return nil // whoever reads it as a submission reports the error
		}
		dir = filepath.Join(dir, entries[0].Name())
		named, source := c.look(dir)
		if named || depth == 1 && c.packed && !source {
			c.moveInto(dir)
		}
		if named {
			return nil
		}
	}
	return nil
}

// look reports whether a system has named what lies in a folder, and whether there is a
// source or an archive.
func (c *class) look(dir string) (named, source bool) {
	list, _ := os.ReadDir(dir) // an empty one is nobody's class
	for _, e := range list {
		_, _, known := readName(dir, e.Name(), e.Type())
		named = named || known || e.Name() == gradescopeFile
		source = source || c.isSource(e.Name()) || IsArchive(e.Name())
	}
	return named, source
}

// moveInto makes a folder of the class's the class's.
func (c *class) moveInto(dir string) {
	inner, _ := filepath.Rel(c.dir, dir)
	name := filepath.ToSlash(inner)
	c.dir = dir
	spoiled := map[string]*refusal{}
	for path, why := range c.spoiled {
		spoiled[strings.TrimPrefix(path, name+"/")] = why
	}
	c.spoiled = spoiled
}

// entriesOf are the entries of a student, of all attempts.
func (c *class) entriesOf(s *student) (list []string) {
	inner, err := filepath.Rel(c.Path, c.dir)
	if c.packed || err != nil {
		return nil
	}
	for _, p := range s.parts {
		list = append(list, filepath.ToSlash(filepath.Join(inner, p.entry)))
	}
	return list
}

// entries lists what may be handed in.
func (c *class) entries(dir string) ([]os.DirEntry, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNobody, err)
	}
	return slices.DeleteFunc(list, func(e os.DirEntry) bool {
		if c.only != "" {
			return e.Name() != c.only
		}
		return isHidden(e.Name()) || !e.IsDir() && c.isRoster(filepath.Join(dir, e.Name()))
	}), nil
}

func (c *class) isRoster(path string) bool {
	name := filepath.Base(path)
	if strings.EqualFold(name, "roster.csv") || name == gradescopeFile {
		return true
	}
	if c.Roster == nil {
		return false
	}
	a, err := os.Stat(path)
	b, err2 := os.Stat(c.Roster.path)
	return err == nil && err2 == nil && os.SameFile(a, b)
}
