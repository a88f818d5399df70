// Starts an experiment, a sweep or a tournament with the settings that were changed; problems
// are shown at their keys.
import { byId, element, post, tell } from "./api.js";

const form = byId("start");
const field = key => form.querySelector(`[data-key="${CSS.escape(key)}"]`);

// A list is sent as YAML, which JSON is.
function itemsOf(list) {
  return JSON.stringify([...list.querySelectorAll(".row")].map(row => {
    const inputs = [...row.querySelectorAll("[data-column]")].filter(f => f.value.trim());
    if (inputs.length && !inputs[0].dataset.column) return inputs[0].value.trim();
    return Object.fromEntries(inputs.map(f => [f.dataset.column, valueOf(f)]));
  }).filter(item => typeof item === "string" || Object.keys(item).length));
}

// What is no number stays a text, so that the server says what is wrong with it.
function valueOf(f) {
  const text = f.value.trim(), x = Number(text);
  return f.dataset.number && Number.isFinite(x) ? x : text;
}

const lists = [...form?.querySelectorAll("[data-list]") || []];
const before = new Map(lists.map(list => [list, itemsOf(list)]));

form?.addEventListener("click", e => {
  const list = e.target.closest?.("[data-list]");
  if (e.target.matches?.(".more")) {
    const row = list.querySelector("template").content.cloneNode(true);
    list.querySelector(".rows").append(row);
    list.querySelector(".row:last-child input").focus();
  } else if (e.target.matches?.(".less")) {
    e.target.closest(".row").remove();
    list.querySelector(".more").focus();
  }
});

// Variants, rubrics and agents are those of the chosen game.
const choices = form ? JSON.parse(form.dataset.choices) : {};
form && field("game")?.addEventListener("change", e => {
  const of = choices[e.target.value];
  offer(field("variant"), of.variants);
  offer(field("rubric"), ["", ...of.rubrics]);
  byId("agents").replaceChildren(...of.agents.map(a => element("option", a.doc, { value: a.name })));
});

function offer(select, values) {
  if (!select) return;
  const chosen = select.value;
  select.replaceChildren(...values.map(v => element("option", v || "(the usual)", { value: v })));
  select.value = values.includes(chosen) ? chosen : values[0];
}

form?.addEventListener("submit", async e => {
  e.preventDefault();
  const overrides = [...form.querySelectorAll("[data-key]")].filter(f => f.value !== f.dataset.value).map(f => f.dataset.key + "=" + (f.value || '""'));
  for (const list of lists) if (itemsOf(list) !== before.get(list)) overrides.push(list.dataset.list + "=" + itemsOf(list));
  overrides.push(...form.elements.overrides.value.split("\n").map(l => l.trim()).filter(Boolean));
  for (const p of form.querySelectorAll("[data-problem]")) p.textContent = "";
  for (const f of form.querySelectorAll("[data-key]")) f.removeAttribute("aria-invalid");
  byId("refused").textContent = "";
  byId("started").textContent = "starting ...";
  try {
    const made = await post(form.dataset.posts, { config: form.dataset.config, overrides, workers: Number(form.elements.workers.value) || 0 });
    location.href = made.address;
  } catch (problem) {
    byId("started").textContent = "";
    show(problem);
  }
});

// Where a sweep gives a setting its values, unless the setting's own field was changed too.
function sweepOf(key) {
  const own = field(key);
  if (!key || own && own.value !== own.dataset.value) return null;
  return [...form.querySelectorAll('[data-list^="sweep."] .row input')].find(f => f.value.split(";").some(part => part.trim().startsWith(key + "=")));
}

// Problems whose key has no field stand at the top.
function show(problem) {
  const rest = [];
  let first;
  for (const p of problem.problems) {
    const given = sweepOf(p.key), at = given ? given.closest("[data-list]").dataset.list : p.key;
    const text = (given ? p.key + ": " : "") + p.message + (p.allowed ? " (allowed: " + p.allowed + ")" : "");
    const place = form.querySelector(`[data-problem="${CSS.escape(at)}"]`) || form.querySelector(`[data-problem="${CSS.escape(at.replace(/\.\d.*/, ""))}"]`);
    if (!place) { rest.push((p.key ? p.key + ": " : "") + text); continue; }
    place.textContent += (place.textContent ? "; " : "") + text;
    const details = place.closest("details");
    if (details) details.open = true;
    const wrong = given || field(p.key) || place.closest("[data-list]")?.querySelector("input");
    if (wrong?.dataset.key) wrong.setAttribute("aria-invalid", "true");
    first ||= wrong;
  }
  byId("refused").textContent = problem.problems.length ? rest.join("; ") : problem.message;
  first?.focus();
  tell("not started");
}
