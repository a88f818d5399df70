// Package tensorboard writes runs as the event files that TensorBoard reads.
//
// A file is a list of records: the length (8 bytes), its checksum (4), the event (a
// protocol buffer), its checksum (4), all little-endian. Read write.go (a run),
// histogram.go, then event.go (the protocol buffers) and frame.go (the records).
package tensorboard
