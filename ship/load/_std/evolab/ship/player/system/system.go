package system

func Argument(i int) string
func Read(name string, from, size int64) ([]byte, bool)
func Replace(name string, content []byte) bool
func Warn(text string)
func Input() []byte
func Print(text []byte)
