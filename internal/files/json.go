package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// JSONError says in plain words why a text is not the expected JSON.
type JSONError struct {
	Line int // of the text, from 1
	What string
}

func (e *JSONError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// DecodeJSON decodes a text. Its error is a *JSONError.
func DecodeJSON(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	if err == nil {
		return nil
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return &JSONError{1, "it is empty"}
	case errors.As(err, &kind):
		return &JSONError{lineOf(data, kind.Offset), wrongKind(kind)}
	case errors.As(err, &syntax) && cutOff(syntax, len(data)):
		return &JSONError{lineOf(data, int64(len(data))), "it is cut off in the middle"}
	case errors.As(err, &syntax):
		return &JSONError{lineOf(data, syntax.Offset), "it is not JSON" + foreignSyntax(data[max(0, syntax.Offset-1):])}
	}
	return &JSONError{1, err.Error()} // of a type with its own format, such as a time
}

// cutOff reports whether the text ended too early. Only the words of the error tell.
func cutOff(err *json.SyntaxError, length int) bool {
	said := err.Error()
	within := strings.Contains(said, "literal") || strings.Contains(said, "escape") // of a word, a number or a text
	return err.Offset >= int64(length) && (strings.HasPrefix(said, "unexpected end") || within)
}

// foreignSyntax names what other programs write that JSON lacks, if the rest of the text
// begins with it.
func foreignSyntax(rest []byte) string {
	if bytes.HasPrefix(rest, []byte("\xef\xbb\xbf")) {
		return ": a byte order mark (expected: UTF-8 without one)"
	}
	for _, word := range []string{"NaN", "nan", "Infinity", "Inf", "inf"} {
		if bytes.HasPrefix(rest, []byte(word)) {
			return ": " + word + " is no number"
		}
	}
	return ""
}

// lineOf is the number of the line that holds the byte before offset.
func lineOf(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:max(0, min(offset-1, int64(len(data))))], []byte("\n"))
}

func wrongKind(err *json.UnmarshalTypeError) string {
	field := "it"
	if err.Field != "" {
		field = fmt.Sprintf("%q", err.Field)
	}
	return fmt.Sprintf("%s is %s%s (expected: %s)", field, withArticle(err.Value), tooLarge(err), kindName(err.Type))
}

// tooLarge describes a number of the right kind that is out of range.
func tooLarge(err *json.UnmarshalTypeError) string {
	text, found := strings.CutPrefix(err.Value, "number ")
	if !found {
		return ""
	}
	_, wrong := strconv.ParseInt(text, 10, 64)
	if k := err.Type.Kind(); k == reflect.Float32 || k == reflect.Float64 {
		_, wrong = strconv.ParseFloat(text, err.Type.Bits())
	}
	if errors.Is(wrong, strconv.ErrRange) {
		return ", which is too large"
	}
	return ""
}

func withArticle(kind string) string {
	switch kind {
	case "string":
		return "a text"
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	case "number":
		return "a number"
	}
	return "the " + kind // number 1.5
}

func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a whole number"
}
