// What the pages of studies make their elements with, and the parts that several of them show.

import { make as h } from "/static/dom.js";

export { h };

/** Show these nodes in place of what an element holds. */
export function show(place, ...nodes) {
  place.replaceChildren(...nodes.flat().filter(Boolean));
}

export const byId = (id) => document.getElementById(id);

/** A bar that shows a share from 0 to 1, with words for those who do not see it. */
export function progressBar(share, words) {
  const filled = h("div");
  filled.style.width = `${100 * share}%`;
  const percent = Math.round(100 * share);
  return h(
    "div.progress",
    { role: "progressbar", "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": words },
    filled,
  );
}

/** The instructions, one paragraph each; what stands before a colon within the first two words is made bold. */
export function paragraphs(texts) {
  return texts.map((text) => {
    const lead = /^(\S+(?: \S+)?):\s/.exec(text);
    return lead ? h("p", {}, h("strong", {}, `${lead[1]}: `), text.slice(lead[0].length)) : h("p", {}, text);
  });
}
