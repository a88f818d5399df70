package config

import (
	"reflect"
	"slices"
)

// Choice is a key whose value names one of several options. Each option with settings
// is a section of the file beside that key, chosen or not. The tags of a field of
// this type describe the key; the default tag names the default option.
type Choice struct {
	Name    string
	Options []Option
}

// Option is one of the names of a [Choice].
type Option struct {
	Name     string
	Key      string // of its section
	Doc      string // of its section
	Settings any    // a pointer to a struct, with tags if there is a section
}

// Preparer is implemented by a config with a field of type [Choice]: Prepare sets
// missing options.
type Preparer interface{ Prepare() }

// Chosen returns the settings of the option called Name, or nil.
func (c Choice) Chosen() any {
	for _, o := range c.Options {
		if o.Name == c.Name {
			return o.Settings
		}
	}
	return nil
}

// Fresh returns the same choice with new, zero settings.
func (c Choice) Fresh() Choice {
	c.Options = slices.Clone(c.Options)
	for i, o := range c.Options {
		c.Options[i].Settings = reflect.New(reflect.TypeOf(o.Settings).Elem()).Interface()
	}
	return c
}

// Clone returns the same choice with settings of its own.
func (c Choice) Clone() Choice {
	own := c.Fresh()
	for i, o := range c.Options {
		reflect.ValueOf(own.Options[i].Settings).Elem().Set(reflect.ValueOf(o.Settings).Elem())
	}
	return own
}

func (c Choice) String() string { return c.Name }

// specs are the key and the sections of a choice.
func (c Choice) specs(field reflect.StructField) []*keySpec {
	key := &keySpec{field: append(field.Index[:len(field.Index):len(field.Index)], 0), kind: textKind}
	key.readTags(field.Tag)
	specs := []*keySpec{key}
	for _, o := range c.Options {
		key.oneOf = append(key.oneOf, o.Name)
		if o.Key == "" {
			continue
		}
		settings := reflect.ValueOf(o.Settings).Elem()
		specs = append(specs, &keySpec{
			key: o.Key, doc: o.Doc, kind: sectionKind, field: field.Index, option: o.Name, fields: fieldSpecs(settings),
		})
	}
	return specs
}

// in returns the value of a key in its struct.
func (s *keySpec) in(v reflect.Value) reflect.Value {
	v = v.FieldByIndex(s.field)
	if s.option == "" {
		return v
	}
	c := v.Interface().(Choice)
	c.Name = s.option
	return reflect.ValueOf(c.Chosen()).Elem()
}
