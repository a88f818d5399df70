package sample

import (
	"strconv"

	"evolab/ship/player/system"
)

// report collects lines, each a label and a value.
type report struct{ text []byte }

func (r *report) number(label string, n int64) {
	r.text = append(r.text, label...)
	r.text = append(r.text, ' ')
	r.text = strconv.AppendInt(r.text, n, 10)
	r.text = append(r.text, '\n')
}

func (r *report) unsigned(label string, n uint64) {
	r.text = append(append(r.text, label...), ' ')
	r.text = append(strconv.AppendUint(r.text, n, 10), '\n')
}

func (r *report) say(label, text string) {
	r.text = append(append(append(append(r.text, label...), ' '), text...), '\n')
}

func (r *report) truth(label string, b bool) {
	if b {
		r.say(label, "yes")
	} else {
		r.say(label, "no")
	}
}

// Run is the entry of the translated program.
func Run() int {
	system.Print(All())
	return 3
}

// All returns the lines of every sample.
func All() []byte {
	var r report
	numbers(&r)
	shifts(&r)
	floats(&r)
	values(&r)
	lists(&r)
	appendedTo(&r)
	windows(&r)
	flow(&r)
	names(&r)
	generics(&r)
	functions(&r)
	texts(&r)
	pointers(&r)
	empty(&r)
	setup(&r)
	return r.text
}
