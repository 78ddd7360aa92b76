// What the page asks the API for.

import { send } from "./http.js";

const underWay = new Map();

/**
 * Return the answer to a request; a second one under the same key makes the first one obsolete.
 * @param {object} [body] - what to ask; without it, the address alone is asked for
 */
export async function ask(path, body, key = path) {
  underWay.get(key)?.abort();
  const control = new AbortController();
  underWay.set(key, control);
  try {
    const method = body === undefined ? "GET" : "POST";
    return await (await send(method, `/api/v1${path}`, { body, signal: control.signal })).json();
  } finally {
    if (underWay.get(key) === control) underWay.delete(key);
  }
}

/** Whether an error only says that a newer request took over. */
export const isObsolete = (error) => error.name === "AbortError";
