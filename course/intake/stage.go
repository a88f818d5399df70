package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evolab/course"
	"evolab/host"
	"evolab/host/compile"
)

// limits bound what is copied or unpacked.
type limits struct {
	Bytes int64
	Files int // and folders
	Depth int // of folders in folders
	Entry int64
	// Ratio is how many times its own size an archive may take when it is unpacked, once
	// that is more than Free bytes.
	Ratio, Free int64
}

// bounds are those of a submission, and classBounds those of a class's archive.
var (
	bounds      = limits{Bytes: 64 << 20, Files: 2000, Depth: 32, Entry: 64 << 20, Ratio: 100, Free: 16 << 20}
	classBounds = limits{Bytes: 8 << 30, Files: 200_000, Depth: 40, Entry: 64 << 20, Ratio: 100, Free: 2 << 30}
)

// tree is an entry of a folder under the bounds of a submission.
func tree(dir, name string) *host.Tree {
	return &host.Tree{Dir: dir, Name: name, Bytes: bounds.Bytes, Files: bounds.Files, Depth: bounds.Depth}
}

// stage is the copy of a submission in the making.
type stage struct {
	*class
	*Handin
	dir     string // for our copies
	folders int    // made so far
	file    bool   // a single file was handed in
	hidden  []string
}

// take copies an attempt of a student. Its errors are about the machine.
func (c *class) take(ctx context.Context, s *student, a *counted, dir string) (*Handin, error) {
	h := &Handin{Name: s.name, Persons: s.persons, Doubt: s.doubt, system: s.system, Notes: slices.Clone(s.notes), Verdict: course.Correct}
	g := &stage{class: c, Handin: h, dir: dir}
	h.Entries = c.entriesOf(s)
	err := error(refuse(course.NoProgram, "no file was handed in, only a text or a link"))
	if a.attempt != nil {
		c.describe(a, h)
		err = g.make(ctx, a.attempt)
	}
	if len(g.hidden) > 0 {
		slices.Sort(g.hidden)
		h.note("hidden files are left out: %s", compile.Shorten(slices.Compact(g.hidden)))
	}
	var refused *refusal
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case host.Exhausted(err):
		return nil, fmt.Errorf("copy of %q: %w", s.name, err)
	case err != nil:
		if !errors.As(err, &refused) {
			refused = g.reword(err)
		}
		h.Verdict, h.Problem, h.Dir, h.Hash = refused.verdict, refused.text, "", ""
	}
	return h, nil
}

// reword makes an error about a copy one about the submission.
func (g *stage) reword(err error) *refusal {
	var tree *host.TreeError
	if errors.As(err, &tree) {
		switch tree.Fault {
		case host.TooLarge, host.Irregular:
			return refuse(course.Refused, "%s", tree.Error())
		}
		return refuse(course.Incomplete, "%s: --resume grades what is there then", tree.Error())
	}
	text := strings.ReplaceAll(err.Error(), g.dir+string(filepath.Separator), "")
	text = strings.ReplaceAll(text, g.class.dir+string(filepath.Separator), "")
	return refuse(course.Incomplete, "it cannot be read: %s", text)
}

