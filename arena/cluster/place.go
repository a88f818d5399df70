package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"evolab/internal/files"
)

// Place is the folder in which the server of an address keeps its token and its
// store. It is the same one each time, so that workers on this machine find the
// token and a resumed run finds its earlier results.
type Place struct {
	Dir  string
	lock *files.Lock
}

// PlaceOf is the place of an address.
func PlaceOf(host string, port int) (*Place, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	if Loopback(host) {
		host = "loopback"
	}
	return &Place{Dir: filepath.Join(cache, "evolab", "cluster", fmt.Sprintf("%s-%d", cleanName(host), port))}, nil
}

// Take makes the place, and keeps other processes away from it.
func (p *Place) Take() error {
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	var err error
	p.lock, err = files.TakeLock(filepath.Join(p.Dir, "lock"))
	return err
}

// Store is the folder of the server.
func (p *Place) Store() string { return filepath.Join(p.Dir, "store") }

// Leave gives the place up; clean removes what the server has stored.
func (p *Place) Leave(clean bool) error {
	var err error
	if clean {
		err = os.RemoveAll(p.Store())
	}
	return errors.Join(err, p.lock.Close())
}

func (p *Place) tokenFile() string { return filepath.Join(p.Dir, "token") }

// Token reads the token of the place; the error wraps fs.ErrNotExist if there is
// none.
func (p *Place) Token() (string, error) { return TokenIn(p.tokenFile()) }

// KeepToken returns the token of the place, and makes one if there is none.
func (p *Place) KeepToken() (string, error) {
	token, err := p.Token()
	if !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	if token, err = NewToken(); err != nil {
		return "", err
	}
	return token, os.WriteFile(p.tokenFile(), []byte(token+"\n"), 0o600)
}

// PutToken writes the token that was given.
func (p *Place) PutToken(token string) error {
	if err := os.Remove(p.tokenFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(p.tokenFile(), []byte(token+"\n"), 0o600)
}

// TokenIn reads a file with a token, which nobody else may read.
func TokenIn(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("cluster: token: %w", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("cluster: token: others may read %s, mode %v (expected: chmod 600)", path, info.Mode().Perm())
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("cluster: token: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", fmt.Errorf("cluster: token: %s is empty", path)
	}
	return token, nil
}
