package lab

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// document is a page.
type document struct {
	path  string // from the root
	text  string
	lines []codeLine
}

// codeLine is a line of a fenced block; of the language sh if it is run by CI.
type codeLine struct {
	text string
	run  bool
}

// proseCall is a command in the middle of a sentence.
var proseCall = regexp.MustCompile(`\bevolve ([a-z][a-z-]+)`)

// spanCall is a command in backquotes.
var spanCall = regexp.MustCompile("`(evolve [a-z-][^`]*)`")

// pageLink is a link or picture.
var pageLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func readDocument(t *testing.T, path string) document {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", path))
	if err != nil {
		t.Fatal(err)
	}
	d := document{path: path}
	fence, language := false, ""
	for _, line := range strings.Split(string(data), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			fence, language = !fence, strings.TrimPrefix(trimmed, "```")
		case fence && (language == "" || language == "sh") && trimmed != "":
			d.lines = append(d.lines, codeLine{trimmed, language == "sh"})
		case !fence:
			d.text += line + "\n"
		}
	}
	return d
}

// allDocuments returns the README, and the pages of the index in its order.
func allDocuments(t *testing.T) []document {
	t.Helper()
	index := readDocument(t, "docs/README.md")
	list := []document{readDocument(t, "README.md"), index}
	seen := map[string]bool{"docs/README.md": true}
	for _, link := range pageLink.FindAllStringSubmatch(index.text, -1) {
		path := filepath.ToSlash(filepath.Join("docs", link[1]))
		if strings.HasSuffix(path, ".md") && !seen[path] {
			seen[path] = true
			list = append(list, readDocument(t, path))
		}
	}
	return list
}

// The README is short, and the index has all pages.
func TestDocumentsAreFound(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if words := len(strings.Fields(string(readme))); err != nil || words > 700 {
		t.Errorf("README: %d words, %v", words, err)
	}
	listed := map[string]bool{}
	for _, d := range allDocuments(t) {
		listed[filepath.FromSlash("../"+d.path)] = true
	}
	for _, pattern := range []string{"../docs/*.md", "../docs/reference/*.md"} {
		pages, err := filepath.Glob(pattern)
		if err != nil || len(pages) == 0 {
			t.Fatal(pages, err)
		}
		for _, page := range pages {
			if !listed[page] {
				t.Errorf("%s is not in docs/README.md", page)
			}
		}
	}
}

// Links between pages lead to files and headings that exist.
func TestLinks(t *testing.T) {
	links := 0
	for _, d := range append(allDocuments(t), readDocument(t, "CONTRIBUTING.md"), readDocument(t, "CHANGELOG.md"), readDocument(t, "examples/othello/README.md")) {
		for _, link := range pageLink.FindAllStringSubmatch(d.text, -1) {
			if strings.Contains(link[1], "://") {
				continue
			}
			links++
			file, anchor, _ := strings.Cut(link[1], "#")
			path := d.path
			if file != "" {
				path = filepath.ToSlash(filepath.Join(filepath.Dir(d.path), file))
			}
			if _, err := os.Stat(filepath.Join("..", path)); err != nil {
				t.Errorf("%s: link to %s: %v", d.path, link[1], err)
			} else if anchor != "" && !anchors(readDocument(t, path).text)[anchor] {
				t.Errorf("%s: link to %s: there is no such heading", d.path, link[1])
			}
		}
	}
	if links < 60 {
		t.Errorf("only %d links", links)
	}
}

// anchors are the headings of a page as links name them.
func anchors(text string) map[string]bool {
	list := map[string]bool{}
	for _, line := range strings.Split(text, "\n") {
		if title := strings.TrimLeft(line, "#"); title != line {
			title = strings.ToLower(strings.TrimSpace(title))
			title = regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(title, "")
			list[strings.ReplaceAll(title, " ", "-")] = true
		}
	}
	return list
}

// Every command in a page parses: it exists with its flags and number of
// arguments, and so do the files and agents that it names.
func TestDocumentsParse(t *testing.T) {
	calls := 0
	for _, d := range allDocuments(t) {
		w := writtenIn(d)
		for _, line := range d.lines {
			for _, call := range callsIn(line.text) {
				calls++
				if err := w.parse(call, true); err != nil {
					t.Errorf("%s: %s: %v", d.path, line.text, err)
				}
			}
		}
		for _, span := range spanCall.FindAllStringSubmatch(d.text, -1) {
			for _, call := range callsIn(span[1]) {
				calls++
				if err := w.parse(call, false); err != nil {
					t.Errorf("%s: %s: %v", d.path, span[1], err)
				}
			}
		}
	}
	if calls < 200 {
		t.Errorf("only %d calls found", calls)
	}
}
