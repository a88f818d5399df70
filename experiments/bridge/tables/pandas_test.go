package tables

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"evolab/experiments/run"
	"evolab/internal/longtest"
)

var (
	runs = flag.String("run-folder", "", "compare this run instead of a made-up one")
)

// What pandas reads equals the run's files, value for value, and the script of the
// documentation draws it.
func TestPandasReadsThem(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("with -long")
	}
	list := two(t)
	if *runs != "" {
		r, err := run.Read(nil, *runs)
		if err != nil {
			t.Fatal(err)
		}
		list = []*run.Run{r}
	}
	tables := t.TempDir()
	args := []string{"-c", comparison, tables}
	for _, r := range list {
		args = append(args, r.Folder)
	}
	if _, err := Write(tables, list); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("python3", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	picture := filepath.Join(tables, "curve.png")
	if text, err := exec.Command("python3", "../../../docs/research/learning_curve.py", tables, picture).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if info, err := os.Stat(picture); err != nil || info.Size() < 5000 {
		t.Errorf("%s: %v, %v", picture, info, err)
	}
}

const comparison = `
import json, math, pathlib, sys
import pandas
tables, folders = pathlib.Path(sys.argv[1]), sys.argv[2:]

def load(name):
    table = pandas.read_csv(tables / (name + ".csv"), float_precision="round_trip", dtype={"seed": "uint64"})
    for column in table.columns:
        if not pandas.api.types.is_numeric_dtype(table[column]):  # the mark that keeps spreadsheets from converting
            table[column] = table[column].map(lambda v: v[1:] if isinstance(v, str) and v[:1] == "'" else v)
    return table

compared = 0
def flat(value, name, without):
    if isinstance(value, dict):
        for key, v in value.items():
            if not (name == "" and key in without):
                yield from flat(v, name + "." + key if name else key, without)
    elif isinstance(value, list) and name in ("cpu", "agents", "stderr"):
        yield from zip((name + ".first", name + ".second"), value)
    else:
        yield name, json.dumps(value, separators=(",", ":")) if isinstance(value, list) else value

def compare(name, file, without=()):
    global compared
    table = load(name)
    for folder in map(pathlib.Path, folders):
        rows = [r for _, r in table[table["run"] == folder.name].iterrows()]
        lines = [json.loads(l) for l in (folder / file).read_text().splitlines()]
        assert len(rows) == len(lines), (name, len(rows), len(lines))
        for row, line in zip(rows, lines):
            for column, value in flat(line, "", without):
                assert row[column] == value, (name, column, row[column], value)
                compared += 1
            weights = [v for c, v in row.items() if c.startswith("weight.") and not math.isnan(v)]
            own = line.get("weights") or line.get("genome")
            assert own is None or sorted(weights) == sorted(own), (name, weights, own)

compare("generations", "metrics.jsonl", {"weights"})
compare("candidates", "individuals.jsonl", {"genome"})
compare("games", "games/test.jsonl")
table = load("generations")
for column, kind in {"seed": "uint64", "generation": "int64", "config.ga.sigma": "float64", "config.ga.population": "int64", "config.learner": "str"}.items():
    assert str(table[column].dtype).replace("object", "str").replace("string", "str") == kind, (column, table[column].dtype)
assert compared > 50, compared
`
