package cluster

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"evolab/agent"
	"evolab/host"
)

const (
	maxBundle  = 64 << 20  // bytes of a program's folder
	maxEntries = 20_000    // files and folders in it
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
		return nil, "", fmt.Errorf("cluster: bundle of %q: %w", path, err)
	}
	return b.Bytes(), file, nil
}

// addFolder adds the files of a folder, and with deep those of its subfolders.
func addFolder(t *tar.Writer, dir string, deep bool) error {
	size := int64(0)
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || name == "." {
			return err
		}
		if !deep && (d.IsDir() || !d.Type().IsRegular() || strings.HasPrefix(name, ".")) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if size += info.Size(); size > maxBundle {
			return fmt.Errorf("more than %d MB", maxBundle>>20)
		}
		return addFile(t, path, filepath.ToSlash(name), info)
	})
}

func addFile(t *tar.Writer, path, name string, info fs.FileInfo) error {
	h := &tar.Header{Name: name, Mode: int64(info.Mode().Perm()), Format: tar.FormatPAX}
	switch {
	case info.IsDir():
		h.Typeflag, h.Name = tar.TypeDir, name+"/"
		return t.WriteHeader(h)
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(path)
		if err == nil && !host.LinkStays(name, to) {
			err = fmt.Errorf("the link %s leads out of the folder, to %s", name, to)
		}
		if err != nil {
			return err
		}
		h.Typeflag, h.Linkname = tar.TypeSymlink, filepath.ToSlash(to)
		return t.WriteHeader(h)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file, folder or link, and does not travel", name)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	h.Typeflag, h.Size = tar.TypeReg, int64(len(data))
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err = t.Write(data)
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
		return fmt.Errorf("cluster: bundle: %w", err)
	}
	t := tar.NewReader(io.LimitReader(z, 2*maxBundle))
	for size, entries := int64(0), 0; ; entries++ {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("cluster: bundle: %w", err)
		}
		if size += h.Size; size > maxBundle || entries >= maxEntries {
			return fmt.Errorf("cluster: bundle: more than %d MB or %d files", maxBundle>>20, maxEntries)
		}
		if err := extract(root, t, h); err != nil {
			return fmt.Errorf("cluster: bundle: %.100q: %w", h.Name, err)
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
	if s.Spec == s.Bundle {
		if s.File != "" && (s.File != filepath.Base(s.File) || !filepath.IsLocal(s.File)) {
			return nil, fmt.Errorf("cluster: program %.100q is not in its bundle", s.File)
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
		return nil, fmt.Errorf("cluster: %q is no program of a bundle", origin.Spec)
	}
	spec.Tuned = s.Tuned
	return g.Agent(spec.Replace("dir", dir), env)
}
