package konane

import (
	"fmt"
	"strings"
	"time"

	"evolab/protocol/artemis"
	"evolab/ship/player"
	"evolab/ship/player/network"
	"evolab/ship/player/program"
	"evolab/ship/player/system"
)

// play plays a game, or all games of an event, and returns the exit code.
func (s *settings) play() int {
	var done score
	var retry artemis.Retry
	for {
		t, err := sit(s)
		if err == nil {
			err = t.play()
		}
		if err != nil && s.event && strings.HasPrefix(t.trouble, "Error: "+artemis.EventOver) {
			show(fmt.Sprintf("event: %d won, %d lost", done.won, done.lost))
			return player.Done
		}
		trouble := ""
		if err != nil {
			trouble = err.Error()
		} else {
			done.note(&t)
			trouble = t.client.Doubt()
		}
		if trouble != "" {
			program.Warn(trouble)
			if !s.event || !t.again(&retry) {
				return player.Failed
			}
		} else if s.event {
			retry.Played()
		} else {
			return player.Done
		}
	}
}

// again waits after a game that went wrong; false gives up.
func (t *table) again(retry *artemis.Retry) bool {
	var pause time.Duration
	var ok bool
	if t.away && (t.trouble == "" || artemis.Temporary(t.trouble)) {
		pause, ok = retry.Away()
	} else {
		pause, ok = retry.Broken()
	}
	if ok {
		network.Pause(pause)
	}
	return ok
}

// score counts games that were played to their end.
type score struct{ won, lost int }

// note counts a game and shows its result.
func (n *score) note(t *table) {
	result := "loses"
	if won, _ := t.client.Result(); won {
		n.won++
		result = "wins"
	} else {
		n.lost++
	}
	show(fmt.Sprintf("game %d: user %s", t.client.Game(), result))
}

// show writes a line to standard output.
func show(line string) { system.Print([]byte(line + "\n")) }
