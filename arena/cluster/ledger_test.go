package cluster

import (
	"testing"

	"evolab/arena"
)

func someResult(k byte) *result {
	o := &outcome{Key: key{k}, Result: 1, Reason: arena.Normal}
	return &result{outcome: o, by: "ann", gist: o.gist()}
}

// Anybody with the token can send results of games that nobody has asked for: they
// take so much memory and no more. One that finds no room is played once more.
func TestEarlyResultsAreBounded(t *testing.T) {
	l := newLedger(nil, "work", "of")
	l.room = 2*someResult(0).size() + 1
	for k := range byte(5) {
		l.enter(someResult(k), map[*round][]*result{})
	}
	if len(l.early) != 2 || l.early[key{1}] == nil {
		t.Errorf("%d early results: %v", len(l.early), l.early)
	}
}

// Two rounds that wait for the same game both get its result.
func TestTwoRoundsWaitForAGame(t *testing.T) {
	l := newLedger(nil, "work", "of")
	for range 2 {
		l.rounds[&round{
			lineup: &lineup{}, jobs: make([]arena.Job, 1), games: []entry{{key: key{7}}}, number: map[key]int{{7}: 0}, given: make([]bool, 1),
		}] = true
	}
	fresh := map[*round][]*result{}
	l.enter(someResult(7), fresh)
	l.enter(someResult(7), fresh) // replayed
	if len(fresh) != 2 {
		t.Errorf("%d rounds get it", len(fresh))
	}
	for _, list := range fresh {
		if len(list) != 1 || !list[0].exact {
			t.Errorf("it counts %d times", len(list))
		}
	}
}
