// Talking to the server. The personal secret stands in the address after "#", which browsers never send by
// themselves; it goes with each request in a header.

import { Refusal, send } from "/static/http.js";

export { Refusal };

export const secret = () => window.location.hash.slice(1);

const request = (method, path, body) => send(method, path, { body, headers: { Authorization: `Bearer ${secret()}` } });

export const ask = async (path) => (await request("GET", path)).json();
export const tell = async (path, body) => (await request("POST", path, body)).json();
export const fetchFile = async (path) => (await request("GET", path)).blob();
