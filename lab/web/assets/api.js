// What all pages share: asking the server, and telling people about it.

export const byId = id => document.getElementById(id);

// Sends a request; an answer that is no success is thrown as an Error, with the
// problems of a config.
export async function post(address, body) {
  const answer = await fetch(address, {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(body),
  });
  showLocked(answer);
  const data = await answer.json().catch(() => ({ error: answer.statusText }));
  if (!answer.ok) throw Object.assign(new Error(data.error || answer.statusText), { problems: data.problems || [] });
  return data;
}

// Reads what scripts can read; null if there is no answer.
export async function get(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  return !answer || showLocked(answer) || !answer.ok ? null : answer.json();
}

// Replaces a part of the page when what the address answers has changed since the last time.
const answers = new Map();
export async function refreshIfNew(id, address) {
  const answer = await get(address);
  if (!answer) return;
  const text = JSON.stringify(answer);
  if (answers.get(address) !== text) await refresh(id);
  answers.set(address, text);
}

// Says so if the server does not know this page's token any more; whether it does not.
function showLocked(answer) {
  const locked = answer.headers.has("WWW-Authenticate");
  if (locked) byId("locked").hidden = false;
  return locked;
}

// Looks whether a connection has ended because of the token: then trying again is no use.
async function isLocked() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  return !!answer && showLocked(answer);
}

// Follows a stream of events, each with what it does, for as long as the page is seen:
// browsers allow few connections. The address may change from one connection to the next.
// offline is told whether the connection is broken by something else than the token.
export function stream(address, events, offline = () => {}) {
  let source = null;
  function connect() {
    if (source || document.hidden) return;
    source = new EventSource(address());
    for (const [name, does] of Object.entries(events)) source.addEventListener(name, does);
    source.addEventListener("open", () => offline(false));
    source.addEventListener("error", async e => {
      offline(true);
      if (e.target.readyState !== EventSource.CLOSED) return;
      disconnect();
      if (await isLocked()) offline(false);
      else setTimeout(connect, 5000);
    });
  }
  function disconnect() { source?.close(); source = null; }
  document.addEventListener("visibilitychange", () => document.hidden ? disconnect() : connect());
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);
  connect();
}

// What asks for an update: one at a time and once a second at most, however often it asks.
export function paced(update) {
  let busy = false, asked = false;
  return async () => {
    asked = true;
    if (busy) return;
    busy = true;
    while (asked) {
      asked = false;
      await update();
      await new Promise(done => setTimeout(done, 1000));
    }
    busy = false;
  };
}

// Says something to those who do not see the page.
export function tell(text) { byId("news").textContent = text; }

// Says what changes often, but not more often than somebody can listen.
let waiting = 0, latest = "";
export function tellNow(text) {
  latest = text;
  if (waiting) return;
  tell(latest);
  waiting = setTimeout(() => { waiting = 0; if (latest !== text) tellNow(latest); }, 5000);
}

export function element(name, text, attributes = {}) {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

// A row of a table; numbers stand on the right.
export function row(cells, numbers = []) {
  const line = document.createElement("tr");
  cells.forEach((text, i) => {
    const cell = element(i ? "td" : "th", text);
    if (!i) cell.scope = "row";
    if (numbers.includes(i)) cell.className = "n";
    line.append(cell);
  });
  return line;
}

export const percent = x => (100 * x).toFixed(1) + " %";
export const interval = e => percent(e.value) + " [" + (100 * e.low).toFixed(1) + ", " + (100 * e.high).toFixed(1) + "]";

// Seconds for people.
export function duration(s) {
  if (!(s > 0)) return "-";
  if (s < 90) return Math.round(s) + " s";
  if (s < 5400) return Math.round(s / 60) + " min";
  return (s / 3600).toFixed(1) + " h";
}

// Replaces a part of the page by what the server shows now, unless somebody writes in it.
// Who reads further below, or scrolls through a table, stays where they are, with what they
// have ticked.
export async function refresh(id) {
  const writes = "input:not([type=checkbox]), textarea, select";
  const busy = () => document.hidden || byId(id)?.querySelector(".writing") || byId(id)?.contains(document.activeElement) && document.activeElement.matches(writes);
  if (!byId(id) || busy()) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer || showLocked(answer) || !answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id), part = byId(id);
  if (!fresh || busy()) return;
  if (fresh.innerHTML === part.innerHTML) { Object.assign(part.dataset, fresh.dataset); return; }
  const tables = [...part.querySelectorAll(".wide")], before = tables.map(t => t.scrollLeft);
  const open = [...part.querySelectorAll("details")].map(d => d.open);
  const ticked = new Set([...part.querySelectorAll("input:checked")].map(box => box.name + "=" + box.value));
  const at = part.contains(document.activeElement) ? placeOf(document.activeElement) : null;
  const heads = () => [...document.querySelectorAll("main :is(h1, h2, .chart)")], top = e => e.getBoundingClientRect().top;
  const seen = heads().find(e => e.offsetParent && top(e) >= 0) || heads().pop(), place = seen && top(seen), text = seen?.textContent;
  part.replaceWith(document.adoptNode(fresh));
  const now = seen?.isConnected ? seen : heads().find(e => e.textContent === text);
  if (now) scrollBy(0, top(now) - place);
  [...fresh.querySelectorAll("details")].forEach((d, i) => { d.open = open[i]; });
  [...fresh.querySelectorAll(".wide")].forEach((t, i) => { t.scrollLeft = before[i] || 0; });
  for (const box of fresh.querySelectorAll("input[type=checkbox]")) box.checked = ticked.has(box.name + "=" + box.value);
  if (at) [...fresh.querySelectorAll(at.name)].find(e => placeOf(e).key === at.key)?.focus({ preventScroll: true });
}

// What tells an element from others of its name, also once the page has another one.
function placeOf(e) {
  return { name: e.localName, key: e.getAttribute("href") || e.value || e.getAttribute("aria-label") || e.textContent };
}

// Buttons that only a script serves wait for it: a click before would be lost, and a form
// would be sent without what was filled in.
for (const button of document.querySelectorAll("[data-waits]")) button.disabled = false;