func (g *stage) newFolder() (string, error) {
	if g.folders++; g.folders == 1 {
		if err := os.Mkdir(g.dir, 0o700); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(g.dir, fmt.Sprint(g.folders))
	return dir, os.Mkdir(dir, 0o755)
}

// make copies an attempt, and finds the folder that is graded.
func (g *stage) make(ctx context.Context, a *attempt) error {
	for _, p := range a.parts {
		for _, name := range slices.Sorted(maps.Keys(g.spoiled)) { // the same one each time
			if name == p.entry || strings.HasPrefix(name, p.entry+"/") {
				return g.spoiled[name]
			}
		}
	}
	dir, err := g.newFolder()
	if err != nil {
		return err
	}
	g.file = len(a.parts) == 1 && a.parts[0].as != ""
	for i := range a.parts {
		if err := g.copy(ctx, &a.parts[i], dir); err != nil {
			return err
		}
	}
	if err := g.firstNames(a, dir); err != nil {
		return err
	}
	settled, err := g.settle(ctx, dir)
	if err != nil {
		return err
	}
	hash, files, err := hashTree(ctx, tree(settled, ""))
	if err != nil {
		return err
	}
	if files == 0 {
		return refuse(course.NoProgram, "the folder is empty")
	}
	g.Dir, g.Hash = settled, hash
	return nil
}

// skip reports whether an entry is left out, and remembers those that somebody may miss.
func (g *stage) skip(name string, _ fs.FileMode) bool {
	base := path.Base(name)
	if !isHidden(base) {
		return false
	}
	if !isLeftover(base) {
		g.hidden = append(g.hidden, name)
	}
	return true
}

// copy copies a part of an attempt.
func (g *stage) copy(ctx context.Context, p *part, dir string) error {
	info, err := os.Lstat(filepath.Join(g.class.dir, p.entry))
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return refuse(course.Refused, "it is a link, which is not followed: hand in the files themselves")
	case info.IsDir():
		t := tree(g.class.dir, p.entry)
		t.Skip = g.skip
		return t.CopyTo(ctx, dir)
	case !info.Mode().IsRegular():
		return refuse(course.NoProgram, "it is neither a file nor a folder")
	case p.whole && !p.single && !IsArchive(p.as):
		return refuse(course.NoProgram, "it is no source (.py, .cpp or .java) and no folder")
	}
	name := p.as
	if p.single {
		if accepted := g.Names.AcceptedName(strings.ToLower(name)); accepted != "" && !slices.Contains(g.Names.Sources, name) {
			name = accepted
		}
	}
	if g.skip(name, info.Mode()) {
		return nil
	}
	return copyFile(ctx, tree(g.class.dir, p.entry), dir, name)
}

func copyFile(ctx context.Context, from *host.Tree, dir, name string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return from.Walk(ctx, func(e *host.Entry) error {
		if !e.Mode.IsRegular() {
			return refuse(course.Incomplete, "it is no file any more")
		}
		out, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, e.Mode.Perm()|0o600)
		if err != nil {
			return err
		}
		_, err = e.WriteTo(out)
		return errors.Join(err, out.Close())
	})
}

// firstNames undoes the suffixes that Canvas adds to names, unless the author's own sources
// mention a file with its suffix.
func (g *stage) firstNames(a *attempt, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for i, p := range a.parts {
		first := firstName(p.as)
		if rest := (attempt{parts: slices.Delete(slices.Clone(a.parts), i, i+1)}); rest.has(first) {
			continue // the author has numbered them
		}
		if _, err := root.Lstat(first); !p.canvas || first == p.as || isHidden(p.as) || isHidden(first) || err == nil || g.mentioned(root, a, p.as) {
			continue
		}
		if err := root.Rename(p.as, first); err != nil {
			return err
		}
		g.note("%s is graded as %s: Canvas changes the name of a file that is handed in again", p.as, first)
	}
	return nil
}

// mentioned reports whether one of the sources of an attempt has a name in it.
func (g *stage) mentioned(root *os.Root, a *attempt, name string) bool {
	for _, p := range a.parts {
		if !g.isSource(p.as) {
			continue
		}
		for _, file := range []string{p.as, firstName(p.as)} {
			if text, err := root.ReadFile(file); err == nil && bytes.Contains(text, []byte(name)) {
				return true
			}
		}
	}
	return false
}

// listing is what a folder holds.
type listing struct{ sources, archives, folders, others []string }

func (g *stage) list(dir string) (l listing, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		name := e.Name()
		switch {
		case e.IsDir():
			l.folders = append(l.folders, name)
		case g.isSource(name):
			l.sources = append(l.sources, name)
		case e.Type().IsRegular() && archiveEnd(name) != "":
			l.archives = append(l.archives, name)
		default:
			l.others = append(l.others, name)
		}
	}
	return l, err
}

