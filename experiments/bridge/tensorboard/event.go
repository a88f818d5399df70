package tensorboard

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// The numbers of fields are those of TensorBoard's event.proto, summary.proto and
// tensor.proto.

// event is an Event: wall_time 1, step 2, then a field of its own.
func event(at time.Time, step int, field protowire.Number, content []byte) []byte {
	b := protowire.AppendTag(nil, 1, protowire.Fixed64Type)
	b = protowire.AppendFixed64(b, math.Float64bits(float64(at.UnixMilli())/1000))
	b = number(b, 2, step)
	return message(b, field, content)
}

// The fields of an Event that are used here.
const (
	fileVersion protowire.Number = 3
	summary     protowire.Number = 5
)

// scalar appends a Summary.Value to a Summary: tag 1, simple_value 2. It is a
// float32: TensorBoard's fast loader leaves out scalars of twice the length.
func scalar(list []byte, tag string, x float64) []byte {
	v := message(nil, 1, []byte(tag))
	v = protowire.AppendTag(v, 2, protowire.Fixed32Type)
	return message(list, 1, protowire.AppendFixed32(v, math.Float32bits(float32(x))))
}

// table appends a Summary.Value of rows of three numbers to a Summary: tag 1, tensor 8,
// metadata 9, whose plugin_data is 1 and data_class 4 (2: a tensor). The TensorProto has
// the dtype 1 (2 is double), tensor_shape 2 with a dim 2 of size 1 each, tensor_content 4.
func table(list []byte, tag, plugin string, numbers []float64) []byte {
	var dims, content []byte
	for _, n := range []int{len(numbers) / 3, 3} {
		dims = message(dims, 2, number(nil, 1, n))
	}
	for _, x := range numbers {
		content = binary.LittleEndian.AppendUint64(content, math.Float64bits(x))
	}
	tensor := message(message(number(nil, 1, 2), 2, dims), 4, content)
	v := message(message(nil, 1, []byte(tag)), 8, tensor)
	about := message(nil, 1, message(nil, 1, []byte(plugin))) // plugin_data.plugin_name
	v = message(v, 9, number(about, 4, 2))
	return message(list, 1, v)
}

func number(b []byte, field protowire.Number, n int) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), uint64(n))
}

func message(b []byte, field protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), content)
}

// masked is the checksum of a record: a rotated CRC-32C plus a constant.
func masked(data []byte) uint32 {
	sum := crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
	return (sum>>15 | sum<<17) + 0xa282ead8
}

func frame(file, event []byte) []byte {
	length := binary.LittleEndian.AppendUint64(nil, uint64(len(event)))
	file = append(file, length...)
	file = binary.LittleEndian.AppendUint32(file, masked(length))
	file = append(file, event...)
	return binary.LittleEndian.AppendUint32(file, masked(event))
}
