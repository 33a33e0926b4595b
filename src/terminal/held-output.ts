/** Holds output back until it is whole, so that a command that fails has printed nothing. */

/** What may be held in memory, in characters; from there on it is written as it comes. */
const MOST = 8 * 1024 * 1024;

export interface Output {
  write(text: string): Promise<void>;
  /** Writes what is still held: only when everything went well. */
  end(): Promise<void>;
}

/** Output that is written at its end, or from the moment on that it is too much to hold. */
export function heldOutput(write: (text: string) => Promise<void>): Output {
  let held: string[] | undefined = [];
  let size = 0;
  const release = async (): Promise<void> => {
    const text = held?.join("") ?? "";
    held = undefined;
    if (text !== "") await write(text);
  };
  return {
    async write(text) {
      if (held === undefined) {
        await write(text);
        return;
      }
      held.push(text);
      size += text.length;
      if (size > MOST) await release();
    },
    end: release,
  };
}

/** Output that is written at once. */
export function directOutput(write: (text: string) => Promise<void>): Output {
  return { write, end: async () => {} };
}
