package provenance

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

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
	status, err := git(ctx, folder, "status", "--porcelain")
	if err != nil {
		return nil
	}
	g := &Git{Dirty: status != ""}
	if g.Dirty {
		g.Changes = strings.Split(status, "\n")
		g.Changes = g.Changes[:min(len(g.Changes), maxChanges)]
	}
	// Both fail before the first commit, and the second on no branch.
	g.Commit, _ = git(ctx, folder, "rev-parse", "--verify", "HEAD")
	g.Branch, _ = git(ctx, folder, "symbolic-ref", "--short", "HEAD")
	return g
}

func git(ctx context.Context, folder string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "git", args...)
	c.Dir = folder
	out, err := c.Output()
	return strings.TrimRight(string(out), "\n"), err
}
