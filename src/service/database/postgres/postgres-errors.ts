/** PostgreSQL errors, converted to messages for users and operators. */
import { ApiError, NetworkError, UsageError } from "../../../errors.ts";
import { findOwn } from "../../../json/own-members.ts";
import { isOutdatedStatement } from "../transaction.ts";
import { createUnstorableError } from "../unstorable.ts";

/** The location of a database and its user, without the password. */
export interface DatabaseLocation {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** The SQLSTATE of an error; undefined if the error is not from the server. */
export function getSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[0-9A-Z]{5}$/.test(code) && error instanceof Error && "severity" in error
    ? code
    : undefined;
}

/** Whether the connection can no longer be used. */
export function isBroken(error: unknown): boolean {
  const state = getSqlState(error);
  // Classes: connection exceptions, server shutdown or startup, too many connections.
  if (state === undefined || /^(08|57P|53300)/.test(state)) return true;
  // A prepared statement of the connection is outdated after a schema change, or is missing.
  return state === "26000" || isOutdatedStatement(error);
}

/** Converts a query error to the Problem for the response; other errors are returned unchanged. */
export function findRefusal(error: unknown): unknown {
  // A transaction is repeated with a new connection.
  if (isOutdatedStatement(error)) return error;
  if (isBroken(error)) return createUnavailableError(error);
  const state = getSqlState(error);
  if (state === "22021" || state === "22P05") return createUnstorableError();
  if (state === "54000") {
    return new ApiError(400, "A value is too long for an index. Shorten it.");
  }
  return error;
}

/** The connection failed during the commit, so its outcome is unknown. */
export function createUnknownOutcomeError(cause: unknown): ApiError {
  return withCause(
    new ApiError(
      503,
      "The database connection was lost during the commit, so the change may or may not have been saved. Check before you repeat the request.",
    ),
    cause,
  );
}

function createUnavailableError(cause: unknown): ApiError {
  return withCause(
    new ApiError(503, "The database is not available, so nothing was changed. Retry in a moment."),
    cause,
  );
}

function withCause(problem: ApiError, cause: unknown): ApiError {
  problem.cause = cause;
  return problem;
}

/** The reason why a database could not be opened, for the operator; it never contains the password. */
export function toOpeningError(error: unknown, where: DatabaseLocation): unknown {
  const { host, port, database, user } = where;
  const location = host.startsWith("/") ? `in ${host}` : `at ${host}:${port}`;
  switch (getSqlState(error)) {
    case "28P01":
    case "28000":
      return new UsageError(
        `PostgreSQL ${location} rejected the user ${user} for the database ${database}. Check the user name and the password.`,
      );
    case "3D000":
      return new UsageError(
        `PostgreSQL ${location} has no database ${database}. Create it, for example: createdb ${database}`,
      );
    case "42501":
      return new UsageError(
        `The user ${user} cannot create tables in the database ${database} ${location}. Make the user the owner of the database or of its schema.`,
      );
    case undefined:
      break;
    default:
      if (!isBroken(error)) return error;
  }
  if (error instanceof ApiError || error instanceof UsageError) return error;
  const reason = error instanceof Error ? formatReason(error) : String(error);
  return new NetworkError(
    `PostgreSQL ${location} is not available for the database ${database}: ${reason}.`,
    { arrived: "no", cause: error },
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "unknown host",
  EAI_AGAIN: "the host could not be resolved",
  ETIMEDOUT: "connection timed out",
  EHOSTUNREACH: "no route to host",
  ENETUNREACH: "no route to host",
  ENOENT: "the socket does not exist",
};

function formatReason(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  return findOwn(reasons, code) ?? error.message.replace(/\.$/, "");
}
