// Keeps the list of runs up to date while one of them is at work.
import { byId, refresh } from "./api.js";

setInterval(() => {
  const list = byId("list");
  if (list && list.dataset.working === "true") refresh("list");
}, 3000);
