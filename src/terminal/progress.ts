/** Shows on standard error that something is going on, once it has lasted long enough to wonder. */
import type { Writable } from "node:stream";
import { oneLine } from "./neutralize.ts";

export interface Progress {
  update(text: string): void;
  /** Takes the line away again. May be called twice. */
  stop(): void;
}

/** Below this wait, in milliseconds, a spinner would only flicker. */
const PATIENCE = 300;

/** What is used where nobody looks. */
export const noProgress: Progress = { update() {}, stop() {} };

/** A spinner on a terminal. Its library is loaded only when the wait lasts. */
export function spinner(stream: Writable, first: string, colour: boolean): Progress {
  let text = oneLine(first);
  let stopped = false;
  let shown: { text: string; stop(): unknown } | undefined;

  const timer = setTimeout(async () => {
    const { default: ora } = await import("ora");
    if (stopped) return;
    shown = ora({
      stream,
      text,
      isEnabled: true,
      discardStdin: false,
      ...(colour ? {} : { color: false }),
    }).start();
  }, PATIENCE);
  timer.unref();

  return {
    update(next) {
      text = oneLine(next);
      if (shown !== undefined) shown.text = text;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      shown?.stop();
      shown = undefined;
    },
  };
}
