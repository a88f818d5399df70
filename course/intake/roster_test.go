package intake

import (
	"fmt"
	"strings"
	"testing"
)

// Rosters are read as the systems write them.
func TestRosters(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"plain":          {"id,name\n1,Ada\n2,Ben\n", "Ada/1/ Ben/2/"},
		"BOM":            {"\xef\xbb\xbfid,name\r\n1,Ada\r\n", "Ada/1/"},
		"semicolons":     {"Nachname;Surname;First name;E-Mail\nx;Lee;Kim;k@x.edu\n", "Kim Lee//k@x.edu"},
		"tabs":           {"SID\tName\n1\tAda\n", "Ada/1/"},
		"empty cells":    {"Name\tID\tEmail\nBen\t\tben@x.edu\n", "Ben//ben@x.edu"},
		"no head":        {"100,Ada Lovelace,ada@x.edu\n", "Ada Lovelace/100/ada@x.edu"},
		"User":           {"100,User\n101,Ada\n", "User/100/ Ada/101/"},
		"First":          {"First,f@x.edu\nLast,l@x.edu\n", "First//f@x.edu Last//l@x.edu"},
		"homework":       {"id,name,Homework 2 (10)\n1,Ada,7\n", "Ada/1/"},
		"emails":         {"ada@x.edu\nben@x.edu\n", "//ada@x.edu //ben@x.edu"},
		"Canvas":         {"Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lee, Kim\",1235,9,kimlee,A\n\"Student, Test\",7,,x,A\n", "Lee, Kim/1235/"},
		"Moodle":         {"Identifier,Full name,Email address,Status,Last modified (submission)\nParticipant 12345,John Smith,j@x.edu,Submitted,\"Thursday, 4 October 2018, 11:59 PM\"\n", "John Smith/12345/j@x.edu"},
		"Vocareum":       {"Email , ID, Name\nu@x.edu,user101,User One\n", "User One/user101/u@x.edu"},
		"quotes":         {"id,name\n1,\"Lee, \"\"K\"\"\"\n", `Lee, "K"/1/`},
		"empty lines":    {"id,name\n\n1,Ada\n,\n", "Ada/1/"},
		"sep=":           {"\xef\xbb\xbfsep=;\r\nid;name\r\n1;Ada\r\n", "Ada/1/"},
		"SEP= of tabs":   {"SEP=\t\nid\tname\n1\t\"Lee, Kim\"\n", "Lee, Kim/1/"},
		"UTF-16":         {"\xff\xfei\x00d\x00\t\x00n\x00a\x00m\x00e\x00\n\x001\x00\t\x00\xc5\x00s\x00a\x00\n\x00", "Åsa/1/"},
		"Blackboard":     {"\"Last Name\",\"First Name\",\"Username\",\"Student ID\",\"Last Access\"\n\"Doe\",\"Jane\",\"jdoe1\",\"1234567\",\"\"\n", "Jane Doe/jdoe1/"},
		"Brightspace":    {"OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n#400123456,#doej,Doe,John,doej@x.edu,#\n", "John Doe/400123456/doej@x.edu"},
		"Autolab":        {"Semester,email,last_name,first_name,school,major,year,grading_policy,courseNumber,courseLecture,section\nf21,ada@x.edu,Lovelace,Ada,SCS,CS,1,L,15213,1,A\n", "Ada Lovelace//ada@x.edu"},
		"Sakai":          {"\"HW2 (Little-Go)\",\"Points\"\n\n\"Display ID\",\"ID\",\"Last Name\",\"First Name\",\"grade\"\n\"jdoe1\",\"jdoe1\",\"Doe\",\"Jane\",\"\"\n", "Jane Doe/jdoe1/"},
		"German":         {"ID;Vollständiger Name;E-Mail-Adresse;Status;Zuletzt geändert (Abgabe)\nTeilnehmer/in1234567;Max Mustermann;max@x.de;Abgegeben;Dienstag, 2. Dezember 2025, 10:37\n", "Max Mustermann/1234567/max@x.de"},
		"decomposed":     {"Vorname;Nachname;Matrikelnummer;Universita\u0308t\nMax;Mu\u0308ller;12;x\n", "Max Mu\u0308ller/12/"},
		"French":         {"Prénom,Nom,Numéro d’identification,Adresse de courriel\nAda,Lovelace,7,ada@x.fr\n", "Ada Lovelace/7/ada@x.fr"},
		"Spanish":        {"Nombre,Apellido(s),Número de ID,Dirección de correo\nAda,Pérez Gil,7,ada@x.es\n", "Ada Pérez Gil/7/ada@x.es"},
		"Portuguese":     {"Nome completo;Número de identificação\nAda Lima;7\n", "Ada Lima/7/"},
		"Japanese":       {"学籍番号,氏名,メールアドレス\n7,山田 太郎,y@x.jp\n", "山田 太郎/7/y@x.jp"},
		"name and given": {"Name,First name,ID\nDoe,Jane,7\n", "Jane Doe/7/"},
		"name and last":  {"Name,Surname,ID\nJane Doe,Doe,7\n", "Jane Doe/7/"},
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
		"":                                  "it names nobody",
		"id,name\n":                         "it names nobody",
		"id,name\n1,Ada\n1,Ben\n":           "line 3: the id \"1\" is there already, in line 2",
		"id,name\n1,Ada\n1,Ada\n":           "line 3: Ada_1 is there already, in line 2",
		"id,submitted\n1,soon\n":            `line 2: "soon" is no time`,
		"id,deadline\n1,2 days\n":           `line 2: deadline: "2 days" is no time (expected: 2026-10-17 23:59,`,
		"id,name\n1,\"Ada\n":                "extraneous or missing",
		"name,id\nJos\xe9,1\n":              "it is not text in UTF-8",
		"i\x00d\x00,\x00n\x00a\x00":         "it is not text in UTF-8",
		"sep=;\nid;name\n1;Ada\n1;Ben\n":    "line 4: the id \"1\" is there already, in line 3",
		"sep=;\nid;name\n1;\"Ada\n":         "parse error on line 3",
		"Họ tên,MSSV\nAnh,SV12\nBảo,SV13\n": `of the columns of its first line, "Họ tên", "MSSV", none is known`,
	} {
		if _, err := parseRoster([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Students are found by ids, addresses and names in either order; nobody is guessed.
func TestFindOnRoster(t *testing.T) {
	r, err := parseRoster([]byte("id,login,name,email\n1235,klee,\"Lee, Kim\",kim@x.edu\n7,ben,Ben Roe,ben@y.edu\n8,ben2,Ben Roe,b@y.edu\n1,ada,Ada Lovelace,ada@x.edu\n9,zoe,Zoë Niño,z@x.edu\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		person   Person
		internal bool
		want     string // the rows, and why they need not be the person's
	}{
		{Person{Name: "leekim", ID: "1235"}, true, "[0]"},
		{Person{Name: "Kim Lee", ID: "99"}, true, "[0] by the name it is of Lee, Kim_1235, but 99 is nobody's number or login on the roster"},
		{Person{Name: "lee", ID: "1235"}, true, "[0]"},
		{Person{Name: "benroe", ID: "8"}, true, "[2]"},
		{Person{Name: "benroe", ID: "88"}, true, "[1 2] it may be of Ben Roe_7 or Ben Roe_8"},
		{Person{Name: "leekim", ID: "7"}, true, "[1 0] by the number 7 it is of Ben Roe_7, by the name of Lee, Kim_1235"},
		{Person{Name: "x", ID: "7"}, true, "[1] by the number 7 it is of Ben Roe_7, by the name of nobody"},
		{Person{Name: "x", ID: "7"}, false, "[1]"},
		{Person{Name: "Ben Roe"}, false, "[1 2] it may be of Ben Roe_7 or Ben Roe_8"},
		{Person{Name: "Ben Roe_8"}, false, "[2]"}, // as gradebooks call him
		{Person{Name: "ben"}, false, "[1]"},
		{Person{Name: "b@y.edu"}, false, "[2]"},
		{Person{Name: "ada"}, false, "[3]"},
		{Person{Email: "ADA@x.edu"}, false, "[3]"},
		{Person{Name: "Ben Roe", ID: "7", Email: "b@y.edu"}, false, "[1 2] it may be of Ben Roe_7 or Ben Roe_8"},
		{Person{Name: "NINO, Zoe"}, false, "[4]"},
		{Person{Name: "Zoe\u0308 Nin\u0303o"}, false, "[4]"},
		{Person{Name: "nobody"}, false, "[]"},
		{Person{}, false, "[]"},
		{Person{Name: "!!!"}, false, "[]"},
	} {
		m := finder{r, c.internal, c.internal}.find(c.person)
		if got := strings.TrimSpace(fmt.Sprint(m.rows, " ", m.why)); got != c.want {
			t.Errorf("%+v is %s, want %s", c.person, got, c.want)
		}
	}
}

// No word is the head of two columns.
func TestHeads(t *testing.T) {
	before := map[string]column{}
	for c, list := range heads {
		for head := range strings.SplitSeq(list, ";") {
			if other, twice := before[fold(head)]; twice && other != c || fold(head) == "" {
				t.Errorf("%q is %d and %d", head, other, c)
			}
			before[fold(head)] = c
		}
	}
}

func FuzzRoster(f *testing.F) {
	f.Add([]byte("id,name,email,submitted\n1,\"Lee, Kim\",k@x.edu,2026-10-17 23:59\n"))
	f.Add([]byte("a;b\tc\n"))
	f.Add([]byte("\xef\xbb\xbfsep=;\r\nHW2\r\n\r\nNachname;Vorname\r\nLee;Kim\r\n"))
	f.Add([]byte("\xff\xfei\x00d\x00\n\x001\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := parseRoster(data)
		if err != nil {
			return
		}
		for i := range r.persons {
			if r.persons[i].title == "" {
				t.Errorf("row %d has no name", i)
			}
		}
		back := r.Return(func(Person) Returned { return Returned{"1", "ok", "x.html"} })
		if list, err := r.Compare(back, back); err != nil || len(list) > 0 {
			t.Errorf("it differs from itself: %+v %v", list, err)
		}
	})
}
