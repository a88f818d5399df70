package course

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"evolab/arena"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/untrusted"
)

// Cause is a verdict with its particulars, as a sentence: which module, which file,
// which signal, which line.
type Cause struct {
	Verdict Verdict
	Text    string
	Source  string // the line of source that it is about, as compile.Failed has it; "" for none
}

// because makes a cause. What programs and compilers have said goes on one line.
func because(v Verdict, format string, args ...any) *Cause {
	const longest = 600 // characters
	return &Cause{Verdict: v, Text: untrusted.Line(fmt.Sprintf(format, args...), longest)}
}

// Blameless reports whether a verdict is about the machine, or about who it is: nobody loses
// points by it.
func (v Verdict) Blameless() bool { return v == NoTool || v == Incomplete || v == Unidentified }

var (
	cppInclude  = regexp.MustCompile(`fatal error: ([^:\s]+): No such file or directory`)
	javaPackage = regexp.MustCompile(`error: package ([\w.]+) does not exist`)
	notText     = regexp.MustCompile(`(?i)utf-?8|unicode|unmappable|null byte`)
)

// CauseOfBuild derives the verdict on a source that a compiler or an interpreter refuses.
func CauseOfBuild(failed *compile.Failed, p *compile.Program) *Cause {
	if c := NoText(p); c != nil {
		return c
	}
	c := causeOfComplaints(failed, p)
	c.Source = failed.Source
	return c
}

// mixedTabs is what Python 3 says of a source that only Python 2 reads, by chance.
const mixedTabs = "inconsistent use of tabs"

func causeOfComplaints(failed *compile.Failed, p *compile.Program) *Cause {
	said := strings.Join(failed.Lines, "; ")
	if p.Language != compile.Executable && !utf8.Valid(p.Text) && notText.MatchString(said) {
		return because(Encoding, "line %d of %s is not UTF-8: save it as UTF-8 (%s)", badLine(p.Text), p.Name, said)
	}
	if m := cppInclude.FindStringSubmatch(said); m != nil && p.Language == compile.Cpp {
		return because(MissingFile, "it includes %s, which was not handed in (%s)", m[1], said)
	}
	if m := javaPackage.FindStringSubmatch(said); m != nil && p.Language == compile.Java {
		return because(MissingModule, "it imports package %s, which is not there (%s)", m[1], said)
	}
	if failed.Python != "" && p.Language != compile.Python {
		return because(WrongName, "%s is the name of a program in %s, and this one is in %s, whose name is %s (%s: %s)", p.Name, p.Language, failed.Python, failed.Name, failed.Tool, said)
	}
	if strings.HasPrefix(failed.Tool, "Python ") && failed.Ended { // of any version
		if failed.Python != "" && !strings.Contains(said, mixedTabs) {
			said += fmt.Sprintf("; %s reads it, whose programs are called %s", failed.Python, failed.Name)
		}
		return because(SyntaxError, "%s cannot read it: %s", failed.Tool, said)
	}
	return because(CompileError, "%s", failed.Error())
}

// NoText is the verdict on a source that is no text, whatever reads it; nil for the others,
// and for what is no source.
func NoText(p *compile.Program) *Cause {
	at := bytes.IndexByte(p.Text, 0)
	switch {
	case p.Language == compile.Executable:
		return nil
	case bytes.HasPrefix(p.Text, []byte("\xff\xfe")), bytes.HasPrefix(p.Text, []byte("\xfe\xff")):
		return because(Encoding, "%s is UTF-16: save it as UTF-8", p.Name)
	case at >= 0:
		return because(Encoding, "line %d of %s holds a NUL byte: it is not a text", 1+bytes.Count(p.Text[:at], []byte("\n")), p.Name)
	}
	return nil
}

// badLine is the first line that is not UTF-8, from 1.
func badLine(text []byte) int {
	for i, line := range bytes.Split(text, []byte("\n")) {
		if !utf8.Valid(line) {
			return i + 1
		}
	}
	return 0
}

