package intake

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"evolab/course"
	"evolab/internal/quantity"
)

// The ends of the names of archives, those that are unpacked first.
var (
	unpackedEnds = []string{".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2"}
	otherEnds    = []string{".tar.xz", ".tar.zst", ".7z", ".rar", ".gz", ".bz2", ".xz", ".zst"}
)

// archiveEnd is the end of an archive's name; "" for other files.
func archiveEnd(name string) string {
	for _, end := range slices.Concat(unpackedEnds, otherEnds) {
		if strings.HasSuffix(strings.ToLower(name), end) && len(name) > len(end) {
			return name[len(name)-len(end):]
		}
	}
	return ""
}

// IsArchive reports whether a file is an archive, by its name.
func IsArchive(name string) bool { return archiveEnd(name) != "" }

// unpacking says how an archive is unpacked.
type unpacking struct {
	bounds limits
	// skip, if not nil, reports whether an entry is left out; hidden ones are in any case.
	skip func(name string, mode fs.FileMode) bool
	// spoiled, if not nil, is told of entries that are refused; the others are unpacked.
	spoiled func(name string, why *refusal)

	root    *os.Root
	size    int64 // of the archive
	bytes   int64
	entries int
	names   map[string]folded // by the names without case
}

// folded is a name that is taken.
type folded struct {
	name   string
	folder bool
}

// member is an entry of an archive.
type member struct {
	name      string // as it is written there
	mode      fs.FileMode
	time      time.Time
	encrypted bool
	link      bool // hard or symbolic
	open      func() (io.ReadCloser, error)
}

// unpackFile unpacks an archive into an empty folder, and writes nowhere else. A refusal
// says what is wrong with the archive; other errors are about the machine.
func unpackFile(ctx context.Context, name, to string, u *unpacking) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if u.root, err = os.OpenRoot(to); err != nil {
		return err
	}
	defer u.root.Close()
	u.size, u.names = info.Size(), map[string]folded{}
	if end := strings.ToLower(archiveEnd(name)); slices.Contains(otherEnds, end) {
		return refuse(course.Refused, "archives of this kind are not unpacked (expected: %s)", strings.Join(unpackedEnds, ", "))
	}
	return u.unpack(ctx, file)
}

// unpack unpacks a file by what it begins with: names are often wrong.
func (u *unpacking) unpack(ctx context.Context, file io.ReaderAt) error {
	var head [262]byte
	n, err := file.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	begins := func(magic string) bool { return bytes.HasPrefix(head[:n], []byte(magic)) }
	whole := io.NewSectionReader(file, 0, u.size)
	switch {
	case begins("PK\x03\x04"), begins("PK\x05\x06"):
		return u.unpackZip(ctx, whole) // of file itself, an offset outside would be the system's error
	case begins("\x1f\x8b"):
		z, err := gzip.NewReader(whole)
		if err != nil {
			return damaged(err)
		}
		return u.unpackTar(ctx, z)
	case begins("BZh"):
		return u.unpackTar(ctx, bzip2.NewReader(whole))
	case n == len(head) && string(head[257:]) == "ustar":
		return u.unpackTar(ctx, whole)
	}
	return refuse(course.Refused, "it is none, or damaged (expected: %s)", strings.Join(unpackedEnds, ", "))
}

// damaged is the refusal of an archive that cannot be read. What the machine lacks is no
// fault of the archive's.
func damaged(err error) error {
	var about *fs.PathError
	var refused *refusal
	if errors.As(err, &about) || errors.As(err, &refused) || errors.Is(err, context.Canceled) {
		return err
	}
	return refuse(course.Refused, "it is damaged: %s", strings.TrimPrefix(strings.TrimPrefix(err.Error(), "zip: "), "archive/tar: "))
}

func (u *unpacking) unpackZip(ctx context.Context, file io.ReaderAt) error {
	if countEntries(file, u.size, u.bounds.Files) > u.bounds.Files {
		return u.tooMany()
	}
	z, err := zip.NewReader(file, u.size)
	if err != nil {
		return damaged(err)
	}
	for _, f := range z.File {
		const encrypted = 1
		m := member{name: f.Name, mode: f.Mode(), time: f.Modified, encrypted: f.Flags&encrypted != 0, open: f.Open}
		m.link = m.mode&fs.ModeSymlink != 0
		if err := u.add(ctx, &m); err != nil {
			return err
		}
	}
	return nil
}

// errLong is the error of a tar that holds much more than its files.
var errLong = errors.New("it is longer than its files")

// lengthReader reads up to a number of bytes.
type lengthReader struct {
	io.Reader
	left int64
}

func (r *lengthReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return n, errLong
	}
	return n, err
}

func (u *unpacking) unpackTar(ctx context.Context, packed io.Reader) error {
	const header = 4 << 10 // of an entry, with its extensions
	t := tar.NewReader(&lengthReader{packed, 2*u.bounds.Bytes + header*int64(u.bounds.Files)})
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if errors.Is(err, errLong) {
			return u.tooLarge()
		}
		if err != nil {
			return damaged(err)
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		m := member{name: h.Name, mode: h.FileInfo().Mode(), time: h.ModTime, open: func() (io.ReadCloser, error) { return io.NopCloser(t), nil }}
		m.link = h.Typeflag == tar.TypeSymlink || h.Typeflag == tar.TypeLink
		if err := u.add(ctx, &m); err != nil {
			return err
		}
	}
}

func (u *unpacking) tooMany() *refusal {
	return refuse(course.Refused, "it holds more than %s and folders", quantity.Of(u.bounds.Files, "file"))
}

func (u *unpacking) tooLarge() *refusal {
	return refuse(course.Refused, "it holds more than %d MB", u.bounds.Bytes>>20)
}

