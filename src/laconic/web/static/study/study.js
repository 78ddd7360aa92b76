// The pages of a study, for those who take part and for whoever runs it: finds out what there is to show, and begins.

import { annotate } from "./annotate.js";
import { ask, secret } from "./api.js";
import { askConsent } from "./consent.js";
import { byId, h, show } from "./dom.js";
import { rate } from "./rate.js";
import { run } from "./run.js";

const PAGES = { rate, annotate };
const isRun = window.location.pathname === "/run";

async function begin() {
  if (!secret()) {
    const whole = "It ends with # and a row of characters, and opens this study for you alone.";
    explain("Please open the personal link you were given", whole);
    return;
  }
  try {
    const told = await ask(isRun ? "/api/v1/progress" : "/api/v1/session");
    document.title = isRun ? `${told.title}: progress` : told.title;
    byId("title").textContent = told.title;
    if (told.consent?.length) {
      askConsent(told.consent, byId("main"), begin);
      return;
    }
    const open = isRun ? run : PAGES[told.kind];
    open(told, byId("main"), byId("state"));
  } catch (refusal) {
    if (refusal.status === undefined) throw refusal;
    if (refusal.isPassing) explain("The study cannot be opened just now", refusal.message, true);
    else explain("Something is wrong with this link", refusal.message);
  }
}

function explain(heading, problem, isPassing = false) {
  const sign = h("div.sign.trouble", { "aria-hidden": "true" }, "!");
  const retry = isPassing ? h("button.primary", { onclick: begin }, "Try again") : null;
  const told = h("p", { role: "alert" }, problem);
  show(byId("main"), h("section.card.narrow.stack.centre", {}, sign, h("h2", {}, heading), told, retry));
}

byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address holds the personal secret, which following a link would drop
  byId("main").focus();
});
window.addEventListener("hashchange", () => window.location.reload());
begin();
