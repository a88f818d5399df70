package host

import (
	"os"
	"strconv"
	"strings"
	"sync"
)

// hidden returns the memory of processes that their resident size leaves out: page
// tables and swap. It cannot exceed what they have mapped, so it is read only if that
// is more than they may use.
func hidden(dir string, all []process, allowed int64) int64 {
	mapped, sum := int64(0), int64(0)
	for _, p := range all {
		mapped += p.mapped
	}
	if mapped <= allowed {
		return 0
	}
	for _, p := range all {
		status, _ := os.ReadFile(dir + "/" + strconv.Itoa(p.pid) + "/status") // the process may have ended
		sum += kilobytes(string(status), "VmPTE:") + kilobytes(string(status), "VmSwap:")
	}
	return sum
}

// kilobytes returns, in bytes, a size from a file like /proc/PID/status.
func kilobytes(text, name string) int64 {
	_, rest, found := strings.Cut(text, "\n"+name)
	words := strings.Fields(rest)
	if !found || len(words) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(words[0], 10, 64)
	return n << 10
}

// socketSize is how much unread data a socket can hold.
var socketSize = sync.OnceValue(func() int64 {
	const usual = 212_992
	data, err := os.ReadFile("/proc/sys/net/core/wmem_default")
	n, err2 := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	if err != nil || err2 != nil {
		return usual
	}
	return n
})
