package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"evolab/internal/config"
	"evolab/internal/longtest"
	"evolab/search/cputime"
)

func named(list []*Summary) (letters string) {
	all := someRuns()
	for _, s := range list {
		letters += string(rune('a' + slices.IndexFunc(all, func(a *Summary) bool { return a.Run == s.Run })))
	}
	return letters
}

// Numbers and times begin with the largest, texts with the first; what is not known
// comes last in either order.
func TestOrderOfRuns(t *testing.T) {
	for _, c := range []struct {
		sort     string
		up, down string
	}{
		{"", "cbad", "abcd"},
		{"test", "bacd", "abcd"},
		{"seed", "cbad", "abcd"},
		{"game", "cabd", "abcd"},
		{"ga.sigma", "abcd", "cabd"},
		{"sweep", "cabd", "cabd"},
	} {
		v := View{Sort: c.sort}
		up := named(v.Runs(someRuns()))
		v.Reverse = true
		if down := named(v.Runs(someRuns())); up != c.up || down != c.down {
			t.Errorf("%s: %s and %s, want %s and %s", c.sort, up, down, c.up, c.down)
		}
	}
	for _, bad := range []View{{Sort: "luck"}, {Group: "ga.sgima"}} {
		if err := bad.Validate(); err == nil {
			t.Errorf("%+v is a view", bad)
		}
	}
}

// Each group is found again by its condition, whatever runs are grouped by.
func TestGroupsAreFoundAgain(t *testing.T) {
	for _, f := range append(Fields(), Field{Name: "ga.sigma"}, Field{Name: "player.features"}) {
		v := View{Group: f.Name}
		for _, fold := range v.Fold(someRuns()) {
			filter, err := ParseFilter(Condition(f.Name, fold.Value))
			if err != nil {
				t.Fatal(err)
			}
			again := View{Filter: filter}
			if got, want := named(again.Runs(someRuns())), named((&View{}).Runs(fold.All)); got != want {
				t.Errorf("%s: %s, want %s", filter.Text, got, want)
			}
		}
	}
}

func TestFoldOverSeeds(t *testing.T) {
	runs := someRuns()
	third := *runs[1]
	third.Run, third.Seed = "third", 3
	v := View{Group: "setting", Sort: "test"}
	folds := v.Fold(append(runs, &third))
	if len(folds) != 3 || folds[0].Value != "aa" || len(folds[0].Runs) != 3 || folds[0].Text(folds[0].Test) != "0.717 [0.573, 0.860]" || folds[0].GamesText(strconv.Itoa) != "300" {
		t.Errorf("%+v", folds[0])
	}
	if got := (&Group{Games: []int{128064, 320}}).GamesInThousands(); got != "320..128,064" {
		t.Errorf("games of groups: %s", got)
	}
	keys := Varying(runs)
	if got := folds[0].Common(keys); !slices.Equal(keys, []string{"player.features", "ga.sigma"}) || !slices.Equal(got, []config.Value{{Path: "player.features", Text: "[all, -eyes]"}, {Path: "ga.sigma", Text: "0.3"}}) {
		t.Errorf("%v: %v", keys, got)
	}
	var text strings.Builder
	if err := v.FoldedCSV(&text, folds[1:], keys); err != nil || text.String() != "setting,runs,tested,test,test_low,test_high,validated,validated_low,validated_high,player.features,ga.sigma\n"+
		"bb,1,0,,,,,,,[all],0.10\n,1,0,,,,,,,,\n" {
		t.Errorf("%s %v", &text, err)
	}
}

// No text of a run is a formula for a spreadsheet.
func TestTableOfRunsAsCSV(t *testing.T) {
	runs := someRuns()
	runs[0].Note, runs[0].Name, runs[0].Tags = "=1+1", "@SUM(A1)", []string{"-5"}
	var columns []Field
	for _, name := range []string{"run", "name", "note", "tags", "seed", "test", "cpu", "ga.sigma", "player.features"} {
		f, _ := FindField(name)
		columns = append(columns, f)
	}
	var text strings.Builder
	if err := (&View{}).CSV(&text, runs, columns); err != nil {
		t.Fatal(err)
	}
	want := `run,name,note,tags,seed,test,test_low,test_high,cpu,ga.sigma,player.features
2026-01-01-120000-quick,'@SUM(A1),'=1+1,'-5,1,0.65,0.6,0.7,90,0.3,"[all, -eyes]"
2026-01-02-120000-quick,the better one,,,2,0.75,0.7,0.8,110,0.3,"[all, -eyes]"
halma,,,,18446744073709551615,,,,,0.1,[all]
broken,,,,,,,,,,
`
	if text.String() != want {
		t.Errorf("%s", &text)
	}
}

// A catalogue sees what changes in the folders, and nothing else.
func TestCatalogueFollowsTheFolders(t *testing.T) {
	root := t.TempDir()
	newRun(t, root, "a", "seed=1")
	newRun(t, root, "b", "seed=2")
	c := &Catalogue{Root: root}
	shows := func(want string, version int) {
		t.Helper()
		if err := c.Refresh(context.Background()); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range c.Runs() {
			got += s.Run + strings.Join(s.Tags, "") + " "
		}
		if got != want || c.Version != version {
			t.Errorf("%q of version %d, want %q of %d", got, c.Version, want, version)
		}
	}
	shows("b a ", 1)
	shows("b a ", 1)
	put(t, root, "a/labels.json", `{"tags":["+new"]}`)
	shows("b a+new ", 2)
	newRun(t, root, "copied", "seed=3")
	if err := os.Rename(filepath.Join(root, "b"), filepath.Join(root, "renamed")); err != nil {
		t.Fatal(err)
	}
	shows("copied renamed a+new ", 3)
	shows("copied renamed a+new ", 3)
	if got := c.Runs()[0].Value("ga.sigma"); got == "" {
		t.Error("no settings")
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(root, "a")), os.Mkdir(filepath.Join(root, "a"), 0o777)); err != nil { // no run any more
		t.Fatal(err)
	}
	shows("copied renamed ", 4)
}

// Among 2,000 runs a filter takes no time that people notice.
func TestFilterAmongManyRuns(t *testing.T) {
	n, limit := 200, 100*time.Millisecond
	if longtest.Enabled() {
		n = 2000
	}
	root := t.TempDir()
	text, err := os.ReadFile(filepath.Join(newRun(t, root, "0", "seed=0"), ConfigFile))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < n; i++ {
		own := strings.NewReplacer("\nseed: 0\n", fmt.Sprintf("\nseed: %d\n", i), "generations: 60\n", fmt.Sprintf("generations: %d\n", i%7+1)).Replace(string(text))
		putRun(t, filepath.Join(root, fmt.Sprint(i)), own, uint64(i))
	}
	c := &Catalogue{Root: root}
	if err := c.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	began := cputime.Process()
	if err := c.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	refreshed := cputime.Process() - began
	filter, err := ParseFilter(`generations > 3 and game == "littlego"`)
	if err != nil {
		t.Fatal(err)
	}
	v := View{Filter: filter, Sort: "validated", Group: "setting"}
	own := v.Runs(c.Runs())
	keys, folds := Varying(own), v.Fold(own)
	took := cputime.Process() - began
	t.Logf("%d runs: refreshed in %v, %d of them filtered, sorted and grouped in %v of CPU", n, refreshed, len(own), took-refreshed)
	if took > limit || len(own) < n/4 || len(folds) < 2 || len(keys) != 1 {
		t.Errorf("%d runs, %d groups, %v after %v", len(own), len(folds), keys, took)
	}
}
