package tensorboard

import (
	"fmt"
	"os"
	"path/filepath"

	"evolab/experiments/bridge"
	"evolab/experiments/run"
	"evolab/internal/files"
)

// Write writes a run to a folder of its name below dir and returns the path of the
// file. The same run gives the same file, so that writing it again replaces it.
func Write(dir string, r *run.Report) (path string, err error) {
	folder := filepath.Join(dir, r.Run)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("tensorboard: %w", err)
	}
	path = filepath.Join(folder, fmt.Sprintf("events.out.tfevents.%d.evolab", r.Started.Unix()))
	return path, files.Replace(path, encode(r))
}

// encode is the file of a run.
func encode(r *run.Report) []byte {
	file := frame(nil, event(r.Started, 0, fileVersion, []byte("brain.Event:2")))
	candidates := genomes(r)
	for i, p := range bridge.Points(r) {
		var list []byte
		for _, s := range p.Scalars {
			list = scalar(list, s.Name, s.Value)
		}
		list = spread(list, "weights/best", r.Shown(r.Metrics[i].Weights))
		for g, name := range bridge.Genes(r) {
			list = spread(list, "candidates/"+name, column(candidates[p.Generation], g))
		}
		file = frame(file, event(p.Time, p.Generation, summary, list))
	}
	return file
}

// spread appends a histogram, unless there is nothing to count.
func spread(list []byte, tag string, values []float64) []byte {
	rows := histogram(values)
	if rows == nil {
		return list
	}
	return table(list, tag, "histograms", rows)
}

// genomes are those of the candidates of each generation.
func genomes(r *run.Report) map[int][][]float64 {
	found := map[int][][]float64{}
	for _, c := range r.Contents().Individuals() {
		found[c.Generation] = append(found[c.Generation], r.Shown(c.Genome))
	}
	return found
}

func column(rows [][]float64, at int) []float64 {
	list := make([]float64, len(rows))
	for i, row := range rows {
		list[i] = row[at]
	}
	return list
}
