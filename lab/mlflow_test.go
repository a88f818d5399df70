//go:build unix

package lab

import (
	"context"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"evolab/internal/longtest"
)

// mlflowServer is a released MLflow with a database and artifacts of its own.
type mlflowServer struct {
	t             *testing.T
	mlflow, snake string // the programs
	dir, port     string
	stop          func()
}

// newMLflow finds an installed MLflow, or installs one.
func newMLflow(t *testing.T) *mlflowServer {
	t.Helper()
	s := &mlflowServer{t: t, mlflow: "mlflow", snake: "python3", dir: t.TempDir()}
	if _, err := exec.LookPath(s.mlflow); err != nil {
		venv := filepath.Join(s.dir, "venv")
		s.mlflow, s.snake = filepath.Join(venv, "bin", "mlflow"), filepath.Join(venv, "bin", "python3")
		for _, args := range [][]string{{"python3", "-m", "venv", venv}, {s.snake, "-m", "pip", "install", "-q", "mlflow"}} {
			if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
				t.Skipf("MLflow is neither installed nor can it be: %v\n%s", err, out)
			}
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, s.port, _ = net.SplitHostPort(l.Addr().String())
	_ = l.Close()
	t.Cleanup(func() { s.stop() })
	s.start()
	return s
}

func (s *mlflowServer) uri() string { return "http://127.0.0.1:" + s.port }

// start starts the server with what it had before, and waits until it answers.
func (s *mlflowServer) start() {
	s.t.Helper()
	cmd := exec.Command(s.mlflow, "server", "--host", "127.0.0.1", "--port", s.port, "--workers", "1",
		"--backend-store-uri", "sqlite:///"+filepath.Join(s.dir, "mlflow.db"), "--artifacts-destination", filepath.Join(s.dir, "artifacts"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it starts others
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.stop = func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		s.stop = func() {}
	}
	for until := time.Now().Add(5 * time.Minute); time.Now().Before(until); time.Sleep(200 * time.Millisecond) {
		if answer, err := http.Get(s.uri() + "/health"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
	}
	s.t.Fatal("the server does not answer")
}

// compare asks MLflow's own client, and fails unless it has what the runs of a folder
// have recorded.
func (s *mlflowServer) compare(runs string) {
	s.t.Helper()
	out, err := exec.Command(s.snake, "-c", mlflowComparison, s.uri(), runs).CombinedOutput()
	if err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	s.t.Logf("%s", out)
}

const mlflowComparison = `
import json, pathlib, sys
from mlflow.tracking import MlflowClient
client, compared = MlflowClient(sys.argv[1]), 0
experiments = [e.experiment_id for e in client.search_experiments()]
def artifacts(run, path=None):
    for a in client.list_artifacts(run, path):
        yield from artifacts(run, a.path) if a.is_dir else [(a.path, a.file_size)]
for config in pathlib.Path(sys.argv[2]).glob("*/config.yaml"):
    folder = config.parent
    found = client.search_runs(experiments, "tags.` + "`evolab.run`" + ` = '%s'" % folder.name)
    assert len(found) == 1, (folder.name, len(found))
    run = found[0]
    assert run.info.status == "FINISHED", run.info.status
    lines = [json.loads(l) for l in (folder / "metrics.jsonl").read_text().splitlines()]
    names = {"games": lambda m: m["games"], "sigma": lambda m: m["sigma"],
        "fitness/best": lambda m: m["best"], "fitness/mean": lambda m: m["mean"], "fitness/low": lambda m: m["low"], "fitness/high": lambda m: m["high"],
        "fitness/best_low": lambda m: m["interval"]["low"], "fitness/best_high": lambda m: m["interval"]["high"]}
    for key in ("value", "low", "high"):
        end = "" if key == "value" else "_" + key
        names["validation/fitness" + end] = lambda m, key=key: m.get("validated", {}).get(key)
        names["validation/score" + end] = lambda m, key=key: m.get("validated_score", {}).get(key)
    start = json.loads((folder / "start.json").read_text())
    for i, feature in enumerate(start["features"]):
        names["weight/" + feature] = lambda m, i=i: m["weights"][i]
    for name, value in names.items():
        want = [(m["generation"], float(value(m))) for m in lines if value(m) is not None]
        got = [(m.step, m.value) for m in client.get_metric_history(run.info.run_id, name)]
        assert got == want, (name, got, want)
        compared += len(want)
    files = dict(artifacts(run.info.run_id))
    own = [folder / "config.yaml", folder / "champion.json", *folder.glob("plots/*")]
    assert len(own) > 4 and files == {f.relative_to(folder).as_posix(): f.stat().st_size for f in own}, (own, files)
    assert run.data.params["seed"] and run.data.params["ga.sigma"] == "0.4", run.data.params
    parent = run.data.tags.get("mlflow.parentRunId")
    print(folder.name, compared, "values,", len(files), "artifacts, below", parent and client.get_run(parent).data.tags["mlflow.runName"])
    timing = [json.loads(l) for l in (folder / "timing.jsonl").read_text().splitlines()]
    got = [(m.step, m.value) for m in client.get_metric_history(run.info.run_id, "timing/cpu_seconds")]
    assert got == [(t["generation"], t["cpu_seconds"]) for t in timing], (got, timing)
assert compared > 100, compared
`

// A real server has what was recorded, each value once, however often a run is exported: a
// run that is killed and then resumed, while it is at work; the cells of a sweep; and a run
// that is exported afterwards.
func TestMLflow(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("with -long")
	}
	s, bin, dir := newMLflow(t), buildEvolve(t), t.TempDir()
	newKiller(t, dir, 100*time.Millisecond).kill(brieflyIn(t, bin, dir, "run", "brief.yaml"), 12)
	s.export(bin, dir)
	resumed := brieflyIn(t, bin, dir, "resume", "last")
	if err := resumed.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- resumed.Wait() }()
	for running := true; running; {
		s.export(bin, dir)
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			running = false
		case <-time.After(200 * time.Millisecond):
		}
	}
	s.evolve(bin, dir, "sweep", "brief.yaml", "sweep.seeds=2", "generations=5", "--jobs", "2")
	s.evolve(bin, dir, "run", "brief.yaml", "seed=7", "name=later", "generations=5")
	s.export(bin, dir)
	for line := range strings.Lines(s.export(bin, dir)) {
		if !strings.Contains(line, ": 0 metrics sent") {
			t.Error(line)
		}
	}
	s.compare(filepath.Join(dir, "runs"))
}

// export sends all runs.
func (s *mlflowServer) export(bin, dir string) string {
	s.t.Helper()
	configs, err := filepath.Glob(filepath.Join(dir, "runs", "*", "config.yaml"))
	if err != nil {
		s.t.Fatal(err)
	}
	args := []string{"export", "--to", "mlflow", "--uri", s.uri()}
	for _, c := range configs {
		args = append(args, filepath.Dir(c))
	}
	return s.evolve(bin, dir, args...)
}

// evolve runs a command, which has to end well and soon.
func (s *mlflowServer) evolve(bin, dir string, args ...string) string {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("evolve %v: %v\n%s", args, err, out)
	}
	return string(out)
}
