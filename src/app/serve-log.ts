/** The log of `tome serve`: what goes wrong in any case, and a line for each request where it is wanted. */
import type { Entry } from "../service/server/metrics/request-record.ts";

export interface ServeLog {
  readonly log: (message: string, error: unknown) => void;
  readonly onRequest: ((entry: Entry) => void) | undefined;
}

/** @param write takes one line */
export function logOf(form: "text" | "json" | "off", write: (line: string) => void): ServeLog {
  return {
    log: (message, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      const at = new Date().toISOString();
      write(
        form === "json"
          ? JSON.stringify({ level: "error", at, message, error: reason })
          : `The embedded platform: ${message} ${reason}`,
      );
    },
    onRequest:
      form === "off"
        ? undefined
        : (entry) =>
            write(form === "json" ? JSON.stringify({ level: "info", ...entry }) : lineOf(entry)),
  };
}

function lineOf(entry: Entry): string {
  const { at, status, method, path, operation, user, milliseconds, fault, message, id } = entry;
  return [
    at,
    status ?? "dropped",
    method,
    path,
    operation ?? "-",
    user ?? "-",
    `${milliseconds}ms`,
    id,
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...(message === null ? [] : [message]),
  ].join(" ");
}
