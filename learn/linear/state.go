package linear

import (
	"encoding/binary"
	"fmt"
	"math"
)

// number is the bytes of a number of the state.
const number = 8

// State is everything that a model holds, to continue from.
func (m *Model) State() []byte {
	var data []byte
	for _, list := range m.lists() {
		for _, w := range list {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(w.value))
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(w.squares))
		}
	}
	return data
}

// Restore is the inverse of State, for a model of the same shape.
func (m *Model) Restore(data []byte) error {
	n := 0
	for _, list := range m.lists() {
		n += len(list)
	}
	if len(data) != 2*number*n {
		return fmt.Errorf("linear: a state of %d bytes (expected: %d)", len(data), 2*number*n)
	}
	for _, list := range m.lists() {
		for i := range list {
			list[i].value = math.Float64frombits(binary.LittleEndian.Uint64(data))
			list[i].squares = math.Float64frombits(binary.LittleEndian.Uint64(data[number:]))
			data = data[2*number:]
		}
	}
	return nil
}

// lists are all weights, in the order of a state.
func (m *Model) lists() (all [][]weight) {
	for phase := range m.core {
		all = append(all, m.core[phase], m.tables[phase])
	}
	return all
}
