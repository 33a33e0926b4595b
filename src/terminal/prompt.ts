/** Asks one question on standard error and reads one line; leaving it cancels the command. */
import type { Readable, Writable } from "node:stream";
import { Cancelled } from "../errors.ts";
import { neutralize } from "./neutralize.ts";

/**
 * The line that the person typed, without its line break.
 * @param hidden nothing that is typed appears
 * @throws Cancelled on Ctrl-C and at the end of the input
 */
export async function promptLine(
  input: Readable,
  screen: Writable,
  question: string,
  hidden: boolean,
): Promise<string> {
  const { createInterface } = await import("node:readline");
  const { Writable: Sink } = await import("node:stream");
  const text = neutralize(question, "\n");
  const output = hidden ? new Sink({ write: (_chunk, _encoding, done) => done() }) : screen;
  const reader = createInterface({ input, output, terminal: true, historySize: 0 });
  // Only now does the screen show nothing by itself, so a fast typist is not seen either.
  if (hidden) screen.write(text);
  try {
    return await new Promise<string>((resolve, reject) => {
      // Ctrl-C closes the reader too.
      reader.once("close", () => reject(new Cancelled()));
      reader.question(hidden ? "" : text, resolve);
    });
  } catch (error) {
    if (!hidden) screen.write("\n");
    throw error;
  } finally {
    reader.close();
    // Return was not echoed either, so what follows would stand on the question's line.
    if (hidden) screen.write("\n");
  }
}
