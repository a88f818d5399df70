// Steps through the games; on paper each game shows its first mistake, or its end.

for (const game of document.querySelectorAll(".game")) {
  const look = JSON.parse(game.closest(".games").dataset.look);
  const steps = [...game.querySelectorAll(".step")];
  const field = element("div", game.querySelector(".steps"), "field");
  let now = 0;
  const show = (to, quiet) => {
    now = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((s, i) => s.classList.toggle("shown", i === now));
    game.querySelector("output").textContent = now + " of " + (steps.length - 1);
    const before = now > 0 ? steps[now - 1].dataset.board : null;
    const table = boardTable(look, steps[now].dataset.board, { before });
    table.setAttribute("aria-label", "the board after " + now + " of " + (steps.length - 1) + " moves");
    field.replaceChildren(table);
    if (!quiet) game.querySelector("[role=status]").textContent = steps[now].textContent;
  };
  const mistake = from => steps.findIndex((s, i) => i >= from && s.classList.contains("mistake"));
  const ways = {
    first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps.length - 1,
    mistake: () => mistake(now + 1) >= 0 ? mistake(now + 1) : mistake(0),
  };
  for (const button of game.querySelectorAll("button")) {
    button.addEventListener("click", () => show(ways[button.dataset.to]()));
  }
  game.addEventListener("keydown", e => {
    const way = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    if (way) { e.preventDefault(); show(ways[way]()); }
  });
  show(mistake(0) >= 0 ? mistake(0) : steps.length - 1, true);
}

// Paper cannot be clicked.
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  closed.forEach(d => { d.open = true; });
});
addEventListener("afterprint", () => closed.forEach(d => { d.open = false; }));
