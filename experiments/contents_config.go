package experiments

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"evolab/agent"
)

// readConfig takes one of the copies where the config itself is damaged.
func (c *Contents) readConfig() error {
	path := filepath.Join(c.Folder, ConfigFile)
	own, err := Load(path, nil)
	if err == nil {
		err = c.use(own)
	}
	if err == nil {
		return nil
	}
	if !c.has(ConfigFile) {
		err = fs.ErrNotExist
	}
	if file, found := c.useCopy(); found {
		c.check(ConfigFile, err, "the copy in "+file+" is taken")
		return nil
	}
	line, what := explained(path, err)
	if line > 0 {
		path += fmt.Sprintf(":%d", line)
	}
	return fmt.Errorf("experiments: %s: %s, and neither %s nor %s holds a copy (expected: the config of the run, by which all else is read)",
		path, what, EnvironmentFile, CheckpointFile)
}

// useCopy takes the config that another file holds, if one does.
func (c *Contents) useCopy() (file string, found bool) {
	copies := map[string]string{}
	if e, err := ReadEnvironment(c.Folder); err == nil {
		copies[EnvironmentFile] = e.Config
	}
	if p, err := ReadCheckpoint(c.Folder); err == nil && p != nil {
		copies[CheckpointFile] = p.Config
	}
	for _, file := range []string{EnvironmentFile, CheckpointFile} { // the first is what the run began with
		if other, err := Parse(file, []byte(copies[file]), nil); err == nil && copies[file] != "" && c.use(other) == nil {
			return file, true
		}
	}
	return "", false
}

// use takes a config whose game is known.
func (c *Contents) use(config *Config) error {
	g, err := agent.FindGame(config.Game)
	if err != nil {
		return err
	}
	c.Config, c.game, c.genes = config, g, newLayout(config, g.Info().Features).genes()
	return nil
}
