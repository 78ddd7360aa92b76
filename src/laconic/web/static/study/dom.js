// Elements in one expression. Text is always set as text, so that nothing anybody typed becomes markup.

/**
 * Make an element.
 * @param {string} tag - its name, with classes after dots: "p.soft.small"
 * @param {object} properties - attributes; names that begin with "on" are listeners; false and null leave one out
 * @param {...(Node|string|null|Array)} children
 */
export function h(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  made.classList.add(...classes);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
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
