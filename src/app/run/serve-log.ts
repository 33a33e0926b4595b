/** Log of `tome serve`: always errors, and with --log one line per request. */
import type { RequestRecord } from "../../service/server/metrics/request-record.ts";

export interface ServeLog {
  readonly log: (message: string, error: unknown) => void;
  readonly onRequest: ((entry: RequestRecord) => void) | undefined;
}

/** @param write receives one line */
export function createServeLog(
  form: "text" | "json" | "off",
  write: (line: string) => void,
): ServeLog {
  return {
    log: (message, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      const at = new Date().toISOString();
      write(
        form === "json"
          ? JSON.stringify({ level: "error", at, message, error: reason })
          : `Local platform: ${message} ${reason}`,
      );
    },
    onRequest:
      form === "off"
        ? undefined
        : (entry) =>
            write(
              form === "json" ? JSON.stringify({ level: "info", ...entry }) : formatLine(entry),
            ),
  };
}

function formatLine(entry: RequestRecord): string {
  const { at, status, method, path, operation, user, milliseconds, slow, fault, message, id } =
    entry;
  return [
    at,
    status ?? "dropped",
    method,
    path,
    operation ?? "-",
    user ?? "-",
    `${milliseconds}ms`,
    id,
    ...(slow === null
      ? []
      : [`slow: prepare ${slow.prepare}ms, wait ${slow.wait}ms, work ${slow.work}ms`]),
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...(message === null ? [] : [message]),
  ].join(" ");
}
