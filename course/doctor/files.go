package doctor

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"evolab/host/compile"
)

func (e *exam) checkName(context.Context) finding {
	p := e.program
	allowed := strings.Join(e.Course.Sources, ", ")
	switch {
	case p.Language == compile.Executable:
		return wrong(fmt.Sprintf("%s is a built program: graders take the source, under one of the names %s", p.Name, allowed))
	case !slices.Contains(e.Course.Sources, p.Name):
		return wrong(fmt.Sprintf("%s: a %s agent has to be called %s", p.Name, p.Language, e.Course.Right(p.Name)))
	case len(p.Rivals) > 0:
		return risky(fmt.Sprintf("%s is examined here, but %s lies beside it: hand in one agent only", p.Name, compile.Shorten(p.Rivals)))
	}
	return fine(p.Name)
}

// checkOthers copies the program and the helper files that a grader would have: all
// of a folder, or those that a single source file names.
func (e *exam) checkOthers(context.Context) finding {
	p := e.program
	var along, refused, large []string
	var size int64
	for _, name := range p.Others {
		info, err := os.Stat(filepath.Join(p.Dir, name))
		switch {
		case err != nil || slices.Contains(p.Rivals, name):
		case !p.Folder && !p.Mentions(name):
		case !e.Course.Helper(name) && !e.Course.IsSecond(name):
			refused = append(refused, name)
		case info.Size() > 64<<20:
			large = append(large, name)
		default:
			along = append(along, name)
			size += info.Size()
		}
	}
	if p.Folder {
		for _, name := range p.Folders {
			refused = append(refused, name+"/")
		}
	}
	if err := p.CopyTo(e.copy, along); err != nil {
		return e.fail(err)
	}
	return e.others(along, append(refused, large...), size)
}

func (e *exam) others(along, refused []string, size int64) finding {
	const much = 10 << 20
	helpers := strings.Join(e.Course.Helpers, " and ")
	switch {
	case len(refused) > 0:
		return risky(fmt.Sprintf("only %s files of a sensible size may come along; left out here, as a grader would: %s", helpers, compile.Shorten(refused)))
	case size > much:
		return risky(fmt.Sprintf("%s of helper files (%s): each ply starts the program anew and reads them again", megabytes(size), compile.Shorten(along)))
	case len(along) > 0:
		text := "helper files that come along: " + compile.Shorten(along)
		if i := slices.IndexFunc(along, e.Course.IsSecond); i >= 0 {
			text += fmt.Sprintf(" (%s is the assignment's second program, which is not examined)", along[i])
		}
		return fine(text)
	case e.program.Folder:
		return fine("none")
	}
	return fine("none that the source names")
}

func (e *exam) checkEncoding(context.Context) finding {
	text := e.program.Text
	switch {
	case e.program.Language == compile.Executable:
		return finding{}
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return wrong("the source is UTF-16: save it as UTF-8 without a byte order mark")
	case bytes.IndexByte(text, 0) >= 0:
		return wrong("the source holds NUL bytes: it is not a text")
	case bytes.HasPrefix(text, []byte("\ufeff")):
		return risky("the source begins with a byte order mark, which not every compiler takes: save it as UTF-8 without it")
	case !utf8.Valid(text):
		return risky("the source is not UTF-8: not every compiler takes it")
	case bytes.Contains(text, []byte("\r\n")):
		return risky("lines end as on Windows (CRLF): save the source with LF")
	case bytes.IndexByte(text, '\r') >= 0:
		return risky("a carriage return within a line: save the source with LF")
	}
	return fine("UTF-8, lines end with LF")
}

func (e *exam) checkPermissions(context.Context) finding {
	const othersRead = 0o004
	mode := e.program.Mode.Perm()
	if mode&othersRead == 0 {
		return risky(fmt.Sprintf("%s can be read by its owner only (mode %04o): a grader may be somebody else (chmod a+r)", e.program.Name, mode))
	}
	return fine(fmt.Sprintf("mode %04o", mode))
}
