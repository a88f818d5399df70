// Keeps the table of a tournament up to date until it ends.
import { byId, refresh } from "./api.js";

const timer = setInterval(() => {
  if (byId("table").dataset.ended === "true") clearInterval(timer);
  else refresh("table");
}, 2000);
