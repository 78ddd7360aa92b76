// Answers on their way to the server: none is forgotten while the page is open, whatever the network does.

import { tell } from "./api.js";

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 15_000;

export class Outbox {
  /**
   * @param {string} path - where answers go
   * @param {(state: {waiting: number, trouble: string}) => void} onChange - told whenever something changes
   * @param {(saved: object) => void} onSaved - given what the server says to each
   */
  constructor(path, onChange, onSaved = () => {}) {
    this.path = path;
    this.onChange = onChange;
    this.onSaved = onSaved;
    this.waiting = new Map();
    this.isBusy = false;
    window.addEventListener("beforeunload", (event) => {
      if (this.waiting.size) event.preventDefault();
    });
    window.addEventListener("online", () => this.wake?.());
  }

  /** Send an answer; it takes the place of an earlier one to the same question that still waits. */
  put(answer) {
    this.waiting.delete(answer.place);
    this.waiting.set(answer.place, answer);
    if (!this.isBusy) this.deliver();
  }

  async deliver() {
    this.isBusy = true;
    let pause = SHORTEST_WAIT;
    let trouble = "";
    while (this.waiting.size) {
      this.onChange({ waiting: this.waiting.size, trouble });
      const [place, answer] = this.waiting.entries().next().value;
      try {
        const saved = await tell(this.path, answer);
        if (this.waiting.get(place) === answer) this.waiting.delete(place);
        this.onSaved(saved);
        pause = SHORTEST_WAIT;
        trouble = "";
      } catch (refusal) {
        trouble = refusal.message;
        if (refusal.isPassing) {
          this.onChange({ waiting: this.waiting.size, trouble });
          await this.sleep(pause);
          pause = Math.min(2 * pause, LONGEST_WAIT);
        } else {
          this.waiting.delete(place);
          this.onChange({ waiting: this.waiting.size, trouble });
        }
      }
    }
    this.isBusy = false;
    this.onChange({ waiting: 0, trouble });
  }

  sleep(milliseconds) {
    return new Promise((resolve) => {
      this.wake = resolve;
      window.setTimeout(resolve, milliseconds);
    });
  }
}

/** Say in a few words how saving goes. */
export function showState(place) {
  return ({ waiting, trouble }) => {
    place.classList.toggle("trouble", Boolean(trouble));
    if (trouble && waiting) place.textContent = `Not saved yet: ${trouble} Trying again …`;
    else if (trouble) place.textContent = trouble;
    else place.textContent = waiting ? "Saving …" : "Saved";
  };
}
