package cluster

import (
	"math"
	"strings"
	"testing"

	"evolab/arena"
)

// What a game takes on the wire, in batches of a hundred.
func TestBytesOfAGame(t *testing.T) {
	const games = 100
	var b batch
	var r report
	for i := range games {
		k := key{byte(i), 255}
		job := arena.Job{Opening: strings.Repeat(".X", 16) + " b 3 -", First: i, Second: 40, Seed: math.MaxUint64 - uint64(i)}
		b.Games = append(b.Games, newTask(k, &job, false))
		r.Games = append(r.Games, newOutcome(k, &arena.Record{Result: 1, Reason: arena.Normal, Margin: -12, Plies: 20, Line: math.MaxUint64 - uint64(i)}))
	}
	there, back := written(t, &b), written(t, &r)
	t.Logf("a game of Little-Go: %d bytes there, %d bytes back", len(there)/games, len(back)/games)
	if len(there)/games > 100 || len(back)/games > 60 {
		t.Errorf("a game takes %d bytes there and %d back", len(there)/games, len(back)/games)
	}
}
