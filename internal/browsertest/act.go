package browsertest

import (
	_ "embed"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take for what it has to do: machines are busy.
const patience = 4 * time.Minute

// Do acts on the page.
func (p *Tab) Do(actions ...chromedp.Action) {
	p.T.Helper()
	if err := chromedp.Run(p, actions...); err != nil {
		p.T.Fatal(err)
	}
}

// evaluate evaluates JavaScript, and waits for what it promises.
func evaluate(script string, into any) chromedp.Action {
	return chromedp.Evaluate(script, into, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) })
}

// Value is what a script comes to.
func Value[T any](p *Tab, script string) (v T) {
	p.T.Helper()
	p.Do(evaluate(script, &v))
	return v
}

// Until waits for a condition on the page. A script that meets the page as it is
// left is asked again.
func (p *Tab) Until(what, script string) {
	p.T.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end) && p.Err() == nil; time.Sleep(25 * time.Millisecond) {
		var done bool
		if chromedp.Run(p, evaluate("Boolean("+script+")", &done)) == nil && done {
			return
		}
	}
	p.T.Fatalf("%s: not within %v; the page says %q", what, patience, Value[string](p, `document.body.innerText.slice(0, 2000)`))
}

//go:embed testdata/axe.min.js
var axe string

// Barriers are what keeps people out of the page as it is, as axe-core finds it:
// what it calls serious or critical.
func (p *Tab) Barriers() []string {
	p.T.Helper()
	if !Value[bool](p, "Boolean(window.axe)") {
		p.Do(chromedp.Evaluate(axe+";0", nil))
	}
	return Value[[]string](p, `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.filter(v => ["serious", "critical"].includes(v.impact))
		.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.html).join(" ")))`)
}
