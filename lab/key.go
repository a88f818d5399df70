package lab

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"evolab/internal/seal"
)

// keyVariable names the file of the key where --key does not.
const keyVariable = "EVOLAB_KEY"

// sealed gives a command the key with which it seals, or with which a seal is checked.
func (a *app) sealed(c *cobra.Command) *cobra.Command {
	c.Flags().StringVar(&a.keyFile, "key", "", "file with the key of seals: 16 bytes or more that nobody can guess (default: $"+keyVariable+", else seals are plain hashes)")
	act := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("key") && a.keyFile == "" {
			return badInput(errors.New("evolve: --key is empty"), "name a file, or leave it out")
		}
		var err error
		if a.key, err = a.readKey(); err != nil {
			return err
		}
		return act(c, args)
	}
	return c
}

// readKey reads the key that the flag or the environment names.
func (a *app) readKey() (seal.Key, error) {
	path, from := a.keyFile, "--key"
	if path == "" {
		path, from = os.Getenv(keyVariable), keyVariable
	}
	if path == "" {
		return seal.Key{}, nil
	}
	key, err := seal.ReadKey(path)
	if err != nil {
		return key, badInput(fmt.Errorf("evolve: %s: %w", from, err), "head -c 32 /dev/urandom | base64 > "+cmp.Or(a.keyFile, "key.txt")+" makes one; both --key and "+keyVariable+" name a file")
	}
	return key, nil
}

// sealError adds a hint to the error of a folder that is not what was written; any other
// error stays as it is.
func sealError(err error) error {
	var changed *seal.Changed
	var key *seal.KeyError
	switch {
	case errors.As(err, &changed) && changed.Condemned():
		return badInput(err, "begin it anew in another folder: nothing tells the other games of that worker from true ones")
	case errors.As(err, &changed):
		return badInput(err, "evolve doctor --runs FOLDER lists every place; restore the folder from a copy")
	case errors.As(err, &key) && key.Given == "":
		return badInput(err, "--key FILE, or "+keyVariable+", names the file of its key")
	case errors.As(err, &key) && key.Made == "":
		return badInput(err, "leave the key out to take the folder without one")
	case errors.As(err, &key):
		return badInput(err, "--key FILE names the file of its key")
	}
	return err
}
