package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"evolab/experiments/run"
	"evolab/features"
	"evolab/internal/files"
	"evolab/learn/td"
)

// known is the state from which a learner by practice continues after a round.
type known struct {
	Connectives []string `json:"connectives"`
	Cuts        []int    `json:"cuts"`
	Values      []byte   `json:"values"` // see linear.Model.State
}

// keepState writes the state after a round.
func (l *practising) keepState(n int) error {
	data, err := json.Marshal(known{l.chosen, l.cuts, l.values.State()})
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return run.WriteState(l.folder, n, data)
}

func (l *practising) restoreState(n int) error {
	path := run.StateFile(l.folder, n)
	const most = 1 << 31 // bytes, more than the largest tables need
	data, err := files.Read(path, most)
	if err != nil {
		return err
	}
	var k known
	if err := json.Unmarshal(data, &k); err != nil {
		return fmt.Errorf("train: %s: %w", path, err)
	}
	if err := l.prepare(k.Connectives); err != nil {
		return err
	}
	l.cuts = k.Cuts
	l.count()
	if err := l.values.Restore(k.Values); err != nil {
		return fmt.Errorf("train: %s: %w", path, err)
	}
	return nil
}

// forgetState removes the state after a round.
func (l *practising) forgetState(n int) error {
	if err := os.Remove(run.StateFile(l.folder, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// count begins the census of a round, if the learner chooses connectives.
func (l *practising) count() {
	if l.config.Connectives() == 0 {
		return
	}
	info := l.game.Info()
	var names []string
	var scales []float64
	for _, name := range l.design(nil).Names {
		if at := features.Index(info.Features, name); at >= 0 {
			names, scales = append(names, name), append(scales, info.Features[at].Scale)
		}
	}
	l.values.Census = td.NewCensus(names, scales, l.cuts)
}

// choose changes the connectives after a round: it drops those that say little,
// and adds the one that predictions miss most. Those that stay keep their
// weights.
func (l *practising) choose(n int, about *run.Practice) error {
	census := l.values.Census
	if census == nil {
		return nil
	}
	defer l.count()
	kept, own := slices.Clone(l.chosen), len(l.config.Player.Connectives)
	if len(census.Cuts) > 0 { // the first round has shown the means alone
		for _, i := range slices.Backward(census.Idle(l.values.Weights().Core)) {
			if i -= own; i >= 0 {
				about.Went = append(about.Went, kept[i])
				kept = slices.Delete(kept, i, i+1)
			}
		}
		if name := census.Best(l.design(l.chosen).Names); name != "" && len(kept) < l.config.Connectives() && n < l.config.Generations {
			about.Came = append(about.Came, name)
			kept = append(kept, name)
		}
	}
	l.cuts = census.NextCuts()
	return l.reshape(kept)
}

// reshape changes the connectives of the values.
func (l *practising) reshape(kept []string) error {
	if slices.Equal(kept, l.chosen) {
		return nil
	}
	old, names := l.values.Model, l.design(l.chosen).Names
	if err := l.prepare(kept); err != nil {
		return err
	}
	var from []int
	for _, name := range l.design(kept).Names {
		from = append(from, slices.Index(names, name))
	}
	l.values.Model = old.Reshaped(l.practice.Shape(), from)
	return nil
}
