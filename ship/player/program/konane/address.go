package konane

import (
	"fmt"
	"strconv"
	"strings"
)

// address splits HOST, HOST:PORT or [HOST]:PORT. A host with colons of its own,
// as in IPv6, has a port only behind brackets.
func address(text string) (host, port string, err error) {
	// usualPort is where Artemis servers listen.
	const usualPort = "4705"
	host, port = text, usualPort
	if at := strings.LastIndexByte(text, ':'); at >= 0 && (text[0] == '[' && text[at-1] == ']' || !strings.Contains(text[:at], ":")) {
		host, port = text[:at], text[at+1:]
	}
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	if n, bad := strconv.Atoi(port); bad != nil || n < 1 || n > 65535 || host == "" {
		return "", "", fmt.Errorf("address %q (expected: HOST or HOST:PORT, such as localhost:4705)", text)
	}
	return host, port, nil
}
