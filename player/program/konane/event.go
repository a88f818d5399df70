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
	var done score
	for broken := 0; ; {
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
		if trouble == "" && !s.event {
			return player.Done
		}
		if trouble == "" {
			broken = 0
			continue
		}
		program.Warn(trouble)
		if broken++; !s.event || broken > mostBroken {
			return player.Failed
		}
		network.Pause(time.Second)
	}
}

// score counts games that were played to their end.
type score struct{ won, lost int }

// note counts a game and shows its result.
func (n *score) note(t *table) {
	result := "loses"
	if t.won() {
		n.won++
		result = "wins"
	} else {
		n.lost++
	}
	show(fmt.Sprintf("game %d: user %s", t.client.Game(), result))
}

// show writes a line to standard output.
func show(line string) { system.Print([]byte(line + "\n")) }
