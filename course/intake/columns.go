package intake

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"evolab/internal/untrusted"
)

// column is what a column of a roster holds.
type column int

const (
	unknown column = iota
	idColumn
	nameColumn  // the whole name, or what of it the other columns lack
	firstColumn // given names
	lastColumn
	emailColumn
	arrivedColumn
	deadlineColumn
)

// heads are those that systems for courses write: Autolab, Blackboard, Brightspace, Canvas,
// Gradescope, Sakai, Vocareum, and Moodle in the languages of its users.
var heads = map[column]string{
	idColumn: "ID; SID; Student ID; User ID; SIS User ID; SIS Login ID; SIS ID; ID number; Student number; Number; NetID; Login; Login ID; Username; User; Identifier; UID; USC ID; " +
		"OrgDefinedId; Display ID; EID; AndrewID; ID-Nummer; Kennung; Matrikelnummer; Matrikelnr; Matrikel-Nr.; Anmeldename; Benutzername; Nutzername; " +
		"Identifiant; Numéro d'identification; Nom d'utilisateur; Numéro étudiant; Matricule; Identificador; Número de ID; Número de identificación; Nombre de usuario; Usuario; Matrícula; " +
		"Identificativo; Codice identificativo; Nome utente; Matricola; Número de identificação; Nome de usuário; Nome de utilizador; Identificator; Gebruikersnaam; Studentnummer; " +
		"Identyfikator; Numer ID; Numer identyfikacyjny; Numer indeksu; Nazwa użytkownika; Användarnamn; Personnummer; Brugernavn; Studienummer; Brukernavn; " +
		"Tunnistenumero; Opiskelijanumero; Käyttäjätunnus; Identifikační číslo; Uživatelské jméno; Osobní číslo; Azonosítószám; Felhasználónév; Neptun kód; " +
		"Kullanıcı adı; Öğrenci numarası; Öğrenci no; Логин; Идентификатор; Индивидуальный номер; Номер зачетной книжки; 学籍番号; ユーザ名; ユーザー名; ID ナンバー; 学号; 用户名; 编号; 학번",
	nameColumn: "Name; Student; Student name; Full name; Sortable name; Vollständiger Name; Vorname/Nachname; Nom; Nom complet; Prénom/Nom; Étudiant; Nombre; Nombre completo; Estudiante; Alumno; " +
		"Nome; Nome completo; Nome/Cognome; Studente; Aluno; Naam; Volledige naam; Imię i nazwisko; Pełna nazwa; Namn; Fullständigt namn; Navn; Fulde navn; Fullt navn; Nimi; Koko nimi; Celé jméno; " +
		"Név; Teljes név; Ad Soyad; Adı Soyadı; Полное имя; ФИО; 氏名; フルネーム; 姓名; 全名; 이름; 성명",
	firstColumn: "First name; Given name; Given names; First; Vorname; Prénom; Voornaam; Imię; Förnamn; Fornavn; Etunimi; Jméno; Keresztnév; Utónév; Ad; Adı; Имя; 名",
	lastColumn: "Last name; Surname; Family name; Last; Nachname; Familienname; Nom de famille; Apellido; Apellidos; Cognome; Sobrenome; Apelido; Achternaam; Nazwisko; " +
		"Efternamn; Efternavn; Etternavn; Sukunimi; Příjmení; Vezetéknév; Soyad; Soyadı; Фамилия; 姓; 성",
	emailColumn: "Email; Email address; Mail; E-Mail-Adresse; Courriel; Adresse de courriel; Adresse mail; Adresse e-mail; Correo; Correo electrónico; Dirección de correo; Dirección email; Dirección de correo electrónico; " +
		"Indirizzo email; Endereço de email; E-mailadres; Adres e-mail; E-postadress; E-post; E-postadresse; Sähköposti; Sähköpostiosoite; E-mailová adresa; E-mail cím; E-posta; E-posta adresi; " +
		"Адрес электронной почты; Почта; メールアドレス; 电子邮件地址; 电子邮箱; 邮箱; 이메일; 이메일 주소",
	arrivedColumn:  "Submitted; Submitted at; Submission time; Last modified (submission)",
	deadlineColumn: "Deadline",
}

