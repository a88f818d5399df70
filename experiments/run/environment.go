package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/internal/files"
	"evolab/internal/provenance"
)

// Schema is the form of a run's folder. Weights, game records and positions in it
// have forms of their own; docs/reference/formats.md lists all. In runs of schema 1 a whole
// number of a program was a rounded float.
const Schema = 2

// Environment is environment.json: how a run was started. It is written before the
// first game and never changed.
type Environment struct {
	Schema    int             `json:"schema"`
	Started   time.Time       `json:"started"`
	File      string          `json:"file,omitempty"` // the config's, as it was given
	Overrides []string        `json:"overrides"`
	Config    string          `json:"config"`  // resolved, as YAML
	Program   string          `json:"program"` // version and revision
	Versions  []string        `json:"versions"`
	System    string          `json:"system"` // such as linux/amd64
	Cores     int             `json:"cores"`
	Workers   int             `json:"workers"`
	Host      string          `json:"host"`
	Sweep     string          `json:"sweep,omitempty"`  // that the run is a cell of
	Cells     int             `json:"cells,omitempty"`  // of the sweep, when it began the run
	Git       *provenance.Git `json:"git"`              // of the current folder; null outside of a checkout
	Inputs    []Input         `json:"inputs,omitempty"` // files that the config names
	// Confinement is the level at which programs among the players were held.
	Confinement string `json:"confinement,omitempty"`
}

// Input is a file that decides games: with other contents it would be another run.
type Input struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// NewEnvironment is that of a run started now; file is where the config came from.
func NewEnvironment(c *experiment.Config, file string, overrides []string, workers int) (Environment, error) {
	text, err := c.YAML()
	if err != nil {
		return Environment{}, err
	}
	inputs, err := readInputs(c)
	if err != nil {
		return Environment{}, err
	}
	if overrides == nil {
		overrides = []string{}
	}
	var programs []string
	for _, u := range c.Uses() {
		if u.Program {
			programs = append(programs, u.Path)
		}
	}
	return Environment{
		Schema: Schema, Started: time.Now().Truncate(time.Millisecond), File: file, Overrides: overrides,
		Config: string(text), Program: provenance.Program(), Versions: provenance.Versions(),
		System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(), Workers: workers,
		Host: hostName(), Git: provenance.ReadGit("."), Inputs: inputs,
		Confinement: agent.Confinement(programs...),
	}, nil
}

// Rounded reports whether whole numbers of a program were rounded floats in the run.
func (e *Environment) Rounded() bool { return e.Schema < 2 }

func hostName() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// readInputs reads the files that a config names, each once. The start weights are
// kept in the run's folder; programs are no inputs.
func readInputs(c *experiment.Config) ([]Input, error) {
	var list []Input
	for _, u := range c.Uses() {
		if u.Program || u.Key == "start" {
			continue
		}
		input, err := ReadInput(u.Path)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, input) {
			list = append(list, input)
		}
	}
	return list, nil
}

// ReadInput identifies a file that a config names.
func ReadInput(path string) (Input, error) {
	const most = 1 << 32
	data, err := files.Read(path, most)
	if err != nil {
		return Input{}, err
	}
	sum := sha256.Sum256(data)
	return Input{path, hex.EncodeToString(sum[:])}, nil
}

// Write writes environment.json.
func (e *Environment) Write(folder string) error {
	return writeJSON(filepath.Join(folder, EnvironmentFile), e)
}

// ReadEnvironment reads how a run was started. Runs of earlier versions have none:
// the error wraps fs.ErrNotExist.
func ReadEnvironment(folder string) (*Environment, error) {
	var e Environment
	if err := readJSON(filepath.Join(folder, EnvironmentFile), maxFile, &e); err != nil {
		return nil, err
	}
	if e.Schema > Schema {
		return nil, fmt.Errorf("%s: schema %d (expected: at most %d; a newer evolab wrote it)", filepath.Join(folder, EnvironmentFile), e.Schema, Schema)
	}
	return &e, nil
}
