package lab

import (
	"path/filepath"
	"text/template"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/lab/term"
)

// startPage says what to do next, before the first run and after.
var startPage = template.Must(template.New("start").Parse(`evolve turns the rules of a board game into a tuned agent.

{{if not .Run -}}
There is no run here yet. To begin:

  evolve run quick                tune an evaluation of Little-Go, in some ten seconds
  evolve report last              write a page about the run, for a browser
  evolve init                     make a project here: a config of your own, its schema, a README
  evolve play --against frozen    play against the best agent
{{- else -}}
The newest run is {{.Run}} ({{.Status}}). Next:

{{if .Unfinished}}  evolve resume last              continue it
{{end}}  evolve report last              write a page about it, for a browser
  evolve runs                     list all runs
  evolve freeze last --to w.json  keep its weights, for frozen:weights=w.json
  evolve run quick                make another one
{{- end}}

evolve --help lists all commands, evolve COMMAND --help has examples.
`))

// start runs when no command is given.
func (a *app) start(c *cobra.Command, args []string) error {
	facts := struct {
		Run, Status string
		Unfinished  bool
	}{}
	if run.HoldsRuns(a.runs()) {
		folder, err := a.findRun("last")
		if err != nil {
			return err
		}
		r, err := run.Read(a.games, folder)
		if err != nil {
			return unreadable(err)
		}
		facts.Run, facts.Status = term.OneLine(filepath.Base(folder)), r.State.Status
		facts.Unfinished = r.State.Status != "finished" && r.State.Status != "running"
	}
	return startPage.Execute(a.out, facts)
}
