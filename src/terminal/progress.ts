/** Shows on standard error that something is going on, once it has lasted long enough to wonder. */
import type { Writable } from "node:stream";
import { oneLine } from "./neutralize.ts";
import type { Sized } from "./screen-size.ts";
import { measureForAny, shorten } from "./text-width.ts";

export interface Progress {
  update(text: string): void;
  /** Takes the line away again. May be called twice. */
  stop(): void;
}

/** Below this wait, in milliseconds, a spinner would only flicker. */
const PATIENCE = 300;

/** Columns of the moving sign, the space behind it, and the cursor. */
const BESIDE = 3;

/** What is used where nobody looks. */
export const noProgress: Progress = { update() {}, stop() {} };

/**
 * A spinner of one line on a terminal. Its library is loaded only when the wait lasts.
 * @param stream whose size is one of `sizeScreen`: the library divides by its columns
 */
export function spinner(stream: Writable & Sized, first: string, colour: boolean): Progress {
  let text = oneLine(first);
  let stopped = false;
  let show = () => {};
  let clear = () => {};

  const timer = setTimeout(async () => {
    const { default: ora } = await import("ora");
    const measure = await measureForAny();
    if (stopped) return;
    // A text that is shortened anew for each screen stays on one line, which can be taken away.
    const fitting = () => shorten(text, Math.max(1, (stream.columns ?? 0) - BESIDE), measure);
    const shown = ora({
      stream,
      text: fitting(),
      isEnabled: true,
      discardStdin: false,
      // Whatever ends or halts the program, no terminal is left without its cursor.
      hideCursor: false,
      ...(colour ? {} : { color: false }),
    }).start();
    show = () => {
      shown.text = fitting();
    };
    stream.on("resize", show);
    clear = () => {
      stream.off("resize", show);
      shown.stop();
    };
  }, PATIENCE);
  timer.unref();

  return {
    update(next) {
      text = oneLine(next);
      show();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      clear();
      clear = () => {};
      show = () => {};
    },
  };
}
