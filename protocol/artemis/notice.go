package artemis

import (
	"fmt"
	"strconv"
	"strings"
)

// AskNotice is what a client may answer to ?Opponent: on a server of evolab that
// runs an event, to be told whom it meets. It is asked again after that.
const AskNotice = "?"

// What a notice begins with, and what the opponent's number follows in it.
const (
	noticePrefix   = "Event:"
	noticeOpponent = " meets user "
)

// Notice is the line that tells a user whom to name.
func Notice(user, opponent, round int) string {
	return fmt.Sprintf("%s user %d%s%d in round %d; name %d, or 0 for whoever is next", noticePrefix, user, noticeOpponent, opponent, round, opponent)
}

// NoticeOfNone is the line for a user whose next opponent is not known, or who
// has none.
func NoticeOfNone(user int) string {
	return fmt.Sprintf("%s user %d has no game now", noticePrefix, user)
}

// parseNotice reads the number of the opponent.
func parseNotice(line string) Message {
	_, text, _ := strings.Cut(line, noticeOpponent)
	text, _, _ = strings.Cut(text, " ")
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > MaxUser {
		n = 0
	}
	return Message{Kind: EventNotice, Number: n, Text: line}
}
