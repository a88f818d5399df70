package similarity

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"evolab/internal/untrusted"
)

// The files of an export, in a folder for each language but the first.
//
//	names.csv             which folder is whose
//	python/info.csv       what Dolos reads: a row for each source, and for the template
//	python/students/      what JPlag reads: a folder for each student
//	python/template/      the course's own code, which both ignore
//	python/sources.sha256 the sums of all sources, written when one has changed
//	python/dolos/         where Dolos is asked to write what it finds
//	python/jplag/         where JPlag is asked to
const (
	namesFile      = "names.csv"
	infoFile       = "info.csv"
	studentsFolder = "students"
	templateFolder = "template"
	sumsFile       = "sources.sha256"
)

// Student is somebody whose sources are exported.
type Student struct {
	Holder
	Folder  string // of the export: a plain name, and nobody else's
	Dir     string // of the submission
	Arrived time.Time
}

// Exported is what an export has written.
type Exported struct {
	Languages []Language // those with sources of several students
	Students  int        // who have a source of their own
	LeftOut   []string   // sources that were left out, with the reason
}

// ErrOccupied is the error when an export would be written among other files.
var ErrOccupied = errors.New("it holds other files")

// Export writes the sources of a class into a folder of the system, as Dolos and JPlag read
// them. What an earlier export has written there is replaced, and what the tools have
// found stays.
func (o *Own) Export(dir string, class []Student) (*Exported, error) {
	made, err := o.export(dir, class)
	if err != nil {
		return nil, fmt.Errorf("folder %q: %w", dir, err)
	}
	return made, nil
}

func (o *Own) export(dir string, class []Student) (*Exported, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if err := occupied(root); err != nil {
		return nil, err
	}
	names := [][]string{namesHead()}
	for _, s := range class {
		names = append(names, []string{s.Folder, s.Name})
	}
	if err := writeTable(root, namesFile, names); err != nil { // first: it says whose folder it is
		return nil, err
	}
	e := &Exported{}
	with := map[string]bool{}
	for _, l := range Languages() {
		for _, name := range []string{studentsFolder, infoFile} {
			if err := root.RemoveAll(path.Join(l.Name, name)); err != nil {
				return nil, err
			}
		}
		n, sums := 0, []string{}
		rows := [][]string{{"filename", "full_name", "created_at", "ignored"}}
		for i := range class {
			mine, own, err := e.student(root, &l, &class[i])
			if err != nil {
				return nil, err
			}
			sums = append(sums, own...)
			if rows = append(rows, mine...); len(mine) > 0 {
				with[class[i].Folder] = true
				n++
			}
		}
		if n == 0 {
			continue
		}
		if n > 1 {
			e.Languages = append(e.Languages, l)
		}
		if t, ok := o.template(&l); ok {
			name := path.Join(templateFolder, t.Name)
			if err := write(root, path.Join(l.Name, name), t.Data); err != nil {
				return nil, err
			}
			rows, sums = append(rows, []string{name, "the course's own code", "", "true"}), append(sums, sumLine(name, t.Data))
		}
		if err := errors.Join(writeTable(root, path.Join(l.Name, infoFile), rows), writeSums(root, path.Join(l.Name, sumsFile), sums)); err != nil {
			return nil, err
		}
	}
	e.Students = len(with)
	return e, nil
}

func sumLine(name string, data []byte) string {
	return fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name)
}

// writeSums writes the sums of the sources unless they are there: so the file is as old as
// the last change of a source, which tells what a tool has read.
func writeSums(root *os.Root, name string, sums []string) error {
	slices.Sort(sums)
	text := []byte(strings.Join(sums, ""))
	if before, err := root.ReadFile(name); err == nil && bytes.Equal(before, text) {
		return nil
	}
	return write(root, name, text)
}

func namesHead() []string { return []string{"folder", "name"} }

// occupied refuses a folder with files, unless an export has written them.
func occupied(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil || len(entries) == 0 {
		return err
	}
	head := []byte(strings.Join(namesHead(), ",") + "\n")
	info, err := root.Lstat(namesFile)
	if err != nil || !info.Mode().IsRegular() {
		return ErrOccupied
	}
	f, err := root.Open(namesFile)
	if err != nil {
		return err
	}
	defer f.Close()
	begin := make([]byte, len(head))
	if n, _ := f.Read(begin); !bytes.Equal(begin[:n], head) {
		return ErrOccupied
	}
	return nil
}

// student copies a student's sources in a language, and returns their rows of info.csv, and
// their sums.
func (e *Exported) student(root *os.Root, l *Language, s *Student) (rows [][]string, sums []string, err error) {
	const most = 1 << 20 // bytes: no source that a person has written is larger
	taken := map[string]bool{}
	for _, f := range s.Files {
		if !slices.Contains(l.endings, strings.ToLower(path.Ext(f.Name))) {
			continue
		}
		if f.Own || f.Size > most {
			why := "the course's own"
			if !f.Own {
				why = "larger than 1 MB"
			}
			e.LeftOut = append(e.LeftOut, fmt.Sprintf("%s of %s (%s)", f.Name, s.Name, why))
			continue
		}
		data, err := readSource(s.Dir, f.Name)
		if err != nil {
			return nil, nil, err
		}
		name := path.Join(studentsFolder, s.Folder, plainPath(f.Name, taken))
		if err := write(root, path.Join(l.Name, name), data); err != nil {
			return nil, nil, err
		}
		arrived := ""
		if !s.Arrived.IsZero() {
			arrived = s.Arrived.UTC().Format("2006-01-02 15:04:05 -0700") // as Dolos documents it
		}
		rows, sums = append(rows, []string{name, s.Name, arrived, ""}), append(sums, sumLine(name, data))
	}
	return rows, sums, nil
}

func readSource(dir, name string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.ReadFile(name)
}

// plainPath is a path with nothing that a tool, a shell or a table could misread, and that
// is not taken, also where capital letters do not count.
func plainPath(name string, taken map[string]bool) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = plainPart(part)
	}
	plain := strings.Join(parts, "/")
	for n := 2; taken[strings.ToLower(plain)]; n++ {
		end := path.Ext(parts[len(parts)-1])
		plain = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(strings.Join(parts, "/"), end), n, end)
	}
	taken[strings.ToLower(plain)] = true
	return plain
}

// plainPart is a plain part of a path.
func plainPart(part string) string {
	const longest = 60
	end := path.Ext(part)
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, strings.TrimSuffix(part, end))
	plain = strings.TrimLeft(plain[:min(longest, len(plain))], "-")
	if languageOf(part) == nil {
		end = ""
	}
	if plain == "" {
		plain = "file"
	}
	return plain + strings.ToLower(end)
}

func write(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return root.WriteFile(name, data, 0o644)
}

func writeTable(root *os.Root, name string, rows [][]string) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, row := range rows {
		for i, text := range row {
			row[i] = untrusted.Cell(text)
		}
		_ = w.Write(row) // a buffer takes everything
	}
	w.Flush()
	return write(root, name, b.Bytes())
}
