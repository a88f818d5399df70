// Keeps the list of runs up to date, and lets people edit what they have written on them.
import { byId, element, paced, post, refresh, stream, tell } from "./api.js";

document.documentElement.classList.add("scripted");

const follow = paced(async () => { await refresh("list"); count(); });
stream(() => "/list/events?version=" + byId("list").dataset.version, { changed: follow });

// Says how many runs are ticked, by one box for all of them too.
function count() {
  const boxes = [...document.querySelectorAll("[name=run]")], ticked = boxes.filter(box => box.checked).length;
  if (!byId("all")) return;
  byId("ticked").textContent = ticked ? ticked + " ticked" : "";
  byId("all").checked = ticked > 0 && ticked === boxes.length;
  byId("all").indeterminate = ticked > 0 && ticked < boxes.length;
}
document.addEventListener("change", e => {
  if (e.target.id === "all") for (const box of document.querySelectorAll("[name=run]")) box.checked = e.target.checked;
  count();
});
count();

// Asks before something that cannot be undone; the answer that changes nothing has the
// focus. A browser tells that a dialog was closed some time later: the next question may be
// open by then, and its answer is none to this one.
let asked = 0;
function ask(question, answer) {
  const dialog = byId("sure");
  byId("surely").textContent = question;
  byId("yes").textContent = answer;
  dialog.returnValue = "";
  dialog.showModal();
  const mine = ++asked;
  return new Promise(done => dialog.addEventListener("close", function closed() {
    if (mine === asked && dialog.open) return;
    dialog.removeEventListener("close", closed);
    done(mine === asked && dialog.returnValue === "yes");
  }));
}

// The list is replaced while it is followed, so that its clicks are noticed here.
document.addEventListener("click", e => {
  const button = e.target.closest?.("button.edit");
  if (button) toggle(button);
});

function close(button, line) {
  line.remove();
  button.setAttribute("aria-expanded", "false");
  button.focus();
  follow();
}

function toggle(button) {
  const row = button.closest("tr");
  if (button.getAttribute("aria-expanded") === "true") { close(button, row.nextElementSibling); return; }
  const run = row.dataset.run, address = "/api/runs/" + encodeURIComponent(run);
  const form = element("form", undefined, { class: "writing", "aria-label": "edit " + run });
  const fields = {};
  for (const key of ["name", "tags", "note"]) {
    const label = element("label", key);
    fields[key] = element("input", undefined, { value: row.dataset[key], maxlength: 1000 });
    label.append(fields[key]);
    form.append(label);
  }
  const bar = element("p", undefined, { class: "bar" }), problem = element("p", "", { class: "bad", role: "alert" }), said = element("p", "", { role: "status" });
  const save = element("button", "Save"), cancel = element("button", "Cancel", { type: "button" });
  const again = element("a", "New run from this config", { href: "/new?config=" + encodeURIComponent("run:" + run) });
  const remove = element("button", "Delete ...", { type: "button" });
  bar.append(save, cancel, again);
  let freeze = null;
  if (byId("list").dataset.freezes && row.dataset.status === "finished") bar.append(freeze = element("button", "Freeze ...", { type: "button" }));
  bar.append(remove);
  form.append(bar, problem, said);
  const line = element("tr", undefined, { class: "editing" }), cell = element("td", undefined, { colspan: row.cells.length });
  cell.append(form);
  line.append(cell);
  row.after(line);
  button.setAttribute("aria-expanded", "true");
  fields.name.focus();

  async function work(request, done) {
    for (const b of bar.querySelectorAll("button")) b.disabled = true;
    problem.textContent = "";
    try { done(await request()); } catch (e) { problem.textContent = e.message; }
    for (const b of bar.querySelectorAll("button")) b.disabled = false;
  }
  const store = () => work(() => post(address + "/labels", { name: fields.name.value, tags: fields.tags.value.split(/[\s,]+/).filter(Boolean), note: fields.note.value }),
    () => { close(button, line); tell("saved"); });
  form.addEventListener("submit", e => { e.preventDefault(); store(); });
  cancel.addEventListener("click", () => close(button, line));
  line.addEventListener("keydown", e => { if (e.key === "Escape") close(button, line); });
  remove.addEventListener("click", async () => {
    if (!await ask("Delete the run " + run + " for good, with its games and its champion?", "Delete it")) return;
    work(() => post(address + "/remove", {}), () => { row.remove(); line.remove(); tell("deleted " + run); document.querySelector("#view input").focus(); follow(); });
  });
  freeze?.addEventListener("click", async () => {
    if (!await ask("Freeze the champion of " + run + "? It first plays 200 games against the weights that this checkout embeds, and replaces them if it is clearly better.", "Freeze it")) return;
    said.textContent = "the match is being played ...";
    await work(() => post(address + "/freeze", {}), answer => { said.textContent = answer.said; });
    if (problem.textContent) said.textContent = "";
  });
}
