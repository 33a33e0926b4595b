/** Progress indicator on standard error, shown after a noticeable delay. */
import type { Writable } from "node:stream";
import { oneLine } from "./neutralize.ts";
import type { SizedStream } from "./screen-size.ts";
import { measureForAny, shorten } from "./text-width.ts";

export interface ProgressLine {
  update(text: string): void;
  /** Removes the line. Can be called twice. */
  stop(): void;
}

/** In milliseconds; for a shorter wait, a spinner would only flicker. */
const PATIENCE = 300;

/** The columns of the spinner, the space after it, and the cursor. */
const BESIDE = 3;

/** The progress without a terminal. */
export const noProgress: ProgressLine = { update() {}, stop() {} };

/**
 * A one-line spinner on a terminal. Its library is loaded only if the wait is long.
 * @param stream with a size from `sizeScreen`, because the library divides by its columns
 */
export function spinner(
  stream: Writable & SizedStream,
  first: string,
  colour: boolean,
): ProgressLine {
  let text = oneLine(first);
  let stopped = false;
  let show = () => {};
  let clear = () => {};

  const timer = setTimeout(async () => {
    const { default: ora } = await import("ora");
    const measure = await measureForAny();
    if (stopped) return;
    // The text is shortened to the width of the screen, because only a single line can be removed.
    const fitting = () => shorten(text, Math.max(1, (stream.columns ?? 0) - BESIDE), measure);
    const line = ora({
      stream,
      text: fitting(),
      isEnabled: true,
      discardStdin: false,
      // Keeps the cursor visible if the program is killed or stopped.
      hideCursor: false,
      ...(colour ? {} : { color: false }),
    }).start();
    show = () => {
      line.text = fitting();
    };
    stream.on("resize", show);
    clear = () => {
      stream.off("resize", show);
      line.stop();
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
