// Keeps a tournament, a grading or the list of them up to date until it ends.
import { byId, refresh, refreshIfNew } from "./api.js";
import "./stop.js";

const timer = setInterval(() => {
  const { ended, answers } = byId("table").dataset;
  if (ended === "true") clearInterval(timer);
  else if (answers) refreshIfNew("table", answers);
  else refresh("table");
}, 2000);