// CauseOfLoss derives the verdict on a program that lost a game by its own doing, from
// what the game's record says: the reason, its detail, and the end of standard error.
// It is nil for games that were lost by the rules.
func CauseOfLoss(reason, detail, stderr string) *Cause {
	switch reason {
	case arena.Illegal:
		return because(IllegalMove, "%s", detail).ForWant(Unopened(stderr))
	case arena.Malformed:
		if emptyAnswer.MatchString(detail) {
			if c := causeOfComplaint(stderr); c != nil {
				return c.ForWant(Unopened(stderr))
			}
			return because(NoOutput, "it leaves output.txt empty").ForWant(Unopened(stderr))
		}
		return because(MalformedOutput, "%s", detail).ForWant(Unopened(stderr))
	case arena.Time:
		return causeOfTime(detail)
	case arena.Crash:
		switch host.Exceeded(detail) {
		case host.Memory:
			return because(MemoryLimit, "it %s", detail)
		case host.Disk:
			return because(OutputLimit, "it %s", detail)
		case host.Processes:
			return because(Crash, "it %s", detail)
		}
		return because(Crash, "%s", detail)
	case arena.NoOutput:
		return causeOfEnd(detail, stderr).ForWant(Unopened(stderr))
	}
	return nil
}

// missingFile is how Python and Java say that a file cannot be opened.
var missingFile = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)\[Errno (?:2\] No such file or directory: u?['"](.+)|13\] Permission denied: ['"](/.+))['"]\s*$|` +
		`FileNotFoundException: (.+) \((?:No such file or directory|Permission denied)\)\s*$|NoSuchFileException: (.+?)\s*$`)
})

// complaintOfFile is how programs of any language say in their own words, or by perror, that a
// file cannot be opened; pathElsewhere is a path of Windows or in somebody's home, in quotes or
// up to its suffix, since it may hold blanks.
var complaintOfFile, pathElsewhere = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:(?:can|could|did|was|is) ?n[o']t|unable|fail\w*|error|problem)\W+(?:\w+\W+){0,3}?(?:open|read|load|find|found|access|exist)` +
		`|no such file|does(?: not|n't) exist|not found|permission denied|missing`)
}), sync.OnceValue(func() *regexp.Regexp {
	const start = `(?:[A-Za-z]:[\\/]|/(?:Users|home|Volumes|mnt|content)/)`
	return regexp.MustCompile(`"(` + start + `[^"]+)"|'(` + start + `[^']+)'|(?:^|[^\w./\\])(` + start + `[^"'<>|*?]*?\.\w+)(?:[^\w.\\/-]|\.?$)|(?:^|[^\w./\\])(` + start + `[^\s"'<>|*?,;]+)`)
})

