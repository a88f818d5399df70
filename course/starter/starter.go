// Package starter holds small working agents for those who begin with one of their
// own, in three languages. Each keeps its parameters in weights.json, by which the
// lab tunes it, and speaks the protocols of files and of lines.
package starter

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evolab/internal/files"
)

//go:embed littlego tune.yaml
var templates embed.FS

// Languages are those that there are agents in.
func Languages() []string { return []string{"python", "cpp", "java"} }

// Games are those that there are agents of.
func Games() []string { return []string{"littlego"} }

// Folder is the agent's folder, in the one that Write is given.
const Folder = "my_agent"

// TuneFile is the experiment that tunes the agent, beside its folder.
const TuneFile = "tune.yaml"

// Write writes an agent of a game in a language into a folder, which it makes if
// need be, and an experiment that tunes it. It returns the files' paths. What is
// there already stays: then nothing is written.
func Write(dir, language, game string) ([]string, error) {
	list, err := Files(language, game)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		if _, err := os.Lstat(filepath.Join(dir, f.Name)); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("starter: %s is there already (expected: a folder without it; nothing is written)", filepath.Join(dir, f.Name))
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, Folder), 0o777); err != nil {
		return nil, fmt.Errorf("starter: %w", err)
	}
	var written []string
	for _, f := range list {
		to := filepath.Join(dir, f.Name)
		if err := files.Create(to, f.Data); err != nil {
			return written, fmt.Errorf("starter: %w", err)
		}
		written = append(written, to)
	}
	return written, nil
}

// File is one that is written, by its path in the folder.
type File struct {
	Name string
	Data []byte
}

// Files are those of an agent of a game in a language.
func Files(language, game string) ([]File, error) {
	if !slices.Contains(Languages(), language) {
		return nil, fmt.Errorf("starter: no agent in %q (allowed: %s)", language, strings.Join(Languages(), ", "))
	}
	if !slices.Contains(Games(), game) {
		return nil, fmt.Errorf("starter: no agent of the game %q (allowed: %s)", game, strings.Join(Games(), ", "))
	}
	entries, err := templates.ReadDir(path.Join(game, language))
	if err != nil {
		return nil, fmt.Errorf("starter: %w", err)
	}
	list := []File{}
	for _, e := range entries {
		data, err := templates.ReadFile(path.Join(game, language, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("starter: %w", err)
		}
		list = append(list, File{filepath.Join(Folder, e.Name()), data})
	}
	data, err := templates.ReadFile("tune.yaml")
	if err != nil {
		return nil, fmt.Errorf("starter: %w", err)
	}
	return append(list, File{TuneFile, data}), nil
}
