package artemis

// Reason is why a game ended.
type Reason string

// The reasons. All but the first say what the loser did.
const (
	NoMove     Reason = "no-move" // it has no legal move
	Illegal    Reason = "illegal" // what it sent is not legal, or no move at all
	OutOfTime  Reason = "time"
	Disconnect Reason = "disconnect"
	Flood      Reason = "flood" // it kept sending without being asked
)

// Verdict is the end of a game. The server calls player 0 "1".
type Verdict struct {
	Winner int
	Reason Reason
	Detail string // for people
}

// Flag ends the game because the time of the player to move is up.
func (m *Match) Flag() []Line {
	player, _ := m.Asked()
	return m.lose(player, OutOfTime, "the time is up")
}

// Leave ends the game because a player has disconnected.
func (m *Match) Leave(player int) []Line {
	return m.lose(player, Disconnect, "the player has disconnected")
}

// Garble ends the game because a player does not send lines.
func (m *Match) Garble(player int) []Line {
	return m.lose(player, Illegal, TooLong)
}

// lose ends the game because of what a player did, and sends that player the
// reason.
func (m *Match) lose(player int, reason Reason, detail string) []Line {
	if m.verdict != nil {
		return nil
	}
	m.send(player, Message{Kind: Failure, Text: "Error: " + detail})
	m.end(player, reason, detail)
	return m.flush()
}

func (m *Match) end(loser int, reason Reason, detail string) {
	m.verdict = &Verdict{Winner: 1 - loser, Reason: reason, Detail: detail}
	m.send(loser, Message{Kind: OpponentWins})
	m.send(1-loser, Message{Kind: YouWin})
}
