package lab

import (
	"regexp"
	"strings"
	"sync"
)

// inPlainWords rewords an error for people: without the names of packages that
// wrapped it, and without the phrases of libraries. Quoted text stays as it is.
func inPlainWords(text string) string {
	for _, reworded := range phrases {
		text = reworded(text)
	}
	return packagePrefix().ReplaceAllStringFunc(text, func(found string) string {
		if found[0] == '"' {
			return found
		}
		return found[:len(found)-len(strings.TrimLeft(found, ":, \n"))]
	})
}

// packages lists the packages whose errors may reach a user, except those named
// after games: the names of games mean something to users.
const packages = "ablation|agent|arena|artemis|autograder|board|books|bridge|bridgetest|browsertest|budget|compile|bundle|cage|calibration|check|class|client|cluster|compact|config|configtest|course|cpp|cputime|cputimetest|csv|decide|doctor|endings|endingstest|event|" +
	"evolve|exec|experiment|experiments|features|featurestest|files|flag|float|frozen|game|gametest|goldentest|gtp|host|hosttool|inline|intake|io|ir|java|json|killtest|lab|learn|linear|lines|load|longtest|lower|matchscore|mlflow|" +
	"net|network|neural|nim|nimtest|os|othello|pattern|pdn|pflag|playdata|player|plots|positions|practice|prefetch|probe|program|progress|proof|protocol|provenance|python|quantity|record|regression|" +
	"report|retrograde|review|rubric|run|sample|sealed|search|self|selfplay|server|session|sgf|ship|shiptest|similarity|starter|stats|strconv|suite|sweep|system|tables|td|tensorboard|term|text|think|tooltest|tournament|train|tune|untrusted|web|yaml"

// packagePrefix matches a quoted text, or package names at the beginning or after a
// colon.
var packagePrefix = compiled(`"(?:[^"\\]|\\.)*"|(?:^|: |\n|, )(?:(?:` + packages + `): )+`)

// missingFile is what is wrong with a path that leads nowhere.
const missingFile = "there is no such file or folder"

// phrases replace libraries' wordings by ours, in this order.
var phrases = []func(text string) string{
	replacing(`\b(?:open|openat|stat|lstat|fstat|mkdir|read|write|readdirent|fdopendir|create|remove|unlink|chdir|access|fork/exec|truncate|sync) (\S[^:"]*): `+
		`(no such file or directory|is a directory|not a directory|permission denied|file exists|read-only file system|no space left on device|file name too long|not a folder|invalid argument|bad file descriptor|operation not permitted|too many levels of symbolic links|it is a (?:pipe|socket|device) )`, `$1: $2`),
	replacing(`\brename (\S+) (\S+): `, `$2: `),
	replacing(`no such file or directory|The system cannot find the (?:file|path) specified\.`, missingFile),
	replacing(`: too many levels of symbolic links`, ": its symbolic links go round in a circle"),
	replacing(`: is a directory`, ": it is a folder"),
	replacing(`: not a directory`, ": a part of this path is a file"),
	replacing(`: file exists`, ": it exists already"),
	replacing(`: read-only file system`, ": the disk is read-only"),
	replacing(`: no space left on device`, ": the disk is full"),
	replacing(`strconv\.ParseBool: parsing ("(?:[^"\\]|\\.)*"): invalid syntax`, "$1 is not true or false"),
	replacing(`strconv\.\w+: parsing ("(?:[^"\\]|\\.)*"): invalid syntax`, "$1 is not a number"),
	replacing(`strconv\.\w+: parsing ("(?:[^"\\]|\\.)*"): value out of range`, "$1 is too large a number"),
	replacing(`parsing time ("(?:[^"\\]|\\.)*")(?: as "(?:[^"\\]|\\.)*")?: (?:extra text: "(?:[^"\\]|\\.)*"|cannot parse "(?:[^"\\]|\\.)*" as "(?:[^"\\]|\\.)*"|[a-z ]+ out of range)`, "$1 is not a time"),
	replacing(`json: unknown field ("(?:[^"\\]|\\.)*")`, "unknown field $1"),
	replacing(`json: cannot unmarshal (\w+) into Go struct field (?:[A-Z]\w*\.)?([\w.]+) of type \S+`, "$2: a $1 does not belong there"),
	replacing(`json: cannot unmarshal (\w+) into Go value of type \S+`, "a $1 does not belong there"),
	replacing(`invalid character (.{1,8}?) (?:looking for|after|in) [^:;()]*`, "it is not JSON ($1 is unexpected)"),
	replacing(`unexpected end of JSON input|unexpected EOF`, "it is cut off in the middle"),
	replacing(`\bEOF\b`, "it ends too soon"),
	replacing(`exec: ("(?:[^"\\]|\\.)*"): executable file not found in \$PATH`, "program $1 is not installed"),
	replacing(`dial tcp:? ?(?:\S+ )?lookup (\S+?)(?: on \S+)?: [^:]*(?:: [^:]*)?$`, "no machine is called $1"),
	replacing(`dial tcp (\S+): connect: connection refused`, "nobody listens at $1"),
	replacing(`listen tcp (\S+): bind: address already in use`, "$1 is in use already"),
	replacing(`nats: no servers available for connection`, "nobody listens there"),
	replacing(`(?:dial|listen) tcp:? ?`, ""),
	replacing(`unknown flag: (--\S+)`, "there is no flag $1"),
	replacing(`unknown shorthand flag: '(.)' in (-[^\s,]+)`, "there is no flag -$1 (in $2)"),
	replacing(`bad flag syntax: (\S+)`, "$1 is no flag"),
	replacing(`flag needs an argument: '?(\w?)'?(?: in )?(--?\S*)`, "$2 needs a value"),
	replacing(`invalid argument ("(?:[^"\\]|\\.)*") for "(?:-\w, )?(--[\w-]+)" flag: `, "$2 $1: "),
	replacing(`accepts (\d+) arg\(s\), received (\d+)`, "$2 arguments (expected: $1)"),
	replacing(`requires at least (\d+) arg\(s\), only received (\d+)`, "$2 arguments (expected: $1 or more)"),
	replacing(`accepts at most (\d+) arg\(s\), received (\d+)`, "$2 arguments (expected: at most $1)"),
	replacing(`accepts between (\d+) and (\d+) arg\(s\), received (\d+)`, "$3 arguments (expected: $1 to $2)"),
	replacing(`\b1 arguments \(expected`, "1 argument (expected"),
	replacing(`required flag\(s\) "([\w-]+)".* not set`, "--$1 is missing"),
	replacing(`unknown command ("(?:[^"\\]|\\.)*") for "([^"]*)"(?s:.*)`, "$2 takes no arguments (given: $1)"),
}

func replacing(library, own string) func(text string) string {
	expression := compiled(library)
	return func(text string) string { return expression().ReplaceAllString(text, own) }
}

// compiled compiles an expression when it is first asked for: an error needs them
// all, and most commands have none.
func compiled(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
