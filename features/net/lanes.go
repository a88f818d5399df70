package net

// addLanes adds rows of lanes to the sums of units and takes others away, and returns the
// output: of the sums above 0, those of the first half of the units less those of the second.
// It defines what shipped C++ does for eight units at once, for which Go has no instructions:
// the lab itself has Layer's loop.
func addLanes(sums, rows [][blockWords]uint64, come, gone []int32) (output int) {
	for block := range sums {
		for word := range blockWords {
			for at := 0; at < 64; at += laneBits {
				sum := uint16(sums[block][word] >> at)
				for _, row := range come {
					sum += uint16(rows[int(row)+block][word] >> at)
				}
				for _, row := range gone {
					sum -= uint16(rows[int(row)+block][word] >> at)
				}
				sums[block][word] &^= (1<<laneBits - 1) << at
				sums[block][word] |= uint64(sum) << at
				if positive := max(int(int16(sum)), 0); 2*block < len(sums) {
					output += positive
				} else {
					output -= positive
				}
			}
		}
	}
	return output
}
