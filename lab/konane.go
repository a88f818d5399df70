package lab

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/game/konane"
)

// artemisPort is the usual port of Artemis servers.
const artemisPort = "4705"

func konaneCommand(a *app) *cobra.Command {
	c := &cobra.Command{Use: "konane", Short: "Play Konane over the network by the Artemis protocol", Args: noCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	c.AddCommand(strict(konaneConnectCommand(a)), strict(konaneServeCommand(a)))
	return c
}

// konaneFlags are the settings that both ends of a connection must agree on.
type konaneFlags struct {
	variant  string
	gameTime float64
}

func (f *konaneFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.variant, "variant", "18x18", "the size of the board")
	c.Flags().Float64Var(&f.gameTime, "game-time", 180, "seconds on each player's clock")
	allow(c, "game-time", "0.001 to 86400 seconds", func() bool { return f.gameTime >= .001 && f.gameTime <= 86400 })
}

func (f *konaneFlags) read() (konane.State, time.Duration, error) {
	start, err := konane.Start(f.variant)
	return start, time.Duration(f.gameTime * float64(time.Second)), badInput(err, "")
}

// artemisAddress adds the usual port to an address without one.
func artemisAddress(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"), artemisPort
		if strings.Contains(host, ":") && net.ParseIP(host) == nil {
			return "", badAddress(text, err)
		}
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", badAddress(text, errors.New("the port is a number up to 65535"))
	}
	return net.JoinHostPort(host, port), nil
}

func badAddress(text string, err error) error {
	return badInput(fmt.Errorf("evolve: address %q: %w", text, err), "HOST or HOST:PORT, such as localhost:4705")
}
