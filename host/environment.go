package host

import (
	"os"
	"strings"
)

// resolved looks up the named variables in the lab's environment, because the
// supervisor has none of them.
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

// environment returns all variables that a program gets. The user's own are not among
// them unless granted: they may hold secrets.
func (g *Grants) environment(path, temp string) []string {
	return append([]string{"PATH=" + path, "HOME=" + temp, "TMPDIR=" + temp}, g.Env...)
}
