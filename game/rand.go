package game

import (
	"math"

	"evolab/internal/float"
)

// Rand is the generator behind everything that is drawn in a game: SplitMix64
// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// 2014). The zero value is the generator with seed 0.
type Rand struct{ state uint64 }

// NewRand returns the generator with the given seed.
func NewRand(seed uint64) Rand { return Rand{state: seed} }

// Uint64 returns the next 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.state += golden
	return finish(r.state)
}

// Uint32 returns the next 32 random bits.
func (r *Rand) Uint32() uint32 { return uint32(r.Uint64() >> 32) }

// Intn returns a number from 0 to n-1; n must be positive and below 2^31. Its
// bias is below n/2^32 (Lemire, "Fast random integer generation in an
// interval", 2019, without the rejection step).
func (r *Rand) Intn(n int) int { return int(uint64(r.Uint32()) * uint64(n) >> 32) }

// Float64 returns a number from 0 up to but not including 1.
func (r *Rand) Float64() float64 { return float64(float64(r.Uint64()>>11) / (1 << 53)) }

// Normal returns a number from the standard normal distribution (Box and
// Muller, "A note on the generation of random normal deviates", 1958).
func (r *Rand) Normal() float64 {
	radius := math.Sqrt(-2 * float.Log(1-r.Float64()))
	return float64(radius * float.Cos(2*math.Pi*r.Float64()))
}

// Mix derives a seed from several numbers, such as (seed, generation, job).
// Different lists of numbers give unrelated seeds.
func Mix(numbers ...uint64) uint64 {
	seed := uint64(len(numbers))
	for _, n := range numbers {
		seed = finish(seed + golden + n)
	}
	return seed
}

const golden = 0x9e3779b97f4a7c15

func finish(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Zobrist fills keys with hash keys (Zobrist, "A new hashing method with
// application for game playing", 1970). The seed is fixed in each game's
// source, so that hashes can be stored and compared between machines.
func Zobrist(seed uint64, keys []uint64) {
	r := NewRand(seed)
	for i := range keys {
		keys[i] = r.Uint64()
	}
}