// missingFiles are the files that cannot be opened, by a text that says so.
func missingFiles(said string) (list []string) {
	for _, m := range missingFile().FindAllStringSubmatch(said, -1) {
		python := strings.ReplaceAll(m[1]+m[2], `\\`, `\`) // which quotes it
		list = append(list, python+m[3]+m[4])              // of all groups one matches
	}
	for line := range strings.Lines(said) {
		if !complaintOfFile().MatchString(line) {
			continue
		}
		if m := pathElsewhere().FindStringSubmatch(strings.TrimSpace(line)); m != nil && isElsewhere(m[1]+m[2]+m[3]+m[4]) {
			list = append(list, strings.ReplaceAll(m[1]+m[2]+m[3]+m[4], `\\`, `\`))
		}
	}
	return list
}

// Unopened is the file that a program has said it cannot open: of several the first with
// a path that only another machine has, else the first; "" for none.
func Unopened(said string) string {
	list := missingFiles(said)
	if at := slices.IndexFunc(list, isElsewhere); at >= 0 {
		return list[at]
	}
	return slices.Concat(list, []string{""})[0]
}

// isElsewhere reports whether only another machine has a path.
func isElsewhere(file string) bool {
	_, own := host.InFolder(file)
	return !own && (path.IsAbs(file) || windowsPath.MatchString(file))
}

// opensMissing says which file a program opens that is not there.
func opensMissing(file string) string {
	if isElsewhere(file) {
		return fmt.Sprintf("it opens %s, a path that only its author's machine has", file)
	}
	if name, own := host.InFolder(file); own {
		file = name
	}
	return fmt.Sprintf("it opens %s, which was not handed in", file)
}

// ForWant adds to a cause that the program could not open a file ("": it could), and went
// on without it. A path of another machine explains why there is no answer; a file that
// is not there yet may be nothing but the state of a game that has not begun.
func (c *Cause) ForWant(file string) *Cause {
	elsewhere, noAnswer := isElsewhere(file), c.Verdict == Crash || c.Verdict == NoOutput
	switch {
	case file == "" || c.Verdict == MissingFile || !elsewhere && !noAnswer:
		return c
	case elsewhere && noAnswer:
		return because(MissingFile, "%s; then %s", opensMissing(file), c.Text)
	}
	return because(c.Verdict, "%s; and %s", c.Text, opensMissing(file))
}

// emptyAnswer is how the games' protocols describe an empty output.txt.
var emptyAnswer = regexp.MustCompile(`^output\.txt: (?:line 1: )?(?:found an empty line|no move)`)

var (
	usedCPU  = regexp.MustCompile(`^used ([0-9.]+) s of CPU of ([0-9.]+) s allowed$`)
	usedWall = regexp.MustCompile(`^killed after ([0-9.]+) s of wall time \(([0-9.]+) s of CPU used`)
)

// Exceeded words seconds of CPU above a limit.
func Exceeded(used, allowed float64) string {
	digits := 2
	if used < allowed+.005 { // a little more
		digits = 3
	}
	return fmt.Sprintf("%.*f s of CPU, more than the %g s allowed", digits, used, allowed)
}

// causeOfTime is that of a program that exceeded a limit of time.
func causeOfTime(detail string) *Cause {
	number := func(text string) float64 {
		x, _ := strconv.ParseFloat(text, 64) // the patterns let only numbers pass, of which one is too long to be true
		return x
	}
	if m := usedCPU.FindStringSubmatch(detail); m != nil {
		return because(TimeLimit, "it used %s", Exceeded(number(m[1]), number(m[2])))
	}
	if m := usedWall.FindStringSubmatch(detail); m != nil {
		wall, cpu := number(m[1]), number(m[2])
		const idle = 4 // it waits, rather than works slowly
		text := fmt.Sprintf("it gave no answer within %.0f s, in which it used %.2f s of CPU", wall, cpu)
		if idle*cpu < wall {
			text += ": it sleeps, or waits for input or for another process"
		}
		return because(WallLimit, "%s", text)
	}
	switch {
	case host.Exceeded(detail) == host.CPU:
		return because(TimeLimit, "it %s", detail)
	case strings.HasPrefix(detail, "it "):
		return because(WallLimit, "%s", detail)
	}
	return because(WallLimit, "it was %s", detail)
}

// signal is one that ends programs by their own doing, with what usually brings it about.
type signal struct {
	number             int
	name, words, usual string
}

var signals = []signal{
	{4, "SIGILL", "illegal instruction", "usually a function of C++ that should return a value and ends without one"},
	{5, "SIGTRAP", "trace/breakpoint trap", ""},
	{6, "SIGABRT", "aborted", "usually an uncaught exception, a failed assert, or memory that was overwritten or freed twice"},
	{7, "SIGBUS", "bus error", "usually a pointer that points nowhere"},
	{8, "SIGFPE", "floating point exception", "usually a whole number divided by zero, or % by zero"},
	{9, "SIGKILL", "killed", "something else ended it, or it did so itself: usually it took too much memory"},
	{11, "SIGSEGV", "segmentation fault", "usually an index out of range, a null pointer, or recursion that never ends"},
	{13, "SIGPIPE", "broken pipe", "it wrote to a process that had ended"},
	{15, "SIGTERM", "terminated", "something else ended it, or it did so itself"},
	{24, "SIGXCPU", "CPU time limit exceeded", "a limit that it set itself"},
	{fileTooLarge, "SIGXFSZ", "file size limit exceeded", ""},
	{31, "SIGSYS", "bad system call", "it asked the system for what programs may not do here"},
}

const fileTooLarge = 25 // the signal

// howEnded is how package host describes the end of a program.
var howEnded = regexp.MustCompile(`the program ended with (?:exit status (\d+)|signal: ([^:(]+?)(?: \(core dumped\))?)(?::|$)`)

// causeOfEnd is that of a program that ended without an answer.
func causeOfEnd(detail, stderr string) *Cause {
	status, words := 0, ""
	if m := howEnded.FindStringSubmatch(detail); m != nil {
		status, _ = strconv.Atoi(m[1]) // 0 for a signal
		words = m[2]
	}
	const shell = 128 // plus a signal's number is the exit code of a shell
	if status > shell || words != "" {
		if at := slices.IndexFunc(signals, func(s signal) bool { return s.number == status-shell || s.words == words }); at >= 0 {
			if c := causeOfComplaint(stderr); c != nil && c.Verdict != Crash {
				return c
			}
			return signals[at].cause(stderr)
		}
	}
	if c := causeOfComplaint(stderr); c != nil && (status != 0 || words != "") {
		return c
	}
	switch {
	case !strings.HasPrefix(detail, host.NoOutputFile):
		return because(NoOutput, "%s", detail)
	case status != 0:
		return because(NoOutput, "it ends with exit status %d, without writing output.txt%s", status, wroteInstead(detail))
	}
	return because(NoOutput, "it ends without writing output.txt%s", wroteInstead(detail))
}

// wroteInstead is what package host says of the files that were written in place of
// output.txt; "" for none.
func wroteInstead(detail string) string {
	said, _, _ := strings.Cut(strings.TrimPrefix(detail, host.NoOutputFile), ", the program ended with ")
	return said
}

// cause is that of a program that a signal ended.
func (s *signal) cause(stderr string) *Cause {
	said := lastWords(stderr)
	switch {
	case s.number == fileTooLarge:
		return because(OutputLimit, "it writes a larger file than it may (signal %s)", s.name)
	case said != "":
		return because(Crash, "it crashes with signal %s (%s): %s", s.name, s.words, said)
	case s.usual != "":
		return because(Crash, "it crashes with signal %s (%s: %s)", s.name, s.words, s.usual)
	}
	return because(Crash, "it crashes with signal %s (%s)", s.name, s.words)
}

// lastWords is what C++ says of a program that it aborts: an exception, an assert, or
// memory that is damaged. "" if it says nothing.
func lastWords(stderr string) string {
	find := func(pattern string) string {
		if m := regexp.MustCompile(`(?m)^` + pattern + `$`).FindStringSubmatch(stderr); m != nil {
			return strings.TrimSpace(m[1])
		}
		return ""
	}
	if thrown := find(`terminate called after throwing an instance of '(.+)'`); thrown != "" {
		text := "an uncaught exception, " + thrown
		if what := find(`\s*what\(\):\s*(.+)`); what != "" {
			text += ": " + what
		}
		return text
	}
	if failed := find(`(?:[^:\n]+: )?(\S+:\d+: .*Assertion .+ failed\.)`); failed != "" {
		return failed
	}
	if damaged := find(`((?:free|malloc|realloc|double free|munmap_chunk|corrupted|\*\*\* (?:stack smashing|buffer overflow)).*)`); damaged != "" {
		return "memory was overwritten, or freed twice: " + damaged
	}
	return ""
}

// meaning is what a line of standard error means. The pattern's first group, if there is a
// format, names what is missing.
type meaning struct {
	pattern *regexp.Regexp
	verdict Verdict
	format  string
}

// complaints are the lines whose meaning is known, in the words of Python, the Java machine
// and C++. Only gradings need them.
var complaints = sync.OnceValue(func() []meaning {
	return []meaning{
		{regexp.MustCompile(`^(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)`), MissingModule, "it imports %s, which is neither handed in nor installed"},
		{regexp.MustCompile(`(?:NoClassDefFoundError|ClassNotFoundException): ([\w/.$]+)$`), MissingModule, "it needs the class %s, which is not there"},
		{regexp.MustCompile(`^SyntaxError: (?:\(unicode error\)|Non-(?:UTF-8|ASCII)|.*null bytes)`), Encoding, ""},
		{regexp.MustCompile(`^(?:SyntaxError|IndentationError|TabError): `), SyntaxError, ""},
		{regexp.MustCompile(`^MemoryError|OutOfMemoryError|std::bad_alloc`), MemoryLimit, ""},
		{regexp.MustCompile(`^(?:OSError|IOError): \[Errno (?:27|28|122)\]|^java\.io\.IOException: (?:No space left|File too large)`), OutputLimit, ""},
	}
})

// causeOfComplaint derives a verdict from the end of standard error: nil if there is none.
func causeOfComplaint(stderr string) *Cause {
	line := complaint(stderr)
	if line == "" {
		return nil
	}
	if list := missingFiles(line); len(list) > 0 {
		return because(MissingFile, "%s", opensMissing(list[0]))
	}
	for _, c := range complaints() {
		m := c.pattern.FindStringSubmatch(line)
		switch {
		case m == nil:
		case c.format != "":
			return because(c.verdict, c.format, m[1])
		case c.verdict == SyntaxError:
			return because(SyntaxError, "%s", located(line, stderr))
		default:
			return because(c.verdict, "%s", line)
		}
	}
	words := strings.TrimSuffix(strings.ToLower(last(stderr)), " (core dumped)") // of the shell, about a signal
	if at := slices.IndexFunc(signals, func(s signal) bool { return s.words == words }); at >= 0 {
		return signals[at].cause(stderr)
	}
	if tracebacks().java.MatchString(line) && lastJavaCause(stderr) < 0 { // the beginning is lost
		return because(Crash, "%s", located("it crashes with an exception in so many calls that its name is lost: most likely a StackOverflowError, by recursion that never ends", stderr))
	}
	if !exception.MatchString(line) { // what it says itself
		return because(Crash, "it fails: %s", located(line, stderr))
	}
	return because(Crash, "it crashes with %s", located(line, stderr))
}

// located adds the line of the program's own files in which it failed.
func located(text, stderr string) string {
	const longest = 400 // characters, so that the line is still read
	text = untrusted.Line(text, longest)
	if at := ownLine(stderr); at != "" {
		text += ", in " + at
	}
	return text
}

// exception matches the name of an exception of Python or Java.
var exception = regexp.MustCompile(`^[\w.$]+(?:Error|Exception|Interrupt|Iteration)\b`)

var windowsPath = regexp.MustCompile(`^[A-Za-z]:[\\/]`)

// javaTrace begins the lines of a Java stack trace that say what went wrong.
var javaTrace = regexp.MustCompile(`^(?:Exception in thread "[^"]*" |Caused by: )`)

// complaint is the line of standard error that says what went wrong: the last one, but
// the last cause of a Java stack trace, and what an uncaught exception of C++ says.
func complaint(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	const launcher = "Error: Could not find or load main class" // of Java; what follows are its reasons
	if at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, launcher) }); at >= 0 {
		return lines[at]
	}
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if start := javaTrace.FindString(line); start != "" {
			return strings.TrimPrefix(line, start)
		}
		if strings.HasPrefix(line, "what():") {
			return strings.TrimSpace(strings.TrimPrefix(line, "what():"))
		}
	}
	return last(stderr)
}

func last(text string) string {
	text = strings.TrimSpace(text)
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}
