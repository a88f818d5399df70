package cluster

import "testing"

func someGame(k byte, by string) received {
	return received{&outcome{Key: key{k}}, workerID(by)}
}

// Anybody with the token can send results of games that nobody has asked for: they
// take so much memory and no more. One that finds no room is played once more.
func TestEarlyResultsAreBounded(t *testing.T) {
	l := newLedger(nil, "work", "of")
	first := someGame(0, "A")
	l.unclaimedRoom = 3*first.size() + 1
	for k := range byte(5) {
		l.keepUnclaimed(someGame(k, "A"))
		l.keepUnclaimed(someGame(k, "A")) // the same worker again
	}
	if len(l.unclaimed) != 3 || len(l.unclaimed[key{1}]) != 1 {
		t.Errorf("%d early results: %v", len(l.unclaimed), l.unclaimed)
	}
}

// What a round has settled is not kept when it comes once more.
func TestSettledGamesAreNotKept(t *testing.T) {
	l := newLedger(nil, "work", "of")
	r := &round{games: []roundGame{{key: key{7}, done: true}}, gameOf: map[key]int{{7}: 0}}
	l.register(r)
	l.keepUnclaimed(someGame(7, "A"))
	l.unregister(r)
	l.keepUnclaimed(someGame(7, "B"))
	if len(l.unclaimed) != 0 {
		t.Errorf("kept: %v", l.unclaimed)
	}
}
