package konane

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"evolab/game/konane"
	"evolab/protocol/artemis"
)

// settings are what the arguments say.
type settings struct {
	host, port string
	account    artemis.Account
	start      konane.State
	clock      time.Duration // of each player for a game
	bounded    bool          // the clock was given: a game takes no more, whatever the server says
	move       time.Duration // for a move at most; 0: only the clock counts
}

const usage = "HOST[:PORT] --user N --opponent N [--variant ROWSxCOLUMNS] [--game-time SECONDS] [--move-time SECONDS], or --event without an opponent"

func parse(args []string) (settings, error) {
	s := settings{clock: artemis.Clock, account: artemis.Account{User: -1, Opponent: -1}}
	var err error
	if s.start, err = konane.Full(usualRows, usualCols); err != nil {
		return s, err
	}
	for i := 0; i < len(args) && err == nil; i++ {
		value := ""
		if i+1 < len(args) {
			value = args[i+1]
		}
		switch {
		case args[i] == "--event":
			s.account.Event = true
		case strings.HasPrefix(args[i], "-"):
			err = s.set(args[i], value)
			i++
		case s.host == "":
			s.host, s.port, err = address(args[i])
		default:
			err = fmt.Errorf("unexpected argument %q (expected: %s)", args[i], usage)
		}
	}
	if err == nil {
		err = s.check()
	}
	return s, err
}

func (s *settings) set(name, value string) error {
	var err error
	switch name {
	case "--user":
		s.account.User, err = user(name, value)
	case "--opponent":
		s.account.Opponent, err = user(name, value)
	case "--variant":
		s.start, err = konane.Start(value)
	case "--game-time":
		s.clock, err = seconds(name, value)
		s.bounded = true
	case "--move-time":
		s.move, err = seconds(name, value)
	default:
		err = fmt.Errorf("unexpected argument %q (expected: %s)", name, usage)
	}
	return err
}

func (s *settings) check() error {
	if s.account.Event && s.account.Opponent < 0 {
		s.account.Opponent = 0 // whoever is next
	}
	missing := ""
	switch {
	case s.host == "":
		missing = "the server"
	case s.account.User < 0:
		missing = "--user"
	case s.account.Opponent < 0:
		missing = "--opponent"
	}
	if missing != "" {
		return fmt.Errorf("%s is missing (expected: %s)", missing, usage)
	}
	if s.account.User == s.account.Opponent {
		return fmt.Errorf("user %d cannot play against itself", s.account.User)
	}
	return nil
}

func user(name, value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > artemis.MaxUser {
		return -1, fmt.Errorf("%s %q (expected: a number from 0 to %d)", name, value, artemis.MaxUser)
	}
	return n, nil
}

func seconds(name, value string) (time.Duration, error) {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= 0.001 && x <= 86400) {
		return 0, fmt.Errorf("%s %q (expected: seconds, 0.001 to 86400)", name, value)
	}
	return time.Duration(x * 1e9), nil
}
