package intake

import (
	"fmt"
	"strings"
	"testing"
)

// Rosters are read as the systems write them.
func TestRosters(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"plain":       {"id,name\n1,Ada\n2,Ben\n", "Ada/1/ Ben/2/"},
		"BOM":         {"\xef\xbb\xbfid,name\r\n1,Ada\r\n", "Ada/1/"},
		"semicolons":  {"Nachname;Surname;First name;E-Mail\nx;Lee;Kim;k@x.edu\n", "Kim Lee//k@x.edu"},
		"tabs":        {"SID\tName\n1\tAda\n", "Ada/1/"},
		"empty cells": {"Name\tID\tEmail\nBen\t\tben@x.edu\n", "Ben//ben@x.edu"},
		"no head":     {"100,Ada Lovelace,ada@x.edu\n", "Ada Lovelace/100/ada@x.edu"},
		"User":        {"100,User\n101,Ada\n", "User/100/ Ada/101/"},
		"First":       {"First,f@x.edu\nLast,l@x.edu\n", "First//f@x.edu Last//l@x.edu"},
		"homework":    {"id,name,Homework 2 (10)\n1,Ada,7\n", "Ada/1/"},
		"emails":      {"ada@x.edu\nben@x.edu\n", "//ada@x.edu //ben@x.edu"},
		"Canvas":      {"Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lee, Kim\",1235,9,kimlee,A\n\"Student, Test\",7,,x,A\n", "Lee, Kim/1235/"},
		"Moodle":      {"Identifier,Full name,Email address,Status,Last modified (submission)\nParticipant 12345,John Smith,j@x.edu,Submitted,\"Thursday, 4 October 2018, 11:59 PM\"\n", "John Smith/12345/j@x.edu"},
		"Vocareum":    {"Email , ID, Name\nu@x.edu,user101,User One\n", "User One/user101/u@x.edu"},
		"quotes":      {"id,name\n1,\"Lee, \"\"K\"\"\"\n", `Lee, "K"/1/`},
		"empty lines": {"id,name\n\n1,Ada\n,\n", "Ada/1/"},
	} {
		r, err := parseRoster([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var list []string
		for i := range r.persons {
			p := &r.persons[i]
			list = append(list, fmt.Sprintf("%s/%s/%s", p.Name, p.ID, p.Email))
		}
		if got := strings.Join(list, " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"":                          "it names nobody",
		"id,name\n":                 "it names nobody",
		"id,name\n1,Ada\n1,Ben\n":   "line 3: the id \"1\" is there already, in line 2",
		"id,name\n1,Ada\n1,Ada\n":   "line 3: Ada_1 is there already, in line 2",
		"id,submitted\n1,soon\n":    `line 2: intake: "soon" is no time`,
		"id,deadline\n1,2 days\n":   `line 2: deadline: intake: "2 days" is no time (expected: 2026-10-17 23:59,`,
		"id,name\n1,\"Ada\n":        "extraneous or missing",
		"name,id\nJos\xe9,1\n":      "it is not text in UTF-8",
		"i\x00d\x00,\x00n\x00a\x00": "it is not text in UTF-8",
	} {
		if _, err := parseRoster([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Students are found by ids, addresses and names in either order; nobody is guessed.
func TestFindOnRoster(t *testing.T) {
	r, err := parseRoster([]byte("id,login,name,email\n1235,klee,\"Lee, Kim\",kim@x.edu\n7,ben,Ben Roe,ben@y.edu\n8,ben2,Ben Roe,b@y.edu\n1,ada,Ada Lovelace,ada@x.edu\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		person   Person
		internal bool
		want     int
	}{
		{Person{Name: "leekim", ID: "1235"}, true, 0},
		{Person{Name: "Kim Lee", ID: "99"}, true, 0},
		{Person{Name: "leekim", ID: "7"}, true, 0}, // an id of Canvas's own
		{Person{Name: "x", ID: "7"}, true, -1},
		{Person{Name: "lee", ID: "1235"}, true, 0},
		{Person{Name: "benroe", ID: "8"}, true, 2},
		{Person{Name: "x", ID: "7"}, false, 1},
		{Person{Name: "Ben Roe"}, false, -1},  // there are two
		{Person{Name: "Ben Roe_8"}, false, 2}, // as gradebooks call him
		{Person{Name: "ben"}, false, 1},
		{Person{Name: "b@y.edu"}, false, 2},
		{Person{Name: "ada"}, false, 3},
		{Person{Email: "ADA@x.edu"}, false, 3},
		{Person{Name: "nobody"}, false, -1},
		{Person{}, false, -1},
		{Person{Name: "!!!"}, false, -1},
	} {
		if got := r.find(c.person, c.internal); got != c.want {
			t.Errorf("%+v is %d, want %d", c.person, got, c.want)
		}
	}
}

func FuzzRoster(f *testing.F) {
	f.Add([]byte("id,name,email,submitted\n1,\"Lee, Kim\",k@x.edu,2026-10-17 23:59\n"))
	f.Add([]byte("a;b\tc\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := parseRoster(data)
		if err != nil {
			return
		}
		for i := range r.persons {
			if h := r.persons[i].missing(); h.Name == "" {
				t.Errorf("row %d has no name", i)
			}
		}
	})
}
