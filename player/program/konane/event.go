package konane

import (
	"fmt"
	"strings"
	"time"

	"evolab/player"
	"evolab/player/network"
	"evolab/player/program"
	"evolab/player/system"
	"evolab/protocol/artemis"
)

// mostBroken is how many games in a row may break in an event, or end in doubt;
// then the server is gone, or plays on another board.
const mostBroken = 3

// play plays a game, or all games of an event, and returns the exit code.
func (s *settings) play() int {
	broken, won, lost := 0, 0, 0
	for {
		t, err := sit(s)
		if err == nil {
			err = t.play()
		}
		if err != nil && s.event && strings.HasPrefix(t.trouble, "Error: "+artemis.EventOver) {
			show(fmt.Sprintf("event: %d won, %d lost", won, lost))
			return player.Done
		}
		if err != nil {
			program.Warn(err.Error())
			if broken++; !s.event || broken > mostBroken {
				return player.Failed
			}
			network.Pause(time.Second)
			continue
		}
		result := "wins"
		if t.won() {
			won++
		} else {
			lost++
			result = "loses"
		}
		show(fmt.Sprintf("game %d: user %s", t.client.Game(), result))
		if doubt := t.client.Doubt(); doubt != "" {
			program.Warn(doubt)
			if broken++; !s.event || broken > mostBroken {
				return player.Failed
			}
			continue
		}
		broken = 0
		if !s.event {
			return player.Done
		}
	}
}

// show writes a line to standard output.
func show(line string) { system.Print([]byte(line + "\n")) }