// settle finds the folder that is graded: it enters the one that holds the program, and
// unpacks an archive if there is no source beside it.
func (g *stage) settle(ctx context.Context, dir string) (string, error) {
	const deepest = 6
	for range deepest {
		l, err := g.list(dir)
		if err != nil {
			return "", err
		}
		inner := g.programFolders(dir, l.folders)
		switch {
		case len(l.sources) > 0:
			if len(l.archives) > 0 {
				g.note("%s is not unpacked: the source beside it is graded", compile.Shorten(l.archives))
			}
			return dir, nil
		case len(inner) > 1:
			g.nested = true
			return "", refuse(course.NoProgram, "it has programs in several folders and none above them: %s", compile.Shorten(inner))
		case len(inner) == 1:
			others := slices.DeleteFunc(slices.Clone(l.folders), func(name string) bool { return name == inner[0] })
			if beside := slices.Concat(l.archives, l.others, others); len(beside) > 0 {
				g.note("the program is in the folder %s, which is graded without what lies beside it: %s", inner[0], compile.Shorten(beside))
			}
			dir = filepath.Join(dir, inner[0])
		case len(l.archives) > 0:
			if dir, err = g.unpack(ctx, dir, &l); err != nil {
				return "", err
			}
		case len(l.folders) == 1 && len(l.others) == 0:
			dir = filepath.Join(dir, l.folders[0])
		default:
			return dir, nil
		}
	}
	return dir, nil
}

// programFolders are the folders that hold a source, at any depth; those with a program of
// a name that the course takes, if there are any.
func (g *stage) programFolders(dir string, folders []string) []string {
	var named, sources []string
	for _, folder := range folders {
		has, hasNamed := false, false
		_ = filepath.WalkDir(filepath.Join(dir, folder), func(at string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if e.IsDir() {
				if _, err := os.Lstat(filepath.Join(at, "pyvenv.cfg")); err == nil {
					return fs.SkipDir // what others wrote
				}
				return nil
			}
			has = has || g.isSource(e.Name())
			hasNamed = hasNamed || slices.Contains(g.Names.Sources, e.Name())
			return nil
		})
		if has {
			sources = append(sources, folder)
		}
		if hasNamed {
			named = append(named, folder)
		}
	}
	if len(named) > 0 {
		return named
	}
	return sources
}

// unpack unpacks the only archive of a folder into a new one, and moves what lies beside
// it there.
func (g *stage) unpack(ctx context.Context, dir string, l *listing) (string, error) {
	name := l.archives[0]
	switch {
	case len(l.archives) > 1:
		g.nested = true
		return "", refuse(course.NoProgram, "it holds several archives and no source: %s", compile.Shorten(l.archives))
	case g.NoArchives && g.file:
		return "", refuse(course.NoProgram, "it is an archive: hand in what is in it")
	case g.NoArchives:
		return "", refuse(course.NoProgram, "it holds the archive %s: hand in what is in it", name)
	}
	to, err := g.newFolder()
	if err != nil {
		return "", err
	}
	if err := unpackFile(ctx, filepath.Join(dir, name), to, &unpacking{bounds: bounds, skip: g.skip}); err != nil {
		var refused *refusal
		if errors.As(err, &refused) {
			return "", refuse(refused.verdict, "the archive %s: %s", name, refused.text)
		}
		return "", err
	}
	if entries, err := os.ReadDir(to); err != nil || len(entries) == 0 {
		return "", errors.Join(err, refuse(course.NoProgram, "the archive %s is empty", name))
	}
	g.note("unpacked from %s", name)
	for _, other := range slices.Concat(l.others, l.folders) {
		if _, err := os.Lstat(filepath.Join(to, other)); err == nil {
			g.note("%s is taken from the archive, not from beside it", other)
			continue
		}
		if err := os.Rename(filepath.Join(dir, other), filepath.Join(to, other)); err != nil {
			return "", err
		}
	}
	return to, nil
}

// hashTree is a hash of a folder or a file, and how many files it has.
func hashTree(ctx context.Context, t *host.Tree) (sum string, files int, err error) {
	h := sha256.New()
	err = t.Walk(ctx, func(e *host.Entry) error {
		if !e.Mode.IsDir() {
			files++
		}
		fmt.Fprintf(h, "%q %v %q %d\n", e.Name, copiedMode(e.Name, e.Mode), e.Target, e.Size)
		if e.Size == 0 {
			return nil
		}
		_, err := e.WriteTo(h)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), files, err
}

// copiedMode is the part of a mode that a copy keeps: the type and, in folders, whether a
// file can be run.
func copiedMode(name string, mode fs.FileMode) fs.FileMode {
	if mode.IsRegular() && name != "." {
		return mode & 0o100
	}
	return mode.Type()
}
