package intake

import (
	"fmt"
	"testing"
)

// A roster goes back with the rows and columns that it came with, and as Canvas imports it
// if it is plain where the points belong.
func TestReturn(t *testing.T) {
	of := func(p Person) Returned {
		if p.ID == "2" { // nobody has judged it
			return Returned{"", "incomplete", "students/b.html"}
		}
		return Returned{"7.5", "ok", "students/a.html"}
	}
	const canvasHead = "Student,ID,SIS User ID,SIS Login ID,Section,"
	for _, c := range []struct{ name, text, want, canvas string }{
		{"plain", "id,name\n1,Ada\n2,Ben\n", "id,name,points,verdict,page\n1,Ada,7.5,ok,students/a.html\n2,Ben,,incomplete,students/b.html\n", ""},
		{"without a head", "1,Ada\n", "1,Ada,7.5,ok,students/a.html\n", ""},
		{"given back before", "id,points,verdict,page\n1,3,crash,students/a.html\n", "id,points,verdict,page\n1,7.5,ok,students/a.html\n", ""},
		{"Excel", "\xef\xbb\xbfid;name\r\n1;Ada\r\n", "\xef\xbb\xbfid;name;points;verdict;page\r\n1;Ada;7.5;ok;students/a.html\r\n", ""},
		{"Excel, with its delimiter", "sep=;\r\nid;name\r\n1;Ada\r\n", "sep=;\r\nid;name;points;verdict;page\r\n1;Ada;7.5;ok;students/a.html\r\n", ""},
		{"titles", "HW2,Points\nDisplay ID,ID,Last Name\nada,1,Lovelace\n", "HW2,Points,,,,\nDisplay ID,ID,Last Name,points,verdict,page\nada,1,Lovelace,7.5,ok,students/a.html\n", ""},
		{"UTF-16", "\xff\xfei\x00d\x00\n\x001\x00\n\x00", "\xff\xfei\x00d\x00,\x00p\x00o\x00i\x00n\x00t\x00s\x00,\x00v\x00e\x00r\x00d\x00i\x00c\x00t\x00,\x00p\x00a\x00g\x00e\x00\n\x00" +
			"1\x00,\x007\x00.\x005\x00,\x00o\x00k\x00,\x00s\x00t\x00u\x00d\x00e\x00n\x00t\x00s\x00/\x00a\x00.\x00h\x00t\x00m\x00l\x00\n\x00", ""},
		{"short rows", "id,name,group\n1,Ada\n", "id,name,group,points,verdict,page\n1,Ada,,7.5,ok,students/a.html\n", ""},
		{"Canvas", canvasHead + "HW 1 (8),HW 2 (9),Final Score\n    Points Possible,,,,,10,10,(read only)\n\"Lee, Kim\",1,9,kim,A,3,,\n\"Roe, Ben\",2,8,ben,A,,,\n\"Student, Test\",7,,x,A,,,\n",
			canvasHead + "HW 1 (8),HW 2 (9),Final Score,points,verdict,page\n\"    Points Possible\",,,,,10,10,(read only),,,\n\"Lee, Kim\",1,9,kim,A,3,,,7.5,ok,students/a.html\n\"Roe, Ben\",2,8,ben,A,,,,,incomplete,students/b.html\n\"Student, Test\",7,,x,A,,,,,,\n",
			canvasHead + "HW 1 (8),HW 2 (9),Final Score\n\"    Points Possible\",,,,,10,10,(read only)\n\"Lee, Kim\",1,9,kim,A,3,7.5,\n\"Roe, Ben\",2,8,ben,A,,,\n\"Student, Test\",7,,x,A,,,\n"},
		{"Canvas, two empty columns", canvasHead + "HW 1,HW 2\nAda,1,9,ada,A,,\n", canvasHead + "HW 1,HW 2,points,verdict,page\nAda,1,9,ada,A,,,7.5,ok,students/a.html\n", ""},
		{"Canvas, no empty column", canvasHead + "HW 1\nAda,1,9,ada,A,3\n", canvasHead + "HW 1,points,verdict,page\nAda,1,9,ada,A,3,7.5,ok,students/a.html\n", ""},
	} {
		r, err := parseRoster([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := string(r.Return(of)); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
		if got := string(r.ReturnToCanvas(of)); got != c.canvas {
			t.Errorf("%s, for Canvas:\n%swant\n%s", c.name, got, c.canvas)
		}
		again, err := ParseReturned([]byte(c.want))
		if err != nil {
			t.Errorf("%s, read again: %v", c.name, err)
			continue
		}
		if list, err := again.Compare([]byte(c.want), again.Return(of)); err != nil || len(list) > 0 {
			t.Errorf("%s, compared: %+v %v", c.name, list, err)
		}
		if list, err := again.Compare([]byte(c.canvas), again.ReturnToCanvas(of)); err != nil || len(list) > 0 {
			t.Errorf("%s, compared for Canvas: %+v %v", c.name, list, err)
		}
	}
}

// A cell that was edited is named, with its row's person and its column.
func TestCompare(t *testing.T) {
	const want = "id;name;points;verdict;page\n1;Ada;7;ok;a.html\n2;;0;crash;b.html\n"
	r, err := ParseReturned([]byte(want))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ has, want string }{
		{want, "[]"},
		{"id;name;points;verdict;page\n1;Ada;9;ok;a.html\n2;;0;ok;b.html\n", `[{Line:2 Who:Ada_1 What:points Has:9 Want:7} {Line:3 Who:2 What:verdict Has:ok Want:crash}]`},
		{"id;name;points;verdict;page\n1;Ada\n2;;0;crash;b.html\n", `[{Line:2 Who:Ada_1 What:points Has: Want:7} {Line:2 Who:Ada_1 What:verdict Has: Want:ok} {Line:2 Who:Ada_1 What:page Has: Want:a.html}]`},
		{"id;name;points;verdict;page\n1;Ada;7;ok;a.html\n", `[{Line:0 Who: What:the number of rows Has:2 Want:3}]`},
	} {
		if list, err := r.Compare([]byte(c.has), []byte(want)); err != nil || fmt.Sprintf("%+v", list) != c.want {
			t.Errorf("%+v %v, want %s", list, err, c.want)
		}
	}
	if _, err := r.Compare([]byte("\"x"), []byte(want)); err == nil {
		t.Error("half a cell is compared")
	}
	for _, text := range []string{"", "\"", "points,verdict,page\n1,ok,x\n", "\xff,a,b,c\n"} {
		if _, err := ParseReturned([]byte(text)); err == nil {
			t.Errorf("%q is a roster", text)
		}
	}
}