// columnNames are the heads, folded.
var columnNames = sync.OnceValue(func() map[string]column {
	known := map[string]column{}
	for c, list := range heads {
		for head := range strings.SplitSeq(list, ";") {
			known[fold(head)] = c
		}
	}
	return known
})

// participants are the words by which Moodle, folded, begins the numbers of its
// assignments.
var participants = []string{
	"participant", "teilnehmerin", "participante", "partecipante", "deelnemer", "uczestnik", "deltagare", "deltager", "deltaker", "osallistuja", "ucastnik", "resztvevo", "katılımcı", "участник", "参加者", "参与者",
}

// fold is a text with nothing but its letters and digits, in small letters and without
// accents, which some systems leave out.
func fold(text string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		const firstAccent, lastAccent = 0x300, 0x36f
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && (r < firstAccent || r > lastAccent) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(text)))
}

// headOf finds the row that names the columns, which titles may precede, and what the
// columns hold; -1 if none does: then the first row tells it. A row that must be a head,
// but in words that are not known, is an error.
func headOf(rows [][]string) (at int, columns []column, err error) {
	const titles = 4
	known := columnNames()
	for i, row := range rows[:min(len(rows), titles+1)] {
		columns = make([]column, len(row))
		n := 0
		for j, cell := range row {
			if columns[j] = known[fold(cell)]; columns[j] != unknown {
				n++
			}
		}
		if n > min(i, 1) && !slices.ContainsFunc(row, isDatum) {
			return i, columns, nil
		}
	}
	if len(rows) == 0 {
		return -1, nil, nil
	}
	if isStrangeHead(rows) {
		return -1, nil, fmt.Errorf("of the columns of its first line, %s, none is known", quoted(rows[0]))
	}
	columns = make([]column, len(rows[0]))
	for i, cell := range rows[0] {
		switch {
		case strings.Contains(cell, "@"):
			columns[i] = emailColumn
		case strings.ContainsFunc(cell, unicode.IsDigit):
			columns[i] = idColumn
		case cell != "" && !slices.Contains(columns, nameColumn):
			columns[i] = nameColumn
		}
	}
	return -1, columns, nil
}

// isStrangeHead reports whether the first row has words alone where all others have numbers,
// logins with digits, or addresses.
func isStrangeHead(rows [][]string) bool {
	numbered := func(cell string) bool {
		return strings.Contains(cell, "@") || strings.ContainsFunc(cell, unicode.IsDigit)
	}
	if len(rows) < 2 || slices.ContainsFunc(rows[0], numbered) {
		return false
	}
	for j := range rows[0] {
		if !slices.ContainsFunc(rows[1:], func(row []string) bool { return j >= len(row) || !numbered(row[j]) }) {
			return true
		}
	}
	return false
}

// quoted lists texts, but not more than a line takes.
func quoted(texts []string) string {
	const most, longest = 3, 60
	var list []string
	for _, text := range texts[:min(most, len(texts))] {
		list = append(list, `"`+untrusted.Line(text, longest)+`"`)
	}
	if n := len(texts) - most; n > 0 {
		list = append(list, fmt.Sprintf("%d more", n))
	}
	return strings.Join(list, ", ")
}

// isDatum reports whether a cell is nobody's name for a column: an address or a number.
// A student may be called First or User.
func isDatum(cell string) bool {
	cell = strings.TrimSpace(cell)
	return strings.Contains(cell, "@") || cell != "" && strings.Trim(cell, "0123456789") == ""
}

// idOf is an id as a cell has it, without what systems add: # in Brightspace, and
// "Participant " in Moodle.
func idOf(cell string) string {
	cell = strings.TrimPrefix(cell, "#")
	word := strings.TrimRight(cell, "0123456789")
	if word != cell && slices.Contains(participants, fold(word)) {
		return cell[len(word):]
	}
	return cell
}
