package lab

import (
	"strings"
	"testing"

	"evolab/arena/artemis/event"
)

// The table of an event that is over names its champion, and says what was lost
// by other means than the rules.
func TestTableOfAnEvent(t *testing.T) {
	e, err := event.New(event.Plan{Users: []int{1, 2, 3}, Opening: "start", Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	for !e.Done() {
		g := e.Due()[0]
		reason := map[bool]string{true: event.NoShow, false: event.Disconnect}[g.Round == 1]
		if _, err := e.Finish(g, min(g.First, g.Second), reason, "gone", nil); err != nil {
			t.Fatal(err)
		}
	}
	const want = `#  agent   elo, 95 %            score, 95 %  W-D-L  as player 1  as player 2  lost by
1  user 1  +401 ±378  100.0 % [51.0, 100.0]  4-0-0      100.0 %      100.0 %  -
2  user 2   -61 ±277     25.0 % [2.2, 83.1]  1-0-3       50.0 %        0.0 %  disconnect 3
3  user 3  -340 ±408      0.0 % [0.0, 65.8]  0-0-2            -        0.0 %  disconnect 1, no-show 1

champion: user 1 (3-0-0 against user 2)

`
	if got := tableText(e.Table(), 120); !strings.HasPrefix(got, want) {
		t.Errorf("%s", got)
	}
}
