package game

// Zobrist fills keys with hash keys (Zobrist, "A new hashing method with
// application for game playing", 1970). The seed is fixed in each game's
// source, so that hashes can be stored and compared between machines.
func Zobrist(seed uint64, keys []uint64) {
	r := NewRand(seed)
	for i := range keys {
		keys[i] = r.Uint64()
	}
}
