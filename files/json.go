package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// JSONError tells in plain words why a text is not the JSON that was expected.
type JSONError struct {
	Line int // of the text, from 1
	What string
}

func (e *JSONError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// DecodeJSON decodes a text. What is wrong with it is a *JSONError.
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
		return &JSONError{lineOf(data, syntax.Offset), "it is not JSON"}
	}
	return &JSONError{1, err.Error()} // of a type with a form of its own, such as a time
}

// cutOff tells whether the text was good as far as it goes. The package knows no
// other sign of that than its words.
func cutOff(err *json.SyntaxError, length int) bool {
	return err.Offset >= int64(length) && (strings.HasPrefix(err.Error(), "unexpected end") || strings.Contains(err.Error(), "in literal"))
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
	return fmt.Sprintf("%s is %s (expected: %s)", field, withArticle(err.Value), kindName(err.Type))
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
