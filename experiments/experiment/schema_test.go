package experiment

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"evolab/internal/config"
	"evolab/internal/config/configtest"
	"evolab/internal/goldentest"
)

// The schema for editors is made from the tags that the strict reader uses.
func TestSchemaIsThatOfTheKeys(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Compare(t, "../schema.json", text)
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("../schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON reads YAML as an editor's checker does.
func asJSON(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// What the strict reader takes, the schema takes; it finds what tags can know.
func TestSchemaAgreesWithTheReader(t *testing.T) {
	schema := compileSchema(t)
	folder, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	withAgent(t)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(file) == "tournament.yaml" {
			continue
		}
		if err := schema.Validate(asJSON(t, string(text))); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if _, err := ParseFile(&Config{}, file, text, nil, CheckNames); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for text, good := range map[string]bool{
		"seed: 18446744073709551615":          true,
		"ga:":                                 true,
		"sweep: {grid: [ga.sigma=.2|.4]}":     true,
		"opponents: [{agent: random}]":        true,
		"seed: -1":                            false,
		"sgima: 1":                            false,
		"ga: {population: 3}":                 false,
		"ga: {population: many}":              false,
		"ga: {sigma: 0}":                      false,
		"player: {features: []}":              false,
		"opponents: [{share: 1}]":             false,
		"objective: luck":                     false,
		"name: Capital":                       false,
		"validation: {games: 11}":             false,
		"sweep: {grid: [{ga.sigma: [1, 2]}]}": false,
		"sweep: {seeds: 0}":                   false,
	} {
		if err := schema.Validate(asJSON(t, text)); (err == nil) != good {
			t.Errorf("schema: %s: %v", text, err)
		}
		if _, err := ParseFile(&Config{}, "x.yaml", []byte(text), nil, CheckNames); (err == nil) != good {
			t.Errorf("reader: %s: %v", text, err)
		}
	}
}

// withAgent changes to a folder with a program where byo.yaml expects one.
func withAgent(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("my_agent", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("my_agent/my_player3.py", []byte("print()\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSweepDocumentsItsKeys(t *testing.T) {
	var keys []config.Key
	for _, k := range config.Keys[File]() {
		if strings.HasPrefix(k.Path, "sweep.") {
			keys = append(keys, k)
		}
	}
	configtest.Documented(t, "../sweep.yaml", keys)
}
