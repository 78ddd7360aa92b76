// Elements in one expression, and the parts that several pages of a study show.

import { make } from "/static/dom.js";

/** Make an element, leaving out attributes that are null or false and children that are null. */
export function h(kind, attributes = {}, ...children) {
  const told = Object.entries(attributes).filter(([, value]) => value !== null && value !== false);
  const present = children.flat().filter((child) => child !== null);
  return make(kind, Object.fromEntries(told.map(([name, value]) => [name, value === true ? "" : value])), ...present);
}

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
