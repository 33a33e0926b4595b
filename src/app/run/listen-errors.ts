/** Errors of opening a port, as messages for the user. */
import { UsageError } from "../../errors.ts";

/** @returns the error itself unless it is about the IP address or port */
export function explainError(error: unknown, port: number | undefined): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new UsageError(
      `Port ${port} is in use. Choose another port, or use --port 0 for any free port.`,
    );
  }
  if (code === "EACCES")
    return new UsageError(`Permission denied for port ${port}. Choose another port.`);
  if (code === "EADDRNOTAVAIL") {
    return new UsageError(
      "The IP address of --host does not belong to this machine. Choose another address.",
    );
  }
  return error;
}
