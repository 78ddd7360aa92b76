// The page of whoever runs the study: how far everybody is, kept up to date, and the results so far.

import { download } from "/static/dom.js";
import { ask, fetchFile } from "./api.js";
import { h, progressBar, show } from "./dom.js";

const EVERY = 3000;
const FILES = {
  rate: { "report.html": "Report", "ratings.csv": "Ratings (CSV)", "ratings.json": "Ratings (JSON)" },
  annotate: { "report.html": "Report", "compressions.jsonl": "Corpus (JSONL)" },
};

const notice = h("p.notice", { role: "alert", hidden: true });
const overview = h("section.card.stack", { "aria-label": "All together" });
const everybody = h("section.card.scroll", { "aria-label": "Everybody", tabindex: 0 }); // scrolled by keys, too

/** Show how far everybody is, and go on asking. */
export function run(progress, main, state) {
  state.setAttribute("aria-live", "off"); // the time of day is not worth saying every few seconds
  const results = h("section.card.stack", {}, h("h2.label", {}, "Results so far"), h("div.row", {}, downloads(progress)));
  show(main, h("div.stack", {}, notice, overview, everybody, results));
  tell(progress, state);
  window.setTimeout(() => refresh(state), EVERY);
}

async function refresh(state) {
  try {
    tell(await ask("/api/v1/progress"), state);
    complain("");
  } catch (refusal) {
    complain(refusal.message);
    if (refusal.status && !refusal.isPassing) return;
  }
  window.setTimeout(() => refresh(state), EVERY);
}

function tell(progress, state) {
  state.textContent = `Up to date at ${new Date().toLocaleTimeString()}`;
  show(overview, summary(progress));
  show(everybody, people(progress));
}

function complain(problem) {
  notice.textContent = problem;
  notice.hidden = !problem;
}

function summary({ people: all }) {
  const done = all.reduce((sum, each) => sum + each.done, 0);
  const asked = all.reduce((sum, each) => sum + each.asked, 0);
  const finished = all.filter((each) => each.done === each.asked).length;
  const begun = all.filter((each) => each.last).length;
  const figure = (value, label) => h("div.figure", {}, h("strong", {}, value), h("span.soft.small", {}, label));
  const share = asked ? done / asked : 0;
  const figures = [
    figure(`${Math.round(100 * share)}%`, "done"),
    figure(`${done} of ${asked}`, "answers"),
    figure(`${begun} of ${all.length}`, "have begun"),
    figure(`${finished} of ${all.length}`, "have finished"),
  ];
  return [h("div.figures", {}, figures), progressBar(share, `${done} of ${asked} answers`)];
}

function people({ kind, people: all }) {
  const isRating = kind === "rate";
  const heads = ["Who", "Progress", "Done", "Median time", ...(isRating ? ["Checks passed"] : []), "Last answer"];
  if (!all.length) return h("p.soft", {}, "Nobody is invited yet: laconic study invite makes personal links.");
  const rows = all.map((each) =>
    h(
      "tr",
      {},
      h("td", {}, each.name),
      h("td.bar-cell", {}, progressBar(each.asked ? each.done / each.asked : 0, `${each.done} of ${each.asked}`)),
      h("td.number", {}, `${each.done} of ${each.asked}`),
      h("td.number", {}, each.seconds === null ? "–" : `${each.seconds.toFixed(1)} s`),
      isRating ? checks(each) : null,
      h("td.number", {}, each.last ? ago(each.last) : "–"),
    ),
  );
  const head = h("tr", {}, heads.map((text, column) => h(["th", "th.bar-cell"][column] ?? "th.number", {}, text)));
  return h("table", {}, h("thead", {}, head), h("tbody", {}, rows));
}

function checks({ checks_passed: passed, checks: all }) {
  if (!all) return h("td.number", {}, "–");
  return h(passed < all ? "td.number.failed" : "td.number", {}, `${passed} of ${all}`);
}

function ago(moment) {
  const seconds = Math.max(0, (Date.now() - new Date(moment)) / 1000);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(moment).toLocaleDateString();
}

function downloads({ kind }) {
  return Object.entries(FILES[kind]).map(([name, label]) => {
    const button = h("button", { onclick: () => save(name, button) }, label);
    return button;
  });
}

async function save(name, button) {
  button.disabled = true;
  try {
    download(name, await fetchFile(`/api/v1/report/${name}`));
    complain("");
  } catch (refusal) {
    complain(refusal.message);
  }
  button.disabled = false;
}
