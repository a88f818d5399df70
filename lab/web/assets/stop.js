// The button that interrupts a sweep or a tournament of this server. Its part of the page is
// replaced now and then, so that the click is noticed here.
import { byId, post, tell } from "./api.js";

document.addEventListener("click", async e => {
  const button = e.target.closest?.("button[data-stops]");
  if (!button) return;
  button.disabled = true;
  tell("stopping");
  try {
    await post(button.dataset.stops, {});
    button.textContent = "stopping ...";
  } catch (problem) {
    button.disabled = false;
    byId("refused").textContent = problem.message;
  }
});
