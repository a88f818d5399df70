package lab

import (
	"strings"
	"testing"

	"evolab/agent"
	"evolab/experiments/experiment"
)

// Opponents are split at commas, but not between the settings of one, nor in a command.
func TestSplitAgents(t *testing.T) {
	for _, c := range []struct{ lists, want string }{ // both split at blanks, as several flags are
		{"random,greedy", "random greedy"},
		{"hand:depth=1,ties=random,greedy", "hand:depth=1,ties=random greedy"},
		{"random,frozen:nodes=200,book=off", "random frozen:nodes=200,book=off"},
		{"lines:dir=a,cmd=./a,b random", "lines:dir=a,cmd=./a,b random"},
		{"exec:dir=a,cmd=./a=1,lines:dir=b", "exec:dir=a,cmd=./a=1,lines:dir=b"},
		{"other/agent.py,random", "other/agent.py random"},
		{"random,", "random "},
		{"a=1", "a=1"},
	} {
		if got := strings.Join(splitAgents(strings.Split(c.lists, " ")), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.lists, got, c.want)
		}
	}
}

// A program shows how it gets its parameters: its command, what it declares, its files.
func TestPassOfAProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "env/main.py", "import os\nedge = os.environ['EVOLAB_edge']\n")
	write(t, "own/main.py", "import os\nlines = os.environ.get('EVOLAB_PROTOCOL')\nport = os.environ['EVOLAB_PORT']\n")
	write(t, "built/main.py", "import os\nedge = os.environ['EVOLAB_' + name]\n")
	for _, c := range []struct{ spec, declared, want string }{
		{"lines:dir=own", "", agent.PassFile},
		{"lines:dir=env", "", agent.PassEnv},
		{"lines:dir=built", "", agent.PassEnv},
		{"env/main.py", "", agent.PassEnv},
		{"lines:dir=env", agent.PassFile, agent.PassFile},
		{"lines:dir=env,cmd=python3 main.py {edge}", agent.PassFile, agent.PassArgs},
		{"lines:dir=own,cmd=python3 main.py {other}", "", agent.PassFile},
	} {
		spec, err := agent.ParseSpec(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		p := program{spec}
		if got, how := p.pass(c.declared, []experiment.Parameter{{Name: "edge"}}); got != c.want {
			t.Errorf("%s, declared %q: %s (%s), want %s", c.spec, c.declared, got, how, c.want)
		}
	}
}
