package net

func addLanes(sums, rows [][blockWords]uint64, come, gone []int32) int
