package class

// Status is what became of a submission, in a word.
type Status string

// The statuses.
const (
	Graded    Status = "graded"
	Rehearsal Status = "rehearsal"  // what gradebooks call it with fewer games than the rubric's
	WrongName Status = "wrong-name" // graded, but a course's graders would not find it
	Partly    Status = "incomplete" // some games are void or not played yet

	Empty      Status = "empty"
	NoProgram  Status = "no-program"
	Archive    Status = "archive"
	Link       Status = "link"
	TooLarge   Status = "too-large"
	Unreadable Status = "unreadable"
	Broken     Status = "does-not-compile"
	NoCompiler Status = "no-compiler" // on this machine
)

// Playable reports whether games are played.
func (s *Submission) Playable() bool { return s.Status == Graded || s.Status == WrongName }
