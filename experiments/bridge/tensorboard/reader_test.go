package tensorboard

import (
	"encoding/binary"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/experiments/bridge/bridgetest"
	"evolab/experiments/run"
	"evolab/internal/longtest"
)

// What TensorBoard's own reader finds equals what was written.
func TestTensorBoardReadsIt(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("with -long")
	}
	r := bridgetest.Run(t, t.TempDir(), "one")
	out := t.TempDir()
	if _, err := Write(out, r); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("python3", "-c", reader, filepath.Join(out, "one")).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := spreads(r)
	for name, v := range scalars(t, r) {
		want = append(want, fmt.Sprintf("%s %x", name, math.Float32bits(v)))
	}
	got := strings.Split(strings.TrimSpace(string(text)), "\n")
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// spreads are the histograms as the reader prints them.
func spreads(r *run.Run) (list []string) {
	add := func(tag string, generation int, values []float64) {
		list = append(list, fmt.Sprintf("%s@%d %x", tag, generation, buffer(histogram(values))))
	}
	found := genomes(r)
	for _, m := range r.Metrics {
		add("weights/best", m.Generation, m.Weights)
		for g, name := range r.Genes() {
			if rows := found[m.Generation]; len(rows) > 0 {
				add("candidates/"+name, m.Generation, column(rows, g))
			}
		}
	}
	return list
}

func buffer(rows []float64) (b []byte) {
	for _, v := range rows {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

const reader = `
import struct, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0})
events.Reload()
for tag in events.Tags()["scalars"]:
    for e in events.Scalars(tag):
        print("%s@%d %x" % (tag, e.step, struct.unpack("<I", struct.pack("<f", e.value))[0]))
from tensorboard.util import tensor_util
for tag in events.Tags()["tensors"]:
    assert events.SummaryMetadata(tag).plugin_data.plugin_name == "histograms", tag
    for e in events.Tensors(tag):
        rows = tensor_util.make_ndarray(e.tensor_proto)
        assert rows.shape[1] == 3
        print("%s@%d %s" % (tag, e.step, rows.astype("<f8").tobytes().hex()))
`
