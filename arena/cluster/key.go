package cluster

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"

	"evolab/arena"
)

// key identifies a game by the hash of everything that decides it.
type key [16]byte

// MarshalBinary implements encoding.BinaryMarshaler.
func (k key) MarshalBinary() ([]byte, error) { return k[:], nil }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (k *key) UnmarshalBinary(data []byte) error {
	if len(data) != len(k) {
		return errors.New("cluster: a key of another length")
	}
	copy(k[:], data)
	return nil
}

func (k key) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

// sampled reports whether the game is one of those that are played twice.
func (k key) sampled(share float64) bool {
	return float64(k[0])*256+float64(k[1]) < share*65536
}

// keyer makes the keys of a lineup's games.
type keyer struct {
	lineup *lineup
	same   string   // what all games have in common
	seats  []string // a hash of each
	text   []byte
}

func newKeyer(program string, l *lineup) (*keyer, error) {
	k := &keyer{lineup: l, same: fmt.Sprintf("%s|%s|%t|", program, l.Game, l.Voids)}
	for i := range l.Agents {
		data, err := encode(&l.Agents[i])
		if err != nil {
			return nil, err
		}
		k.seats = append(k.seats, hashOf(data))
	}
	return k, nil
}

// key is the key of a job. Games that may come out differently each time also have
// their number in it.
func (k *keyer) key(j *arena.Job) key {
	t := append(append(append(k.text[:0], k.same...), k.seats[j.First]...), k.seats[j.Second]...)
	for _, text := range []string{j.Variant, j.Opening} {
		t = append(strconv.AppendInt(append(t, '|'), int64(len(text)), 10), '|')
		t = append(t, text...)
	}
	for _, n := range []int64{int64(j.Limits.Move), int64(j.Limits.Game), int64(j.PlyCap)} {
		t = strconv.AppendInt(append(t, '|'), n, 10)
	}
	t = strconv.AppendUint(append(t, '|'), j.Seed, 10)
	for _, b := range []bool{j.Keep, j.Timed, j.DrawOnTime} {
		t = strconv.AppendBool(append(t, '|'), b)
	}
	if !k.lineup.repeatable(j) {
		t = strconv.AppendInt(append(t, '|'), int64(j.ID), 10)
	}
	k.text = t
	sum := sha256.Sum256(t)
	return key(sum[:16])
}
