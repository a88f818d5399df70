package host

import (
	"os"
	"strings"
)

// resolved looks the named variables up in the lab's environment: the
// supervisor has none.
func (g Grants) resolved() Grants {
	lang := os.Getenv("LANG")
	if lang == "" {
		lang = "C.UTF-8"
	}
	list := []string{"LANG=" + lang}
	for _, named := range g.Env {
		if strings.Contains(named, "=") {
			list = append(list, named)
		} else if value, ok := os.LookupEnv(named); ok {
			list = append(list, named+"="+value)
		}
	}
	g.Env = list
	return g
}

// environment is all that a program gets of what was resolved: no token of the
// user's is in it.
func (g *Grants) environment(path, temp string) []string {
	return append([]string{"PATH=" + path, "HOME=" + temp, "TMPDIR=" + temp}, g.Env...)
}
