//go:build unix

package intake

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/internal/untrusted"
)

// small are limits that tests reach quickly.
var small = limits{Bytes: 1 << 20, Files: 50, Depth: 5, Entry: 1 << 19, Ratio: 100, Free: 1 << 16}

// rawZip is a zip of a single entry with any header.
func rawZip(t testing.TB, h zip.FileHeader, data string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	h.CRC32, h.CompressedSize64 = crc32.ChecksumIEEE([]byte(data)), uint64(len(data))
	if h.UncompressedSize64 == 0 {
		h.UncompressedSize64 = uint64(len(data))
	}
	w, err := z.CreateRaw(&h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(data)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// twice is a zip with two entries.
func twice(t testing.TB, a, b string) string {
	t.Helper()
	var buffer bytes.Buffer
	z := zip.NewWriter(&buffer)
	for _, name := range []string{a, b} {
		if _, err := z.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buffer.String()
}

func many(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprint("f", i)] = ""
	}
	return files
}

func unpackText(t testing.TB, data string, u *unpacking) (dir string, err error) {
	t.Helper()
	top := t.TempDir()
	dir = filepath.Join(top, "to")
	if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(top, "a.zip"), []byte(data), 0o644)); err != nil {
		t.Fatal(err)
	}
	err = unpackFile(context.Background(), filepath.Join(top, "a.zip"), dir, u)
	if entries, err := os.ReadDir(top); err != nil || len(entries) != 2 {
		t.Fatalf("beside the folder: %v, %v", entries, err)
	}
	return dir, err
}

// Each kind of hostile archive is refused with words that name it, and nothing is written
// elsewhere.
func TestHostileArchives(t *testing.T) {
	zeros := strings.Repeat("\x00", 1<<19)
	for name, c := range map[string]struct{ data, want string }{
		"up":              {zipOf(t, map[string]string{"../x": "x"}), `the name "../x" leads out of the folder`},
		"up within":       {zipOf(t, map[string]string{"a/../../x": "x"}), `the name "a/../../x" leads out of the folder`},
		"up by backslash": {zipOf(t, map[string]string{`a\..\..\x`: "x"}), `the name "a\\..\\..\\x" leads out of the folder`},
		"absolute":        {zipOf(t, map[string]string{"/etc/x": "x"}), `the name "/etc/x" is absolute`},
		"a drive":         {zipOf(t, map[string]string{`C:\x`: "x"}), `the name "C:\\x" is absolute`},
		"a share":         {zipOf(t, map[string]string{`\\host\x`: "x"}), `the name "\\\\host\\x" is absolute`},
		"control":         {zipOf(t, map[string]string{"a\x1b[1m": "x"}), `the name "a\x1b[1m" has control characters`},
		"null":            {zipOf(t, map[string]string{"a\x00b": "x"}), `the name "a\x00b" has control characters`},
		"long name":       {zipOf(t, map[string]string{strings.Repeat("x", 300): "x"}), "is too long"},
		"deep":            {zipOf(t, map[string]string{"a/b/c/d/e/f": "x"}), "it holds more than 5 folders in each other"},
		"many":            {zipOf(t, many(51)), "it holds more than 50 files and folders"},
		"encrypted":       {rawZip(t, zip.FileHeader{Name: "x", Flags: 1}, "x"), "it is encrypted: hand in one without a password"},
		"unknown method":  {rawZip(t, zip.FileHeader{Name: "x", Method: 14}, "x"), `"x" is compressed in a way that is not known here: use the usual one (Deflate)`},
		"wrong size":      {rawZip(t, zip.FileHeader{Name: "x", UncompressedSize64: 7}, "x"), "it is damaged: unexpected EOF"},
		"twice":           {twice(t, "x", "x"), `it holds "x" twice`},
		"case":            {twice(t, "x", "X"), `it holds both "x" and "X", which are one file on some systems`},
		"case of folders": {twice(t, "A/x", "a/y"), `it holds both "A" and "a", which are one file on some systems`},
		"file and folder": {twice(t, "a", "a/y"), `it holds "a" twice`},
		"dot":             {twice(t, "x", "./x"), `it holds "x" twice`},
		"bomb":            {zipOf(t, map[string]string{"a": zeros}), "unpacked it takes more than 100-fold its size"},
		"large":           {rawZip(t, zip.FileHeader{Name: "a"}, strings.Repeat("x", 1<<19+1)), `"a" is larger than 0 MB`},
		"symlink":         {tarOf(t, tar.Header{Typeflag: tar.TypeSymlink, Name: "x", Linkname: "y"}), `"x" is a link`},
		"hard link":       {tarOf(t, tar.Header{Typeflag: tar.TypeLink, Name: "x", Linkname: "/etc/passwd"}), `"x" is a link`},
		"device":          {tarOf(t, tar.Header{Typeflag: tar.TypeChar, Name: "x"}), `"x" is no file and no folder`},
		"pipe":            {tarOf(t, tar.Header{Typeflag: tar.TypeFifo, Name: "x"}), `"x" is no file and no folder`},
		"up in a tar":     {tarOf(t, file("../x", "x")), `the name "../x" leads out of the folder`},
		"tar bomb":        {tarOf(t, file("a", zeros)), "unpacked it takes more than 100-fold its size"},
		"cut":             {tarOf(t, file("a", strings.Repeat("x", 9999)))[:60], "it is damaged: unexpected EOF"},
		"endless":         {endless(t), `"x" is larger than 0 MB`},
		"empty":           {"", "it is none, or damaged"},
	} {
		dir, err := unpackText(t, c.data, &unpacking{bounds: small})
		var refused *refusal
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		held(t, dir, small)
	}
	// In a class's archive a bomb is nobody's in particular: those behind it are not refused for it.
	bomb := tarOf(t, file("ada/a", zeros), file("ben/a", "x"))
	if _, err := unpackText(t, bomb, &unpacking{bounds: small, spoiled: func(name string, _ *refusal) { t.Errorf("%s is blamed", name) }}); err == nil {
		t.Error("a class with a bomb is unpacked")
	}
}

