// The engine's stream for one position at a time. Whatever arrives late, for a position that is
// no longer asked about, is dropped here, so that nobody below has to think of it.
import { stream } from "../api.js";

const SECONDS = 60;
const LINES = 3;

export class Live {
  // onLine(line) is called with each line of the stream of the spot asked for last.
  constructor(onLine) {
    this.onLine = onLine;
    this.running = null;
  }

  get isRunning() {
    return this.running !== null;
  }

  start(spot, exact) {
    this.stop();
    const running = new AbortController();
    this.running = running;
    const hear = (line) => {
      if (this.running === running) this.onLine(line);
    };
    stream("/api/analyse", { spot, lines: LINES, exact, seconds: SECONDS }, hear,
      { signal: running.signal })
      .catch((error) => {
        if (error.name !== "AbortError") hear({ state: "error", error: error.message });
      })
      .finally(() => {
        if (this.running !== running) return;
        this.running = null;
        this.onLine({ state: "ended" });
      });
  }

  stop() {
    const running = this.running;
    this.running = null;
    if (running) running.abort();
  }
}
