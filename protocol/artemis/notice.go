package artemis

import (
	"fmt"
	"strconv"
	"strings"
)

// AskNotice is an answer to ?Opponent: on an evolab server with an event, which then
// names the next opponent and asks again.
const AskNotice = "?"

// The beginning of a notice, and what precedes the opponent's number.
const (
	noticePrefix   = "Event:"
	noticeOpponent = " meets user "
)

// Notice is the line that says whom a user has to name.
func Notice(user, opponent, round int) string {
	return fmt.Sprintf("%s user %d%s%d in round %d; name %d, or 0 for whoever is next", noticePrefix, user, noticeOpponent, opponent, round, opponent)
}

// NoticeOfNone is the line for a user without a known next opponent.
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
