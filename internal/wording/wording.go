// Package wording puts what the standard library says of a failure into words for people:
// a missing file, a full disk, a refused connection, a bad number. What our own code says
// around it stays as it is.
package wording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// MissingFile is what is wrong with a path that leads nowhere.
const MissingFile = "there is no such file or folder"

// Of is the text of an error, in which each error of the standard library that it wraps
// has our words.
func Of(err error) string {
	text := err.Error()
	for _, inner := range wrapped(err) {
		own := reworded(inner)
		switch said := inner.Error(); {
		case own == "":
		case text == said:
			text = own
		case isWord(said): // which may also stand in a path
			text = strings.ReplaceAll(text, ": "+said, ": "+own)
		default:
			text = strings.ReplaceAll(text, said, own)
		}
	}
	return text
}

// isWord reports whether a text is one word, such as EOF.
func isWord(text string) bool { return !strings.Contains(text, " ") }

// wrapped lists an error and all that it wraps, the outer ones first.
func wrapped(err error) []error {
	list := []error{err}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			list = append(list, wrapped(inner)...)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			list = append(list, wrapped(inner)...)
		}
	}
	return list
}

// reworded words one error, whatever wraps it; "" if its own words will do.
func reworded(err error) string {
	switch e := err.(type) {
	case *fs.PathError:
		return e.Path + ": " + cause(e.Err)
	case *os.LinkError:
		return e.New + ": " + cause(e.Err)
	case *os.SyscallError:
		return cause(e.Err)
	case *exec.Error:
		return fmt.Sprintf("program %q is not installed", e.Name)
	case *strconv.NumError:
		return number(e)
	case *time.ParseError:
		return fmt.Sprintf("%q is not a time", e.Value)
	case *json.SyntaxError:
		return syntax(e)
	case *json.UnmarshalTypeError:
		if e.Field == "" {
			return fmt.Sprintf("a %s does not belong there", e.Value)
		}
		return fmt.Sprintf("%s: a %s does not belong there", e.Field, e.Value)
	case *net.DNSError:
		return "no machine is called " + e.Name
	case *net.OpError:
		return connection(e)
	case syscall.Errno:
		return cause(e)
	}
	switch err {
	case fs.ErrNotExist:
		return MissingFile
	case io.ErrUnexpectedEOF:
		return "it is cut off in the middle"
	case io.EOF:
		return "it ends too soon"
	}
	if field, found := strings.CutPrefix(err.Error(), "json: unknown field "); found { // it has no type
		return "unknown field " + field
	}
	return ""
}

// cause words what the system says of a file.
func cause(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return MissingFile
	case errors.Is(err, syscall.ELOOP):
		return "its symbolic links go round in a circle"
	case errors.Is(err, syscall.EISDIR):
		return "it is a folder"
	case errors.Is(err, syscall.ENOTDIR):
		return "a part of this path is a file"
	case errors.Is(err, fs.ErrExist):
		return "it exists already"
	case errors.Is(err, syscall.EROFS):
		return "the disk is read-only"
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "the disk is full"
	}
	return err.Error()
}

func number(e *strconv.NumError) string {
	switch {
	case errors.Is(e.Err, strconv.ErrRange):
		return fmt.Sprintf("%q is too large a number", e.Num)
	case e.Func == "ParseBool":
		return fmt.Sprintf("%q is not true or false", e.Num)
	}
	return fmt.Sprintf("%q is not a number", e.Num)
}

// syntax words an error of JSON, of which only the words tell the kind.
func syntax(e *json.SyntaxError) string {
	said := e.Error()
	if strings.HasPrefix(said, "unexpected end") {
		return "it is cut off in the middle"
	}
	if rest, found := strings.CutPrefix(said, "invalid character "); found {
		if at := strings.LastIndexByte(rest[:min(len(rest), len(`'\U0010ffff'`))], '\''); at > 0 {
			return "it is not JSON (" + rest[:at+1] + " is unexpected)"
		}
	}
	return "it is not JSON"
}

func connection(e *net.OpError) string {
	var host *net.DNSError
	switch {
	case errors.As(e.Err, &host):
		return reworded(host)
	case e.Addr == nil:
		return ""
	case errors.Is(e.Err, syscall.ECONNREFUSED):
		return fmt.Sprintf("nobody listens at %s", e.Addr)
	case errors.Is(e.Err, syscall.EADDRINUSE):
		return fmt.Sprintf("%s is in use already", e.Addr)
	}
	return fmt.Sprintf("%s: %s", e.Addr, cause(errors.Unwrap(e)))
}
