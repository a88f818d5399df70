package network

import "time"

// Line is a connection.
type Line int

func Connect(host, port string) (l Line, why string)
func Send(l Line, text string) bool
func Receive(l Line, wait time.Duration, dst []byte) (n int, ok bool)
func Close(l Line)
func Now() time.Duration
func Password(variable, prompt string) (text string, ok bool)
func Pause(d time.Duration)
