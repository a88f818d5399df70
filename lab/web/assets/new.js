// Starts an experiment with the settings that were changed; problems are shown at
// their keys.
import { byId, post, tell } from "./api.js";

const form = byId("start");
form?.addEventListener("submit", async e => {
  e.preventDefault();
  const overrides = [...form.querySelectorAll("[data-key]")].filter(f => f.value !== f.dataset.value).map(f => f.dataset.key + "=" + f.value);
  overrides.push(...form.elements.overrides.value.split("\n").map(l => l.trim()).filter(Boolean));
  for (const p of form.querySelectorAll("[data-problem]")) p.textContent = "";
  for (const f of form.querySelectorAll("[data-key]")) f.removeAttribute("aria-invalid");
  byId("refused").textContent = "";
  byId("started").textContent = "starting ...";
  try {
    const run = await post("/api/runs", { config: form.dataset.config, overrides });
    location.href = run.address;
  } catch (problem) {
    byId("started").textContent = "";
    show(problem);
  }
});

// Problems whose key has no field stand at the top.
function show(problem) {
  const rest = [];
  let first;
  for (const p of problem.problems) {
    const text = p.message + (p.allowed ? " (allowed: " + p.allowed + ")" : "");
    const place = form.querySelector(`[data-problem="${CSS.escape(p.key)}"]`);
    if (!place) { rest.push((p.key ? p.key + ": " : "") + text); continue; }
    place.textContent = text;
    place.closest("details").open = true;
    const field = form.querySelector(`[data-key="${CSS.escape(p.key)}"]`);
    field.setAttribute("aria-invalid", "true");
    first ||= field;
  }
  byId("refused").textContent = problem.problems.length ? rest.join("; ") : problem.message;
  first?.focus();
  tell("not started");
}
