package intake

import "testing"

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
	}
}
