package run

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"evolab/experiments/experiment"
)

// readConfig falls back to a copy if the config itself is damaged.
func (c *Contents) readConfig() error {
	path := filepath.Join(c.Folder, ConfigFile)
	own := c.like.Unread()
	err := experiment.LoadInto(own, path, nil)
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
	return fmt.Errorf("run: %s: %s, and neither %s nor %s holds a copy (expected: the config of the run, by which all else is read)",
		path, what, EnvironmentFile, CheckpointFile)
}

// useCopy takes a copy of the config from another file, if there is one.
func (c *Contents) useCopy() (file string, found bool) {
	copies := map[string]string{}
	if e, err := ReadEnvironment(c.Folder); err == nil {
		copies[EnvironmentFile] = e.Config
	}
	if p, err := ReadCheckpoint(c.Folder); err == nil && p != nil {
		copies[CheckpointFile] = p.Config
	}
	for _, file := range []string{EnvironmentFile, CheckpointFile} { // the first is what the run began with
		other := c.like.Unread()
		err := experiment.ParseInto(other, file, []byte(copies[file]), nil)
		if err == nil && copies[file] != "" && c.use(other) == nil {
			return file, true
		}
	}
	return "", false
}

// use takes a config, if its game is known.
func (c *Contents) use(read *experiment.Config) error {
	g, err := read.FindGame()
	if err != nil {
		return err
	}
	c.Config, c.game, c.genes = read, g, experiment.NewLayout(read, g.Info().Features).Genes()
	return nil
}
