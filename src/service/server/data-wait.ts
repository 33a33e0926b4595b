/** The wait for data that another process has open. */
import { ApiError } from "../../errors.ts";
import type { Transition } from "./ready-file.ts";

/** Maximum waits, in milliseconds. */
export interface Patience {
  /** For a command. */
  readonly command: number;
  /** For a server that is starting or stopping, without a sign of life. */
  readonly silentServer: number;
  /** For such a server in total, even with signs of life. */
  readonly server: number;
}

/** A migration or the sample data can block the main thread of a starting server for long. */
export const defaultPatience: Patience = { command: 5000, silentServer: 60_000, server: 600_000 };

/**
 * A check for each attempt to open the data.
 * @param note receives a sentence if a server takes longer than a command may take
 * @returns throws ApiError 409 when the wait is over
 */
export function createDataWait(
  folder: string,
  patience: Patience,
  note: (text: string) => void,
): (server: Transition | undefined, now: number) => void {
  let start: number | undefined;
  let changed = 0;
  let beat: number | undefined;
  let isNoted = false;
  return (server, now) => {
    if (start === undefined || server?.beat !== beat) changed = now;
    start ??= now;
    beat = server?.beat;
    const elapsed = now - start;
    if (server === undefined) {
      if (now - changed >= patience.command) throw createInUseError(folder);
      return;
    }
    const isSilent = now - changed >= patience.silentServer;
    if (isSilent || elapsed >= patience.server) throw createHangingError(folder, server);
    if (isNoted || elapsed < patience.command) return;
    isNoted = true;
    note(
      `Waiting for process ${server.pid}, a server of the data in ${folder} that is ${server.state}.`,
    );
  };
}

function createInUseError(folder: string): ApiError {
  return new ApiError(
    409,
    `Another command has the data in ${folder} open. Wait for it to end, or use another data folder.`,
  );
}

function createHangingError(folder: string, { pid, state }: Transition): ApiError {
  return new ApiError(
    409,
    `Process ${pid}, a server of the data in ${folder}, is still ${state} and seems to hang. End that process, or use another data folder.`,
  );
}
