"use strict";
// Steps through the games. Without scripts nothing is lost but the stepping:
// the page then shows no boards, only the results.
for (const game of document.querySelectorAll(".steps")) {
  const steps = game.querySelectorAll(".step");
  let now = 0;
  const mistake = [...steps].findIndex(s => s.querySelector(".mistake"));
  const show = to => {
    now = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((s, i) => s.classList.toggle("shown", i === now));
  };
  const ways = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps.length - 1 };
  for (const button of game.querySelectorAll("button")) {
    button.addEventListener("click", () => show(ways[button.dataset.to]()));
  }
  game.addEventListener("keydown", e => {
    const way = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    if (way) { e.preventDefault(); show(ways[way]()); }
  });
  show(mistake >= 0 ? mistake : steps.length - 1);
}
