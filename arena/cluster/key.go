package cluster

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	"evolab/arena"
)

// key names a game by the hash of all that decides it.
type key [16]byte

func (k key) MarshalText() ([]byte, error) {
	return base64.RawURLEncoding.AppendEncode(nil, k[:]), nil
}

func (k *key) UnmarshalText(text []byte) error {
	n := base64.RawURLEncoding.DecodedLen(len(text))
	if n != len(k) {
		return errors.New("cluster: a key of another length")
	}
	_, err := base64.RawURLEncoding.Decode(k[:], text)
	return err
}

func (k key) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

// sampled reports whether the game is one of those that are played twice.
func (k key) sampled(share float64) bool {
	return float64(k[0])*256+float64(k[1]) < share*65536
}

// keyer makes the keys of a lineup's games.
type keyer struct {
	program string
	lineup  *lineup
	seats   []string // a hash of each
}

func newKeyer(program string, l *lineup) (*keyer, error) {
	k := &keyer{program: program, lineup: l}
	for i := range l.Agents {
		data, err := encode(&l.Agents[i])
		if err != nil {
			return nil, err
		}
		k.seats = append(k.seats, hashOf(data))
	}
	return k, nil
}

// key is that of a job. Games that may come out differently each time are also told
// apart by their number.
func (k *keyer) key(j *arena.Job) key {
	id := 0
	if !k.lineup.repeatable(j) {
		id = j.ID + 1
	}
	text := fmt.Appendf(nil, "%s|%s|%s|%s|%t|%q|%q|%d|%d|%d|%d|%t|%t|%t|%d", k.program, k.lineup.Game, k.seats[j.First], k.seats[j.Second], k.lineup.Voids,
		j.Variant, j.Opening, j.Limits.Move, j.Limits.Game, j.PlyCap, j.Seed, j.Keep, j.Timed, j.DrawOnTime, id)
	sum := sha256.Sum256(text)
	return key(sum[:16])
}
