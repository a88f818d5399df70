"use strict";
// Sorts and filters the table of a class. Without it, the table is plain.
(() => {
  const at = id => document.getElementById(id);
  const table = at("class"), body = table.tBodies[0], rows = [...body.rows];
  const filter = () => {
    let shown = 0;
    for (const row of rows) {
      row.hidden = at("verdict").value !== "" && row.cells[1].textContent.trim() !== at("verdict").value ||
        !row.cells[0].textContent.toLowerCase().includes(at("name").value.toLowerCase());
      shown += !row.hidden;
    }
    at("shown").textContent = shown + " of " + rows.length;
  };
  const compare = (a, b, numbers) => numbers ? (parseFloat(a) || 0) - (parseFloat(b) || 0) : a.localeCompare(b);
  [...table.tHead.rows[0].cells].forEach((cell, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = cell.textContent;
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = cell.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => (down ? -1 : 1) * compare(a.cells[i].textContent.trim(), b.cells[i].textContent.trim(), cell.classList.contains("n")));
      body.append(...rows);
    });
  });
  at("verdict").addEventListener("change", filter);
  at("name").addEventListener("input", filter);
  at("tools").hidden = false;
  filter();
})();
