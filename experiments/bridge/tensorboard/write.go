// Package tensorboard writes runs as the event files that TensorBoard reads.
//
// A file is a list of records: the length (8 bytes), its checksum (4), the event (a
// protocol buffer), its checksum (4), all little-endian.
package tensorboard

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"evolab/experiments/bridge"
	"evolab/experiments/run"
	"evolab/internal/files"
)

// Write writes a run to a folder of its name below dir and returns the path of the
// file. A later call of a run that has gone on appends to the file, which a TensorBoard
// that shows it keeps open.
func Write(dir string, r *run.Run) (path string, err error) {
	folder := filepath.Join(dir, r.Name())
	if err := files.MakeFolder(folder); err != nil {
		return "", err
	}
	whole, err := encode(r)
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, fmt.Sprintf("events.out.tfevents.%d.evolab", r.Started().Unix()))
	there, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(whole, there) {
		return path, files.Replace(path, whole)
	}
	return path, appendTo(path, int64(len(there)), whole[len(there):])
}

// appendTo writes at an offset, so that two who append the same do it once.
func appendTo(path string, size int64, rest []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(rest, size)
	return errors.Join(err, f.Close())
}

func encode(r *run.Run) ([]byte, error) {
	points, err := bridge.Points(r)
	if err != nil {
		return nil, err
	}
	file := frame(nil, event(r.Started(), 0, fileVersion, []byte("brain.Event:2")))
	candidates := genomes(r)
	for i, p := range points {
		var list []byte
		for _, s := range p.Scalars {
			list = scalar(list, s.Name, s.Value)
		}
		list = spread(list, "weights/best", r.Config.Shown(r.Metrics[i].Weights))
		for g, name := range bridge.Genes(r) {
			list = spread(list, "candidates/"+name, column(candidates[p.Generation], g))
		}
		file = frame(file, event(p.Time, p.Generation, summary, list))
	}
	return file, nil
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
func genomes(r *run.Run) map[int][][]float64 {
	found := map[int][][]float64{}
	for _, c := range r.Individuals() {
		found[c.Generation] = append(found[c.Generation], r.Config.Shown(c.Genome))
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

// buckets is how many a histogram has, as in TensorBoard's own writer.
const buckets = 30

// histogram lists left end, right end and count of each bucket.
func histogram(values []float64) []float64 {
	if len(values) == 0 {
		return nil
	}
	low, high := slices.Min(values), slices.Max(values)
	width := (high - low) / buckets
	if !(low+width > low && high-width < high) || math.IsInf(width, 0) { // too close together or too far apart for 30
		return []float64{math.Nextafter(low-0.5, math.Inf(-1)), math.Nextafter(high+0.5, math.Inf(1)), float64(len(values))}
	}
	rows := make([]float64, 0, 3*buckets)
	for i := range buckets {
		rows = append(rows, low+float64(float64(i)*width), low+float64(float64(i+1)*width), 0)
	}
	rows[len(rows)-2] = high
	for _, v := range values {
		rows[3*min(buckets-1, int((v-low)/width))+2]++
	}
	return rows
}
