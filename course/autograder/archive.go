package autograder

import (
	"archive/zip"
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"text/template"
	"time"

	"evolab/course"
	"evolab/host/compile"
)

// Archive is an autograder to upload: a zip with setup.sh and run_autograder at its root, as
// https://gradescope-autograders.readthedocs.io/en/latest/specs/ wants it. Gradescope
// unpacks it in /autograder/source, runs setup.sh once, and for each submission a copy of
// run_autograder, in /autograder.
type Archive struct {
	Program string       // the file of evolve that grades
	Course  *course.Year // whose file goes along
	Rubric  string
	// Flags are passed on to evolve grade: a name and its value each.
	Flags []string
}

// The files of an archive.
const (
	setupFile   = "setup.sh"
	runFile     = "run_autograder"
	programFile = "evolve"
	courseFile  = "course.yaml"
)

//go:embed setup.sh
var setupText string

//go:embed run_autograder
var runText string

// Make returns the archive's bytes, which are the same for the same program, course and
// flags.
func (a *Archive) Make() ([]byte, error) {
	if err := checkProgram(a.Program); err != nil {
		return nil, err
	}
	program, err := os.ReadFile(a.Program)
	if err != nil {
		return nil, err
	}
	setup, err := script(setupText, toolsOf(a.Course))
	if err != nil {
		return nil, err
	}
	run, err := script(runText, a)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	const plain, executable = 0o644, 0o755
	for _, f := range []struct {
		name string
		mode fs.FileMode
		data []byte
	}{{setupFile, executable, setup}, {runFile, executable, run}, {programFile, executable, program}, {courseFile, plain, a.Course.Text()}} {
		head := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}
		head.SetMode(f.mode)
		to, err := w.CreateHeader(head)
		if err == nil {
			_, err = to.Write(f.data)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func script(text string, of any) ([]byte, error) {
	t, err := template.New("script").Funcs(template.FuncMap{"quote": compile.Quote}).Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, of); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// tools are the compilers and interpreters of a course.
type tools struct {
	Packages []string // of Ubuntu, with tools that every release has
	Optional []string // that some releases lack
	Needed   []string // the tools that have to be there in the end
}

// ubuntu has the packages of Ubuntu by the tools that they hold.
var ubuntu = map[string]string{
	"python3": "python3", "g++": "g++", "gcc": "gcc", "java": "default-jdk-headless", "javac": "default-jdk-headless",
	"node": "nodejs", "rustc": "rustc", "go": "golang-go", "perl": "perl", "ruby": "ruby",
}

// toolsOf lists the tools of a course's languages. Python 2 may be missing: submissions in
// it are then not graded, and lose no points.
func toolsOf(y *course.Year) (t tools) {
	add := func(list *[]string, name string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for i := range y.Languages {
		for _, tool := range y.Languages[i].Tools() {
			if tool == "python2" {
				add(&t.Optional, tool)
				continue
			}
			add(&t.Needed, tool)
			if p := ubuntu[tool]; p != "" {
				add(&t.Packages, p)
			}
		}
	}
	return t
}

// checkProgram checks that a file is an evolve that runs on Gradescope's machines, whatever
// C library these have.
func checkProgram(path string) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return fmt.Errorf("program %q: %w (expected: evolve, built for linux/amd64)", path, err)
	}
	setting := func(key string) string {
		for _, s := range info.Settings {
			if s.Key == key {
				return s.Value
			}
		}
		return "unknown"
	}
	const module = "evolab" // also that of programs with games of their own
	ours := info.Main.Path == module
	for _, dep := range info.Deps {
		ours = ours || dep.Path == module
	}
	if !ours {
		return fmt.Errorf("program %q is not evolve, but %s", path, info.Path)
	}
	if system := setting("GOOS") + "/" + setting("GOARCH"); system != "linux/amd64" {
		return fmt.Errorf("program %q is for %s, and Gradescope's machines are linux/amd64", path, system)
	}
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("program %q: %w", path, err)
	}
	defer f.Close()
	if slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		return fmt.Errorf("program %q needs the C library of this machine, and Gradescope's may have another", path)
	}
	return nil
}