// overflow is the refusal of an archive that holds too much in all: no single entry is to
// blame. It is nil for the others.
func (u *unpacking) overflow() *refusal {
	switch {
	case u.bytes > u.bounds.Bytes:
		return u.tooLarge()
	case u.bytes > u.bounds.Free && u.bytes/u.bounds.Ratio > u.size:
		return refuse(course.Refused, "unpacked it takes more than %d-fold its size", u.bounds.Ratio)
	}
	return nil
}

// add unpacks an entry, or tells spoiled why not.
func (u *unpacking) add(ctx context.Context, m *member) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if u.entries++; u.entries > u.bounds.Files {
		return u.tooMany()
	}
	name, err := u.cleanName(m.name)
	if name == "." || name != "" && u.isSkipped(name, m.mode) {
		return nil
	}
	if err == nil {
		err = u.write(ctx, name, m)
	}
	var refused *refusal
	if errors.As(err, &refused) && u.spoiled != nil && name != "" && u.overflow() == nil {
		u.spoiled(name, refused)
		return nil
	}
	return err
}

// isSkipped reports whether an entry, or a folder that it is in, is left out.
func (u *unpacking) isSkipped(name string, mode fs.FileMode) bool {
	for at := name; at != "."; at = path.Dir(at) {
		if isHidden(path.Base(at)) {
			if u.skip != nil {
				u.skip(at, mode)
			}
			return true
		}
	}
	return false
}

var drive = regexp.MustCompile(`^[A-Za-z]:`)

// cleanName is the name of an entry below the folder, also where it is refused; "" for a
// name that is not below the folder, which nobody in particular can be blamed for.
func (u *unpacking) cleanName(raw string) (string, error) {
	name := strings.ReplaceAll(strings.ToValidUTF8(raw, "_"), `\`, "/")
	shown := fmt.Sprintf("%.100q", raw)
	switch {
	case strings.HasPrefix(name, "/"), drive.MatchString(name):
		return "", refuse(course.Refused, "the name %s is absolute", shown)
	case slices.Contains(strings.Split(name, "/"), ".."):
		return "", refuse(course.Refused, "the name %s leads out of the folder", shown)
	}
	name = path.Clean(name)
	if strings.ContainsFunc(name, unicode.IsControl) {
		return name, refuse(course.Refused, "the name %s has control characters", shown)
	}
	const longest = 255 // bytes, on most systems
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > longest {
			return name, refuse(course.Refused, "the name %s is too long", shown)
		}
	}
	if strings.Count(name, "/") >= u.bounds.Depth {
		return name, refuse(course.Refused, "it holds more than %s in each other", quantity.Of(u.bounds.Depth, "folder"))
	}
	if name != "." && !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", refuse(course.Refused, "the name %s cannot be used on this system", shown)
	}
	return name, nil
}

// take takes a name, and those of the folders that it is in. Names that differ only in case
// are one file on some systems, so a second one is refused.
func (u *unpacking) take(name string, folder bool) error {
	if parent := path.Dir(name); parent != "." {
		if err := u.take(parent, true); err != nil {
			return err
		}
	}
	key := strings.ToLower(strings.ToUpper(name))
	old, taken := u.names[key]
	switch {
	case !taken:
		u.names[key] = folded{name, folder}
	case old.name != name:
		return refuse(course.Refused, "it holds both %.100q and %.100q, which are one file on some systems", old.name, name)
	case !old.folder || !folder:
		return refuse(course.Refused, "it holds %.100q twice", name)
	}
	return nil
}

func (u *unpacking) write(ctx context.Context, name string, m *member) error {
	folder := m.mode.IsDir()
	switch {
	case m.link:
		return refuse(course.Refused, "%.100q is a link", name)
	case !folder && !m.mode.IsRegular():
		return refuse(course.Refused, "%.100q is no file and no folder", name)
	case m.encrypted:
		return refuse(course.Refused, "it is encrypted: hand in one without a password")
	}
	if err := u.take(name, folder); err != nil {
		return err
	}
	within := path.Dir(name)
	if folder {
		within = name
	}
	if err := u.root.MkdirAll(filepath.FromSlash(within), 0o755); err != nil || folder {
		return err
	}
	return u.writeFile(ctx, name, m)
}

func (u *unpacking) writeFile(ctx context.Context, name string, m *member) error {
	in, err := m.open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return refuse(course.Refused, "%.100q is compressed in a way that is not known here: use the usual one (Deflate)", name)
	}
	if err != nil {
		return damaged(err)
	}
	defer in.Close()
	local := filepath.FromSlash(name)
	out, err := u.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644|m.mode.Perm()&0o111)
	if err != nil {
		return err
	}
	err = u.pour(ctx, out, in, name)
	if err = errors.Join(err, out.Close()); err != nil {
		return errors.Join(err, u.root.Remove(local))
	}
	if !m.time.IsZero() {
		return u.root.Chtimes(local, m.time, m.time)
	}
	return nil
}

// pour copies a file's contents within the limits, whatever its header says.
func (u *unpacking) pour(ctx context.Context, out io.Writer, in io.Reader, name string) error {
	block := make([]byte, 1<<16)
	for size := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := in.Read(block)
		u.bytes, size = u.bytes+int64(n), size+int64(n)
		if why := u.overflow(); why != nil {
			return why
		}
		if size > u.bounds.Entry {
			return refuse(course.Refused, "%.100q is larger than %d MB", name, u.bounds.Entry>>20)
		}
		if n, err := out.Write(block[:n]); err != nil {
			return fmt.Errorf("%s: %w", quantity.Of(n, "byte"), err)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return damaged(err)
		}
	}
}
