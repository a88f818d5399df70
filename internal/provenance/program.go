package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"regexp"
	"sync"
)

// Program identifies the build of this program: its version, and the commit with "+"
// if the source differed from it. A build that does not know its commit is
// identified by a hash of the binary's build ID.
func Program() string { return program() }

var program = sync.OnceValue(func() string {
	b, ok := ReadBuild()
	switch {
	case !ok:
		return "binary " + binaryHash()
	case b.Commit == "":
		return b.Version + " binary " + binaryHash()
	}
	return b.Version + " " + b.Revision()
})

// buildID is what Go writes near the start of a program: hashes of what it was made
// from and of what came out.
var buildID = regexp.MustCompile(`[\w-]{20}/[\w-]{20}/[\w-]{20}/[\w-]{20}`)

// binaryHash is the beginning of the SHA-256 of the running program's build ID, which
// takes less time than one of the program; of the program if it has no build ID.
func binaryHash() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	start := make([]byte, 1<<16)
	n, err := io.ReadFull(f, start)
	if err != nil {
		return "unknown"
	}
	h := sha256.New()
	if id := buildID.Find(start[:n]); id != nil {
		h.Write(id)
	} else {
		h.Write(start)
		if _, err := io.Copy(h, f); err != nil {
			return "unknown"
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
