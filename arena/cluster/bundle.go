package cluster

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"evolab/agent"
	"evolab/host"
	"evolab/internal/quantity"
)

const (
	maxBundle  = 64 << 20  // bytes of a program's folder
	maxEntries = 20_000    // files, folders and links in it
	maxObject  = 256 << 20 // bytes of anything that a worker fetches
)

// packFolder makes a bundle of a program's folder: the same bytes for the same files.
// Given a source file, it bundles the files beside it too, and returns its name.
func packFolder(path string) (bundle []byte, file string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", err
	}
	dir := path
	if !info.IsDir() {
		dir, file = filepath.Split(path)
		dir = filepath.Clean(dir)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	err = addFolder(t, dir, file == "")
	if err = errors.Join(err, t.Close(), z.Close()); err != nil {
		return nil, "", fmt.Errorf("bundle of %q: %w", path, err)
	}
	return b.Bytes(), file, nil
}

// addFolder adds the files of a folder, and with deep those of its subfolders.
func addFolder(t *tar.Writer, dir string, deep bool) error {
	tree := host.Tree{Dir: dir, Bytes: maxBundle, Files: maxEntries, Depth: 64}
	if !deep {
		tree.Skip = func(name string, mode fs.FileMode) bool { return !mode.IsRegular() || strings.HasPrefix(name, ".") }
	}
	return tree.Walk(context.Background(), func(e *host.Entry) error { return addEntry(t, e) })
}

func addEntry(t *tar.Writer, e *host.Entry) error {
	h := &tar.Header{Name: e.Name, Mode: int64(e.Mode.Perm()), Format: tar.FormatPAX}
	switch {
	case e.Name == ".":
		return nil
	case e.Mode.IsDir():
		h.Typeflag, h.Name = tar.TypeDir, e.Name+"/"
		return t.WriteHeader(h)
	case e.Mode&fs.ModeSymlink != 0:
		h.Typeflag, h.Linkname = tar.TypeSymlink, filepath.ToSlash(e.Target)
		return t.WriteHeader(h)
	}
	h.Typeflag, h.Size = tar.TypeReg, e.Size
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err := e.WriteTo(t)
	return err
}

// unpackFolder writes a bundle into an empty folder. Nothing in it can write elsewhere.
func unpackFolder(bundle []byte, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	z, err := gzip.NewReader(bytes.NewReader(bundle))
	if err != nil {
		return fmt.Errorf("bundle: %w", err)
	}
	t := tar.NewReader(io.LimitReader(z, 2*maxBundle))
	for size, entries := int64(0), 0; ; entries++ {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("bundle: %w", err)
		}
		if size += h.Size; size > maxBundle || entries >= maxEntries {
			return fmt.Errorf("bundle: more than %d MB or %s", maxBundle>>20, quantity.Of(maxEntries, "file"))
		}
		if err := extract(root, t, h); err != nil {
			return fmt.Errorf("bundle: %.100q: %w", h.Name, err)
		}
	}
}

func extract(root *os.Root, t io.Reader, h *tar.Header) error {
	switch h.Typeflag {
	case tar.TypeDir:
		return root.Mkdir(strings.TrimSuffix(h.Name, "/"), 0o755)
	case tar.TypeSymlink:
		if !host.LinkStays(filepath.FromSlash(h.Name), filepath.FromSlash(h.Linkname)) {
			return fmt.Errorf("the link leads out of the folder, to %.100q", h.Linkname)
		}
		return root.Symlink(filepath.FromSlash(h.Linkname), h.Name)
	case tar.TypeReg:
	default:
		return errors.New("no file, folder or link")
	}
	out, err := root.OpenFile(h.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fs.FileMode(h.Mode).Perm()|0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, t)
	return errors.Join(err, out.Close())
}

// openProgram makes the agent of a bundle, which folder unpacks.
func (s *packedAgent) openProgram(g agent.Game, folder func(hash string) (string, error)) (agent.Agent, error) {
	dir, err := folder(s.Bundle)
	if err != nil {
		return nil, err
	}
	env := agent.Env{Programs: agent.Unannounced()} // evolve worker announces it
	env.Programs.Names = s.Names
	if s.Spec == s.Bundle {
		if s.File != "" && (s.File != filepath.Base(s.File) || !filepath.IsLocal(s.File)) {
			return nil, fmt.Errorf("program %.100q is not in its bundle", s.File)
		}
		spec := agent.ProgramAt(filepath.Join(dir, s.File))
		spec.Tuned = s.Tuned
		return g.Agent(spec, env)
	}
	spec, err := agent.ParseSpec(s.Spec)
	if err != nil {
		return nil, err
	}
	if origin := (agent.Origin{Spec: spec}); !spec.IsProgram() || spec.Setting("dir") != s.Bundle {
		return nil, fmt.Errorf("%q is no program of a bundle", origin.Spec)
	}
	spec.Tuned = s.Tuned
	return g.Agent(spec.Replace("dir", dir), env)
}