// endless is a tar with an entry that claims more than there is, as zeros that are packed
// well.
func endless(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "x", Size: 1 << 40}); err != nil {
		t.Fatal(err)
	}
	for range 8 {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Flush(), z.Close()); err == nil {
		t.Fatal("the tar is whole")
	}
	return b.String()
}

// held makes sure that what was unpacked keeps the limits and holds files and folders alone.
func held(t testing.TB, dir string, l limits) {
	t.Helper()
	bytes, files := int64(0), 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
			return fmt.Errorf("%s is %v, %w", path, e.Type(), err)
		}
		if info.Mode().IsRegular() {
			bytes, files = bytes+info.Size(), files+1
		}
		return nil
	})
	if err != nil || bytes > l.Bytes || files > l.Files {
		t.Errorf("%d files of %d bytes, %v", files, bytes, err)
	}
}

// Whatever an archive holds, nothing is written outside of the folder, and the limits hold.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte(zipOf(f, map[string]string{"a/x.py": "x", "../y": "y"})))
	f.Add([]byte(tarOf(f, file("a/x.py", "x"), tar.Header{Typeflag: tar.TypeSymlink, Name: "x", Linkname: "y"})))
	f.Add([]byte(rawZip(f, zip.FileHeader{Name: "x", Flags: 1}, "x")))
	f.Add([]byte(twice(f, "a", "A")))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, u := range []*unpacking{{bounds: small}, {bounds: small, spoiled: func(string, *refusal) {}}} { // of a student, and of a class
			dir, err := unpackText(t, string(data), u)
			var refused *refusal
			if err != nil && !errors.As(err, &refused) {
				t.Errorf("an archive is said to be the machine's fault: %v", err)
			}
			held(t, dir, small)
		}
	})
}

// Whatever an entry is called, it is a named student's, and its author's name for it is the
// end of its name.
func FuzzNames(f *testing.F) {
	for _, name := range []string{
		"kimlee_1235_778_my_player11.cpp", "a_LATE_1_2_x-1.py", "anon_a_1_x", "A B_1_assignsubmission_file_x", "_1_2_x", "a_1_text.html",
		"HW2_jdoe1_attempt_2021-10-12-22-29-43_x.py", "_attempt_2021-10-12-22-29-43.txt", "1-2 - A - Oct 1, 2021 109 PM - x", "a@b_1_x", "1_a@b_x_y", "A, B(c)_d_e", "A,(b); C, D(e)",
	} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for _, s := range systems() {
			for _, folder := range []bool{false, true} {
				n, ok := s.read("nowhere", name, folder)
				if !ok {
					continue
				}
				if called := nameOf(n.persons); called == "" || untrusted.OneLine(called) != called {
					t.Errorf("%s: %q is of %q", s.name, name, n.persons)
				}
				if folder != (n.as == "") || !n.text && !strings.HasSuffix(name, n.as) {
					t.Errorf("%s: %q is the file %q", s.name, name, n.as)
				}
			}
		}
		if first := firstName(name); first != name && (len(first) >= len(name) || filepath.Ext(first) != filepath.Ext(name)) {
			t.Errorf("%q was %q", name, first)
		}
	})
}

func FuzzGradescope(f *testing.F) {
	f.Add([]byte("submission_1:\n  :submitters:\n  - :name: A\n    :sid: 1\n  :created_at: 2021-09-20 16:52:27 Z\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := parseGradescope(data)
		if err != nil {
			return
		}
		for folder, e := range list {
			if e == nil {
				continue
			}
			if s := e.student(folder); s.name == "" && folder != "" {
				t.Errorf("%q has no name", folder)
			}
			created(&e.Created)
		}
	})
}
