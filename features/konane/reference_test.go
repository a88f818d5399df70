package konane_test

import (
	"testing"

	"evolab/features"
	. "evolab/features/konane"
	"evolab/game/konane"
	"evolab/internal/longtest"
)

// often is how many samples there are: few by default, all with -long.
func often(few, all uint64) uint64 {
	if longtest.Enabled() {
		return all
	}
	return few
}

// point is a cell of the board by row and column.
type point [2]int

// plainJump is a jump of a plain board: where it starts and ends, and the
// stones that it takes.
type plainJump struct {
	from, to point
	taken    []point
}

// plain computes features from letters on a board, as slowly as it likes.
type plain struct {
	cells map[point]byte
	rows  int
	cols  int
}

func plainOf(s *konane.State) plain {
	p := plain{cells: map[point]byte{}, rows: s.Rows(), cols: s.Cols()}
	for r := range p.rows {
		for c := range p.cols {
			symbol := byte('.')
			if square := konane.Square(r, c); s.At(square) {
				symbol = "XO"[konane.ColourOf(square)]
			}
			p.cells[point{r, c}] = symbol
		}
	}
	return p
}

var plainDirections = []point{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

func (a point) plus(d point, n int) point { return point{a[0] + n*d[0], a[1] + n*d[1]} }

func (p plain) jumps(own byte) []plainJump {
	var list []plainJump
	for from, symbol := range p.cells {
		for _, d := range plainDirections {
			var taken []point
			for n := 2; symbol == own && p.cells[from.plus(d, n-1)] == 'X'+'O'-own && p.cells[from.plus(d, n)] == '.'; n += 2 {
				taken = append(taken, from.plus(d, n-1))
				list = append(list, plainJump{from, from.plus(d, n), append([]point(nil), taken...)})
			}
		}
	}
	return list
}

// count fills in what one colour adds to each lead.
func (p plain) count(own byte) map[string]int32 {
	enemy := 'X' + 'O' - own
	mine, theirs := p.jumps(own), p.jumps(enemy)
	starts, ends, hit, leaving := map[point]bool{}, map[point]bool{}, map[point]bool{}, map[point]bool{}
	n := map[string]int32{"moves": int32(len(mine))}
	for _, j := range theirs {
		leaving[j.from] = true
		for _, at := range j.taken {
			hit[at] = true
		}
	}
	for _, j := range mine {
		starts[j.from], ends[j.to] = true, true
		n["longest"] = max(n["longest"], int32(len(j.taken)))
		if len(j.taken) > 1 {
			n["longer"]++
		} else if !hit[j.from] && !leaving[j.taken[0]] {
			n["safe"]++
		}
	}
	n["movers"], n["targets"], n["threatened"] = int32(len(starts)), int32(len(ends)), int32(len(hit))
	for at, symbol := range p.cells {
		if symbol == own {
			p.countStone(n, at, starts[at])
		}
	}
	p.countRegions(n, mine, theirs)
	return n
}

func (p plain) countStone(n map[string]int32, at point, mover bool) {
	n["stones"]++
	own := p.cells[at]
	level, upright := at[0] == 0 || at[0] == p.rows-1, at[1] == 0 || at[1] == p.cols-1
	if level || upright {
		n["edge"]++
		if mover {
			n["edge_movers"]++
		}
	}
	if level && upright {
		n["corners"]++
	}
	if 4*at[0] >= p.rows && 4*(p.rows-1-at[0]) >= p.rows && 4*at[1] >= p.cols && 4*(p.cols-1-at[1]) >= p.cols {
		n["inner"]++
	}
	alone, waits := int32(1), int32(0)
	for _, d := range plainDirections {
		if p.cells[at.plus(d, 1)] == 'X'+'O'-own {
			alone = 0
			if p.cells[at.plus(d, 2)] == own {
				waits = 1
			}
		}
	}
	n["isolated"] += alone
	n["latent"] += waits
}

func (p plain) countRegions(n map[string]int32, mine, theirs []plainJump) {
	seen := map[point]bool{}
	for at, symbol := range p.cells {
		if symbol != '.' || seen[at] {
			continue
		}
		region := map[point]bool{}
		p.flood(at, region)
		for cell := range region {
			seen[cell] = true
		}
		ends, into, against := map[point]bool{}, int32(0), 0
		for _, j := range mine {
			if region[j.to] {
				ends[j.to] = true
				into++
			}
		}
		for _, j := range theirs {
			if region[j.to] {
				against++
			}
		}
		// Parity is that of the jumps: each ends on exactly one cell.
		n["regions_odd"] += into & 1
		if into > 0 && against == 0 {
			n["regions"]++
			n["region_cells"] += int32(len(ends))
		}
	}
}

func (p plain) flood(at point, region map[point]bool) {
	if p.cells[at] != '.' || region[at] {
		return
	}
	region[at] = true
	for _, d := range plainDirections {
		p.flood(at.plus(d, 1), region)
	}
}

// The leads of random positions, on boards of all shapes, are those of the
// plain count.
func TestFeaturesAgreeWithPlainCount(t *testing.T) {
	set := Set()
	leads := []string{
		"moves", "movers", "stones", "safe", "threatened", "targets", "longer", "longest", "latent", "isolated",
		"corners", "edge", "inner", "edge_movers", "regions", "region_cells", "regions_odd",
	}
	for i, variant := range []string{"4x4", "5x5", "8x8", "6x9", "4x18", "18x5", "13x11", "10x18", "11x8", "18x18"} {
		for seed := range often(1, 3) {
			walk(t, variant, uint64(i)<<8|seed, func(s *konane.State) {
				p := plainOf(s)
				own, enemy := p.count("XO"[s.Mover()]), p.count("OX"[s.Mover()])
				var v features.Vector
				Extract(s, &v)
				for _, name := range leads {
					if got, want := v[features.Index(set.List, name)], own[name]-enemy[name]; got != want {
						t.Fatalf("%s\n%s = %d, plainly %d", konane.Rules().Draw(s), name, got, want)
					}
				}
			})
		}
	}
}
