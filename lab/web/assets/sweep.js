// Keeps the page of a sweep, or the list of sweeps, up to date.
import { byId, paced, refreshIfNew, stream } from "./api.js";
import "./stop.js";

const follow = paced(() => refreshIfNew("study", byId("study").dataset.answers));
stream(() => "/list/events?version=" + byId("study").dataset.version, { changed: follow });
