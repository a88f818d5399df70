package positions

import (
	"encoding/binary"
	"fmt"

	"evolab/game"
)

// A record is a packed position, and then the score (32 bits), the game's
// number (32 bits), the result and the flags (8 bits each), little-endian.
const extra = 10

// The flags of a record.
const (
	flagExact    = 1 << 0 // the score is proven
	flagUnscored = 1 << 1 // there is no score
	flagDetour   = 1 << 2 // the result of the game says nothing
)

// Size is the size of the records of a game.
func Size[S comparable](p *game.Packing[S]) int { return p.Size + extra }

// Append appends the record of a position.
func Append[S comparable](dst []byte, p *game.Packing[S], at *Position[S]) []byte {
	from := len(dst)
	dst = append(dst, make([]byte, p.Size)...)
	p.Pack(&at.State, dst[from:])
	dst = binary.LittleEndian.AppendUint32(dst, uint32(at.Score))
	dst = binary.LittleEndian.AppendUint32(dst, at.Game)
	flags := byte(0)
	for _, f := range at.flags() {
		if *f.set {
			flags |= f.bit
		}
	}
	return append(dst, byte(at.Result), flags)
}

// flag is a bit of a record and the field that it stands for.
type flag struct {
	bit byte
	set *bool
}

func (l *Label) flags() [3]flag {
	return [3]flag{{flagExact, &l.Exact}, {flagUnscored, &l.Unscored}, {flagDetour, &l.Detour}}
}

// parse reads a record.
func parse[S comparable](p *game.Packing[S], variant string, record []byte) (at Position[S], err error) {
	rest := record[p.Size:]
	at.Score = int32(binary.LittleEndian.Uint32(rest))
	at.Game = binary.LittleEndian.Uint32(rest[4:])
	at.Result = int8(rest[8])
	for _, f := range at.flags() {
		*f.set = rest[9]&f.bit != 0
	}
	if at.Result < -1 || at.Result > 1 {
		return at, fmt.Errorf("result %d (allowed: -1, 0, 1)", at.Result)
	}
	if rest[9] >= flagDetour<<1 || at.Unscored && (at.Exact || at.Detour) {
		return at, fmt.Errorf("flags %d (allowed: 0, 1, 2, 4, 5)", rest[9])
	}
	at.State, err = p.Unpack(variant, record[:p.Size])
	return at, err
}

// gameOf is the number of the game of a record.
func gameOf(record []byte) uint32 {
	return binary.LittleEndian.Uint32(record[len(record)-extra+4:])
}
