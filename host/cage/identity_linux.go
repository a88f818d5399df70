package cage

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Identity is who a program runs as.
type Identity struct {
	UID, GID int  // in the supervisor's user namespace
	Other    bool // another user than the supervisor's
	Inner    bool // the same one, in a user namespace of its own
}

// innerUser is the user that a program sees itself as in its own user namespace.
const innerUser = 1000

// writeAccounts writes an /etc/passwd and an /etc/group that list the program's user.
func (i Identity) writeAccounts(dir string) error {
	uid, gid := i.UID, i.GID
	if i.Inner {
		uid, gid = innerUser, innerUser
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	users := fmt.Sprintf("player:x:%d:%d:player:%s:/bin/sh\n", uid, gid, tempDir)
	groups := fmt.Sprintf("player:x:%d:\n", gid)
	if uid != 0 {
		users, groups = "root:x:0:0:root:/:/bin/sh\n"+users, "root:x:0:\n"+groups
	}
	if err := os.WriteFile(filepath.Join(dir, "passwd"), []byte(users), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "group"), []byte(groups), 0o644)
}

// otherUser picks a user that nobody else is, from those that this process may
// become. Each supervisor gets its own, by its PID.
func otherUser() (Identity, bool) {
	uid, ok := spareID("/proc/self/uid_map")
	gid, ok2 := spareID("/proc/self/gid_map")
	return Identity{UID: uid, GID: gid, Other: true}, ok && ok2
}

// spareID returns a number of a map, far from those in use.
func spareID(path string) (int, bool) {
	f, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	const far, few = 1 << 30, 1000
	best, room := 0, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var inside, outside, count int
		if n, _ := fmt.Sscan(strings.TrimSpace(lines.Text()), &inside, &outside, &count); n < 3 {
			continue
		}
		if inside < few { // skip those of the system, and the supervisor's own
			skip := min(few, count)
			if count > 1 && count <= few {
				skip = count / 2
			}
			inside, count = inside+skip, count-skip
		}
		if count > room {
			best, room = inside, count
		}
	}
	switch {
	case room <= 0:
		return 0, false
	case best+room > 2*far:
		return far + os.Getpid(), true
	}
	return best + room - 1 - os.Getpid()%min(room, 10_000), true
}
