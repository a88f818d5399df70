package lab

import (
	"context"
	"fmt"

	"evolab/experiments/bridge/mlflow"
	"evolab/experiments/run"
)

// exportToServer sends runs to an MLflow server, and prints what was sent.
func (a *app) exportToServer(ctx context.Context, f *exportFlags, runs []*run.Report) error {
	client, err := mlflow.New(f.uri)
	if err != nil {
		return badInput(fmt.Errorf("evolve: --uri: %w", err), "give an address such as http://127.0.0.1:5000")
	}
	a.warnOfLosses(runs...)
	for _, r := range runs {
		sent, err := client.Send(ctx, r)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return &exitError{exitFailed, err, "the same command continues; nothing is sent twice"}
		}
		if sent.Note != "" {
			fmt.Fprintln(a.err, "warning:", sent.Note)
		}
		fmt.Fprintf(a.out, "%s: %d metrics sent to run %s\n", oneLine(r.Run), sent.Metrics, oneLine(sent.Run))
	}
	return nil
}
