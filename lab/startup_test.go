package lab

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// Every command pays for what packages prepare when the program starts: none of ours
// prepares much. What only some commands need, such as regular expressions, they
// prepare themselves.
func TestCommandsStartSoon(t *testing.T) {
	cmd := exec.Command(buildEvolve(t), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list := regexp.MustCompile(`(?m)^init (evolab/\S+) @.* (\d+) bytes, \d+ allocs$`).FindAllSubmatch(out, -1)
	if len(list) < 5 {
		t.Fatalf("few packages: %s", out)
	}
	for _, m := range list {
		if n, err := strconv.Atoi(string(m[2])); err != nil || n > 200_000 {
			t.Errorf("%s prepares %s bytes at every start (allowed: up to 200,000)", m[1], m[2])
		}
	}
}
