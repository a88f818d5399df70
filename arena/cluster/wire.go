package cluster

import (
	"fmt"
	"sync"

	"github.com/fxamacker/cbor/v2"
)

// wire encodes and decodes the messages sent by the thousand, jobs and results,
// as CBOR (RFC 8949): a third of the bytes and a fraction of the time that JSON
// takes.
type wire struct {
	to   cbor.EncMode
	from cbor.DecMode
	err  error
}

var wires = sync.OnceValue(func() (w wire) {
	if w.to, w.err = (cbor.EncOptions{ShortestFloat: cbor.ShortestFloat16}).EncMode(); w.err != nil {
		return w
	}
	w.from, w.err = cbor.DecOptions{
		MaxArrayElements: mostMoves, MaxMapPairs: 16, MaxNestedLevels: 8, // anybody with the token can write a message
		IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden, NaN: cbor.NaNDecodeForbidden, Inf: cbor.InfDecodeForbidden,
	}.DecMode()
	return w
})

// write writes a message of the wire.
func write(v any) ([]byte, error) {
	w := wires()
	if w.err != nil {
		return nil, fmt.Errorf("cluster: %w", w.err)
	}
	data, err := w.to.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	return data, nil
}

// read reads one that somebody else may have written.
func read(data []byte, v any) error {
	w := wires()
	if w.err != nil {
		return w.err
	}
	if len(data) > MostBytes {
		return fmt.Errorf("%d bytes (allowed: up to %d)", len(data), MostBytes)
	}
	return w.from.Unmarshal(data, v)
}
