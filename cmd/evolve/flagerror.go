package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError says of a flag's value that is no number or truth value what was
// expected, and of one that there is not which is near.
func flagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var number *strconv.NumError
	if !errors.As(err, &invalid) || !errors.As(err, &number) {
		return errors.New(unknownFlag(c, err.Error()))
	}
	expected := map[string]string{"bool": "true or false", "float64": "a number"}[invalid.GetFlag().Value.Type()]
	switch {
	case errors.Is(number, strconv.ErrRange):
		expected = "a smaller number"
	case expected == "":
		expected = "a whole number, such as 200"
	}
	return fmt.Errorf("evolve: --%s %q (expected: %s)", invalid.GetFlag().Name, invalid.GetValue(), expected)
}
