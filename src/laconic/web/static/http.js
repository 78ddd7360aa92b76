// Asking the server, with what goes wrong as one sentence.

/** What the server, or the way to it, had against a request. */
export class Refusal extends Error {
  /** @param {number} status - the HTTP status; 0 where the server was not reached */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }

  /** Whether trying the same again may help. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * Send a request and return the response, which is a good one.
 * @param {object} [body] - sent as JSON; without it there is none
 * @param {AbortSignal} [signal] - stops waiting; the error is then the browser's own AbortError
 */
export async function send(method, path, { body, headers = {}, signal } = {}) {
  const json = body === undefined ? {} : { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(path, { method, headers: { ...headers, ...json }, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, "The server cannot be reached.");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Refusal(response.status, problem.detail ?? `The server answered ${response.status}.`);
}
