package run

import (
	"errors"
	"io/fs"

	"evolab/experiments/experiment"
	"evolab/features"
)

func (c *Contents) readChampion() {
	const lost = "the champion, its results and its weights are not shown"
	w, evidence, err := ReadChampion(c.Folder)
	if err == nil {
		err = c.fits(w)
	}
	switch {
	case err == nil:
		c.Champion, c.Evidence = w, &evidence
	case !errors.Is(err, fs.ErrNotExist) || c.State.Status == IsFinished:
		c.check(ChampionFile, err, lost)
	}
	start, err := ReadStart(c.Folder)
	if err == nil {
		err = c.fits(start)
	}
	if err == nil {
		c.Start = start
	} else if !c.early {
		c.check(StartFile, err, "the weights before the run are not shown")
	}
}

// fits reports whether weights are of the config's features. Those that the first
// round of self-play begins with may know others.
func (c *Contents) fits(w features.Weights) error {
	known := c.Config.Known(c.game.Info().Features)
	if !c.Config.Evolves() {
		return w.Check(c.Config.Game, known)
	}
	return experiment.NewLayout(c.Config, known).Fits(w, known)
}
