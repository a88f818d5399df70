package cluster

import (
	"testing"

	"evolab/arena"
)

func someResult(k byte) *result {
	o := &outcome{Key: key{k}, Result: 1, Reason: arena.Normal}
	return &result{outcome: o, worker: "ann", summary: o.summary()}
}

// Anybody with the token can send results of games that nobody has asked for: they
// take so much memory and no more. One that finds no room is played once more.
func TestEarlyResultsAreBounded(t *testing.T) {
	l := newLedger(nil, "work", "of")
	l.unclaimedRoom = 2*someResult(0).size() + 1
	for k := range byte(5) {
		l.record(someResult(k), map[*round][]*result{})
	}
	if len(l.unclaimed) != 2 || l.unclaimed[key{1}] == nil {
		t.Errorf("%d early results: %v", len(l.unclaimed), l.unclaimed)
	}
}

// Two rounds that wait for the same game both get its result.
func TestTwoRoundsWaitForAGame(t *testing.T) {
	l := newLedger(nil, "work", "of")
	for range 2 {
		l.rounds[&round{
			lineup: &lineup{}, jobs: make([]arena.Job, 1), games: []roundGame{{key: key{7}}}, gameOf: map[key]int{{7}: 0}, delivered: make([]bool, 1),
		}] = true
	}
	fresh := map[*round][]*result{}
	l.record(someResult(7), fresh)
	l.record(someResult(7), fresh) // replayed
	if len(fresh) != 2 {
		t.Errorf("%d rounds get it", len(fresh))
	}
	for _, list := range fresh {
		if len(list) != 1 || !list[0].exact {
			t.Errorf("it counts %d times", len(list))
		}
	}
}
