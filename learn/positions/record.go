package positions

import (
	"encoding/binary"
	"errors"
	"fmt"

	"evolab/game"
)

// A record is a packed position, and then the score (32 bits), the game's
// number (32 bits), the result and the flags (8 bits each), the lowest byte
// first.
const extra = 10

// The flags of a record.
const (
	flagExact    = 1 << 0 // the score is proven
	flagUnscored = 1 << 1 // there is no score
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
	if at.Exact {
		flags |= flagExact
	}
	if at.Unscored {
		flags |= flagUnscored
	}
	return append(dst, byte(at.Result), flags)
}

// parse reads a record.
func parse[S comparable](p *game.Packing[S], variant string, record []byte) (at Position[S], err error) {
	rest := record[p.Size:]
	at.Score = int32(binary.LittleEndian.Uint32(rest))
	at.Game = binary.LittleEndian.Uint32(rest[4:])
	at.Result = int8(rest[8])
	at.Exact, at.Unscored = rest[9]&flagExact != 0, rest[9]&flagUnscored != 0
	if at.Result < -1 || at.Result > 1 {
		return at, fmt.Errorf("result %d (allowed: -1, 0, 1)", at.Result)
	}
	if rest[9] > flagUnscored {
		return at, errors.New("flags that there are not (allowed: 0, 1, 2)")
	}
	at.State, err = p.Unpack(variant, record[:p.Size])
	return at, err
}

// gameOf is the number of the game of a record.
func gameOf(record []byte) uint32 {
	return binary.LittleEndian.Uint32(record[len(record)-extra+4:])
}
