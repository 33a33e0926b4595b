/** What keeps a platform from being served, as a person reads it. */
import { UsageError } from "../../errors.ts";

/** @returns the error itself unless it is about the address */
export function explainError(error: unknown, port: number | undefined): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new UsageError(`The port ${port} is in use; choose another, or --port 0 for any.`);
  }
  if (code === "EACCES") return new UsageError(`The port ${port} may not be used; choose another.`);
  if (code === "EADDRNOTAVAIL") {
    return new UsageError("The address of --host does not belong to this machine; choose another.");
  }
  return error;
}
