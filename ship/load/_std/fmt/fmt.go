package fmt

func Errorf(format string, args ...any) error
func Sprintf(format string, args ...any) string
