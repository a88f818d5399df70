package provenance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"evolab/internal/files"
	"evolab/internal/hosttool"
	"evolab/internal/quantity"
)

// Git is the state of the checkout around a folder.
type Git struct {
	Commit  string   `json:"commit"`            // 40 hex digits; empty before the first commit
	Branch  string   `json:"branch,omitempty"`  // empty on no branch
	Dirty   bool     `json:"dirty"`             // there are changes
	Changes []string `json:"changes,omitempty"` // from git status --porcelain, at most maxChanges lines
}

// String describes the state on one line.
func (g Git) String() string {
	text := g.Commit
	if text == "" {
		text = "no commit yet"
	}
	if g.Branch != "" {
		text += " on " + g.Branch
	}
	switch n := len(g.Changes); {
	case !g.Dirty:
		return text + ", clean"
	case n == 1:
		return text + ", 1 file changed"
	case n >= maxChanges:
		return fmt.Sprintf("%s, %s changed or more", text, quantity.Of(n, "file"))
	default:
		return fmt.Sprintf("%s, %s changed", text, quantity.Of(n, "file"))
	}
}

const maxChanges = 50

// ReadGit returns nil outside of a checkout, and without git.
func ReadGit(folder string) *Git {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	c, err := openCheckout(ctx, folder)
	if err != nil {
		return nil
	}
	defer os.RemoveAll(c.ours)
	// A submodule's own changes would be asked of its config.
	status, err := c.git(ctx, "status", "--porcelain", "--ignore-submodules=dirty")
	if err != nil {
		return nil
	}
	g := &Git{Dirty: status != ""}
	if g.Dirty {
		g.Changes = strings.Split(status, "\n")
		g.Changes = g.Changes[:min(len(g.Changes), maxChanges)]
	}
	// Both fail before the first commit, and the second on no branch.
	g.Commit, _ = c.git(ctx, "rev-parse", "--verify", "HEAD")
	g.Branch, _ = c.git(ctx, "symbolic-ref", "--short", "HEAD")
	return g
}

// checkout is what Git is shown of a checkout, which may be a stranger's. Its .git/config
// can name programs for git status to run: a monitor, filters, hooks, what fetches a
// missing object, and no option switches all of them off. So the .git folder that Git gets
// is our own, with copies of what says where the branch stands; of theirs it reads the
// index and the objects.
type checkout struct {
	program string // git
	work    string // the root
	theirs  string // the .git folder; one of several work trees has its own
	common  string // what work trees share
	ours    string // the .git folder in its place
}

// openCheckout makes our own folder, which the caller removes.
func openCheckout(ctx context.Context, folder string) (*checkout, error) {
	program, err := hosttool.Path("git")
	if err != nil {
		return nil, err
	}
	c := &checkout{program: program}
	if err = c.find(folder); err != nil {
		return nil, err
	}
	if c.ours, err = os.MkdirTemp("", "evolab-git-"); err != nil {
		return nil, err
	}
	if err = errors.Join(c.copyState(), c.writeConfig(ctx)); err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.ours))
	}
	return c, nil
}

// find looks for the checkout around a folder. A bare repository is none.
func (c *checkout) find(folder string) (err error) {
	if c.work, err = filepath.Abs(folder); err != nil {
		return err
	}
	for ; ; c.work = filepath.Dir(c.work) {
		c.theirs = filepath.Join(c.work, ".git")
		info, err := os.Stat(c.theirs)
		switch {
		case err == nil && !info.IsDir():
			link, err := readLine(c.theirs)
			if err != nil {
				return err
			}
			c.theirs = from(c.work, strings.TrimPrefix(link, "gitdir: "))
			fallthrough
		case err == nil:
			c.common = c.theirs
			if link, err := readLine(filepath.Join(c.theirs, "commondir")); err == nil {
				c.common = from(c.theirs, link)
			}
			return nil
		case filepath.Dir(c.work) == c.work:
			return fs.ErrNotExist
		}
	}
}

// from is a path that a file in a folder names.
func from(folder, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

func readLine(path string) (string, error) {
	data, err := readFile(path)
	return strings.TrimRight(string(data), "\r\n"), err
}

func readFile(path string) ([]byte, error) {
	const most = 64 << 20
	return files.Read(path, most)
}

// copyState copies what says which commit is checked out and which files are ignored.
func (c *checkout) copyState() error {
	for _, dir := range []string{"objects", "refs"} {
		if err := os.Mkdir(filepath.Join(c.ours, dir), 0o700); err != nil {
			return err
		}
	}
	head, err := readLine(filepath.Join(c.theirs, "HEAD"))
	if err != nil {
		return err
	}
	err = errors.Join(c.copy(c.theirs, "HEAD"), c.copy(c.theirs, "sharedindex.*"), c.copy(c.common, "packed-refs"), c.copy(c.common, "info/exclude"))
	if branch, ok := strings.CutPrefix(head, "ref: "); ok && strings.HasPrefix(branch, "refs/") {
		err = errors.Join(err, c.copy(c.common, branch))
	}
	return err
}

// copy copies the files with a name, or of a pattern, that a folder has.
func (c *checkout) copy(folder, pattern string) error {
	names, err := fs.Glob(os.DirFS(folder), pattern)
	for _, name := range names {
		data, readErr := readFile(filepath.Join(folder, name))
		to := filepath.Join(c.ours, name)
		err = errors.Join(err, readErr, os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, data, 0o600))
	}
	return err
}

var (
	// settings matches those that say how files are stored and compared, and so what has
	// changed. None can name a program.
	settings = regexp.MustCompile(`(?m)^(core|extensions|status)\.(repositoryformatversion|filemode|autocrlf|eol|ignorecase|symlinks|precomposeunicode|sparsecheckout|objectformat|refstorage|showuntrackedfiles)=(\w+)$`)
	// excludes matches the user's own list of ignored files.
	excludes = regexp.MustCompile(`(?m)^(core)\.(excludesfile)=(.+)$`)
)

// writeConfig writes a config with the user's settings and theirs.
func (c *checkout) writeConfig(ctx context.Context) error {
	users, err := c.command(ctx, "config", "--list").Output()
	if err != nil {
		return err
	}
	config, err := readFile(filepath.Join(c.common, "config"))
	if err != nil {
		return err
	}
	list := c.command(ctx, "config", "--no-includes", "--list", "--file", "-")
	list.Stdin = bytes.NewReader(config)
	theirs, err := list.Output()
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, found := range slices.Concat(excludes.FindAllStringSubmatch(string(users), -1), settings.FindAllStringSubmatch(string(users)+string(theirs), -1)) {
		fmt.Fprintf(&text, "[%s]\n\t%s = %q\n", found[1], found[2], found[3])
	}
	return os.WriteFile(filepath.Join(c.ours, "config"), []byte(text.String()), 0o600)
}

// git asks about the checkout, without any config but ours.
func (c *checkout) git(ctx context.Context, args ...string) (string, error) {
	command := c.command(ctx, args...)
	command.Env = append(command.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ATTR_NOSYSTEM=1")
	out, err := command.Output()
	return strings.TrimRight(string(out), "\n"), err
}

func (c *checkout) command(ctx context.Context, args ...string) *exec.Cmd {
	command := hosttool.Command(ctx, c.program, args...)
	command.Env = append(command.Env, "GIT_DIR="+c.ours, "GIT_WORK_TREE="+c.work, "GIT_INDEX_FILE="+filepath.Join(c.theirs, "index"),
		"GIT_OBJECT_DIRECTORY="+filepath.Join(c.common, "objects"), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1")
	return command
}
