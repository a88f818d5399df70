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

// Blameless reports whether a verdict is about the machine: nobody loses points by it.
func (v Verdict) Blameless() bool { return v == NoTool || v == Incomplete }

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

// causeOfComplaints is CauseOfBuild for a text.
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
		return because(IllegalMove, "%s", detail)
	case arena.Malformed:
		if emptyAnswer.MatchString(detail) {
			if c := causeOfComplaint(stderr); c != nil {
				return c
			}
			return because(NoOutput, "it leaves output.txt empty")
		}
		return because(MalformedOutput, "%s", detail)
	case arena.Time:
		if host.Exceeded(detail) == host.CPU {
			return because(TimeLimit, "it %s", detail)
		}
		if strings.HasPrefix(detail, "it ") {
			return because(WallLimit, "%s", detail)
		}
		return because(WallLimit, "it was %s", detail)
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
		return causeOfEnd(detail, stderr)
	}
	return nil
}

// emptyAnswer is how the games' protocols describe an empty output.txt.
var emptyAnswer = regexp.MustCompile(`^output\.txt: (?:line 1: )?(?:found an empty line|no move)`)

// signals are those that end programs by their own doing.
var signals = []struct {
	number      int
	name, words string
}{
	{4, "SIGILL", "illegal instruction"}, {5, "SIGTRAP", "trace/breakpoint trap"}, {6, "SIGABRT", "aborted"}, {7, "SIGBUS", "bus error"},
	{8, "SIGFPE", "floating point exception"}, {9, "SIGKILL", "killed"}, {11, "SIGSEGV", "segmentation fault"}, {13, "SIGPIPE", "broken pipe"},
	{15, "SIGTERM", "terminated"}, {24, "SIGXCPU", "CPU time limit exceeded"}, {fileTooLarge, "SIGXFSZ", "file size limit exceeded"}, {31, "SIGSYS", "bad system call"},
}

const fileTooLarge = 25 // the signal

// howEnded is how package host describes the end of a program.
var howEnded = regexp.MustCompile(`the program ended with (?:exit status (\d+)|signal: ([^:(]+?)(?: \(core dumped\))?)(?::|$)`)

// causeOfEnd is that of a program that ended without an answer.
func causeOfEnd(detail, stderr string) *Cause {
	status, signal := 0, ""
	if m := howEnded.FindStringSubmatch(detail); m != nil {
		status, _ = strconv.Atoi(m[1]) // 0 for a signal
		signal = m[2]
	}
	const shell = 128 // plus a signal's number is the exit code of a shell
	if status > shell || signal != "" {
		for _, s := range signals {
			if s.number != status-shell && s.words != signal {
				continue
			}
			if s.number == fileTooLarge {
				return because(OutputLimit, "it writes a larger file than it may (signal %s)", s.name)
			}
			if c := causeOfComplaint(stderr); c != nil && c.Verdict != Crash {
				return c
			}
			return because(Crash, "it ends by signal %s (%s)%s", s.name, s.words, lastWords(stderr))
		}
	}
	if c := causeOfComplaint(stderr); c != nil && (status != 0 || signal != "") {
		return c
	}
	return because(NoOutput, "%s", detail)
}

// lastWords adds what a program said before a signal ended it, such as "terminate called".
func lastWords(stderr string) string {
	if m := regexp.MustCompile(`(?m)^\s*what\(\):\s*(.+)$`).FindStringSubmatch(stderr); m != nil {
		return ": " + m[1]
	}
	return ""
}

// meaning is what a line of standard error means. The pattern's first group names what is
// missing.
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
		{regexp.MustCompile(`^(?:FileNotFoundError|IOError): \[Errno 2\] No such file or directory: u?['"](.+)['"]$`), MissingFile, ""},
		{regexp.MustCompile(`^PermissionError: \[Errno 13\] Permission denied: ['"](/.+)['"]$`), MissingFile, ""},
		{regexp.MustCompile(`FileNotFoundException: (.+) \((?:No such file or directory|Permission denied)\)$`), MissingFile, ""},
		{regexp.MustCompile(`NoSuchFileException: (.+)$`), MissingFile, ""},
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
	for _, c := range complaints() {
		m := c.pattern.FindStringSubmatch(line)
		switch {
		case m == nil:
		case c.verdict == MissingFile && path.IsAbs(m[1]), c.verdict == MissingFile && windowsPath.MatchString(m[1]):
			return because(MissingFile, "it opens %s, a path that only its author's machine has", m[1])
		case c.verdict == MissingFile:
			return because(MissingFile, "it opens %s, which was not handed in", m[1])
		case c.format != "":
			return because(c.verdict, c.format, m[1])
		default:
			return because(c.verdict, "%s", line)
		}
	}
	return because(Crash, "it ends by %s", line)
}

var windowsPath = regexp.MustCompile(`^[A-Za-z]:[\\/]`)

// javaTrace begins the lines of a Java stack trace that say what went wrong.
var javaTrace = regexp.MustCompile(`^(?:Exception in thread "[^"]*" |Caused by: )`)

// complaint is the line of standard error that says what went wrong: the last one, but
// the last cause of a Java stack trace, and what an uncaught exception of C++ says.
func complaint(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
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
	return last
}
