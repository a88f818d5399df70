package tensorboard

import (
	"encoding/binary"
	"hash/crc32"
)

// masked is the checksum of a record: a rotated CRC-32C plus a constant.
func masked(data []byte) uint32 {
	sum := crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
	return (sum>>15 | sum<<17) + 0xa282ead8
}

// frame appends an event as a record.
func frame(file, event []byte) []byte {
	length := binary.LittleEndian.AppendUint64(nil, uint64(len(event)))
	file = append(file, length...)
	file = binary.LittleEndian.AppendUint32(file, masked(length))
	file = append(file, event...)
	return binary.LittleEndian.AppendUint32(file, masked(event))
}
