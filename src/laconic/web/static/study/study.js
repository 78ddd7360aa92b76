// The page of those who take part: finds out what they are asked, and begins.

import { ask, secret } from "./api.js";
import { annotate } from "./annotate.js";
import { byId, h, show } from "./dom.js";
import { rate } from "./rate.js";

const PAGES = { rate, annotate };

async function begin() {
  if (!secret()) {
    explain("Please open this page with the personal link you were given: it ends with # and a row of characters.");
    return;
  }
  try {
    const session = await ask("/api/v1/session");
    document.title = session.title;
    byId("title").textContent = session.title;
    PAGES[session.kind](session, byId("main"), byId("saving"));
  } catch (refusal) {
    if (refusal.status === undefined) throw refusal;
    explain(refusal.message, refusal.isPassing);
  }
}

function explain(problem, again = false) {
  const retry = again ? h("button.primary", { onclick: begin }, "Try again") : null;
  show(byId("main"), h("div.card.narrow.stack", {}, h("p.notice", {}, problem), retry));
}

byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address holds the personal secret, which following a link would drop
  byId("main").focus();
});
window.addEventListener("hashchange", () => window.location.reload());
begin();
