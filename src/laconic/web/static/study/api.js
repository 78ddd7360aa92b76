// Talking to the server. The personal secret stands in the address after "#", which browsers never send by
// themselves; it goes with each request in a header.

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

export const secret = () => window.location.hash.slice(1);

async function request(method, path, body) {
  const headers = { Authorization: `Bearer ${secret()}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, "The server cannot be reached.");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Refusal(response.status, problem.detail ?? `The server answered ${response.status}.`);
}

export const ask = async (path) => (await request("GET", path)).json();
export const tell = async (path, body) => (await request("POST", path, body)).json();
export const fetchFile = async (path) => (await request("GET", path)).blob();
