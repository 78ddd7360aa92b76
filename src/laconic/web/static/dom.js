// Elements made without markup: whatever a text holds stays a text.

/**
 * Make an element: `make("button.chip", { type: "button", onclick: copy }, "Copy")`.
 * @param {string} kind - its name, with classes after dots
 * @param {object} attributes - names that begin with "on" are listeners; false, null and undefined leave one out
 * @param {...(Node|string|null|Array)} children
 */
export function make(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Read a drawing that the server made, and return it as an element. */
export function drawing(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** Let the reader keep a file. */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // by then the browser has taken it
}

let fading;

/** Say for a moment what has happened. */
export function toast(message) {
  const element = document.getElementById("toast");
  element.textContent = message;
  element.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => element.classList.remove("shown"), 2200);
}

/** Return a function that runs once its callers have been quiet for a while. */
export function whenQuiet(milliseconds, run) {
  let waiting;
  return (...given) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => run(...given), milliseconds);
  };
}
