// Asks the server, and turns what goes wrong into one sentence.

const PREFIX = "/api/v1";

export class Refusal extends Error {}

/** Send a request; a second one under the same key makes the first one obsolete. */
const underWay = new Map();

export async function ask(path, body, key = path) {
  underWay.get(key)?.abort();
  const control = new AbortController();
  underWay.set(key, control);
  let response;
  try {
    response = await fetch(PREFIX + path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: control.signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("The server does not answer: is laconic serve still running?");
  } finally {
    if (underWay.get(key) === control) underWay.delete(key);
  }
  const answer = await response.json();
  if (!response.ok) throw new Refusal(answer.detail);
  return answer;
}

/** Whether an error only says that a newer request took over. */
export const isObsolete = (error) => error.name === "AbortError";
