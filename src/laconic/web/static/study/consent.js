// What people agree to before they are asked anything: the server stores it, and sends nothing else until then.

import { tell } from "./api.js";
import { h, paragraphs, show } from "./dom.js";

/** Show a text with a way to agree to it, after which one goes on. */
export function askConsent(text, main, goOn) {
  const trouble = h("p.small.hint", { role: "status" });
  const button = h("button.primary.wide", { onclick: agree }, "I agree");

  async function agree() {
    button.disabled = true;
    try {
      await tell("/api/v1/consent", { agreed: true });
      goOn();
    } catch (refusal) {
      if (refusal.status === undefined) throw refusal;
      trouble.textContent = refusal.message;
      button.disabled = false;
    }
  }

  const heading = h("h2", {}, "Before you begin");
  show(main, h("section.card.narrow.stack", {}, heading, paragraphs(text), trouble, button));
  button.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
