package main

// stages shows work that has several parts, each in a bar of its own.
type stages struct {
	*app
	of  string // what all of them are about, "" for nothing
	bar *bar
}

// Begin ends the part before and begins one of so many units; 0 if nobody knows.
func (s *stages) Begin(what string, total int, unit string) {
	s.end()
	s.bar = newBar(s.err, total, unit)
	if s.of != "" {
		what = s.of + ": " + what
	}
	s.bar.describe(what)
}

// Add counts units of the part.
func (s *stages) Add(n int) { s.bar.add(n) }

func (s *stages) end() {
	if s.bar != nil {
		s.bar.close()
	}
}

// busy shows on a terminal that something is being done which cannot be counted,
// until the function that it returns is called.
func (a *app) busy(what string) (done func()) {
	b := newBar(a.err, 0, "")
	b.describe(what)
	return b.close
}
