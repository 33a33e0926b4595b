/** Errors of PostgreSQL, explained to those who can do something about them. */
import { Problem, Unreachable, UsageError } from "../../errors.ts";
import { unstorable } from "./unstorable.ts";

/** The address of a database and its user: everything but the password. */
export interface DatabaseLocation {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** The SQLSTATE of an error; absent if it did not come from the server. */
export function getSqlState(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[0-9A-Z]{5}$/.test(code) && error instanceof Error && "severity" in error
    ? code
    : undefined;
}

/** Whether the connection can no longer be used. */
export function isBroken(error: unknown): boolean {
  const state = getSqlState(error);
  // Classes: connection exceptions, the server shutting down or starting, too many connections.
  if (state === undefined || /^(08|57P|53300)/.test(state)) return true;
  // A prepared statement of the connection is for tables that have changed, or is gone.
  return state === "26000" || (state === "0A000" && /cached plan/.test(String(error)));
}

/** Turns an error of a query into the problem that a request is answered with; other errors stay as they are. */
export function findRefusal(error: unknown): unknown {
  if (isBroken(error)) return unavailable(error);
  const state = getSqlState(error);
  if (state === "22021" || state === "22P05") return unstorable();
  if (state === "54000") {
    return new Problem(400, "A value is too long for what things are found by; shorten it.");
  }
  return error;
}

/** The connection broke during the commit, so nobody can say whether it succeeded. */
export function unknownOutcome(cause: unknown): Problem {
  return withCause(
    new Problem(
      503,
      "The database was lost while the change was being kept, so it may have happened or not; look before you repeat it.",
    ),
    cause,
  );
}

function unavailable(cause: unknown): Problem {
  return withCause(
    new Problem(
      503,
      "The database cannot be reached now; nothing was changed. Try again in a moment.",
    ),
    cause,
  );
}

function withCause(problem: Problem, cause: unknown): Problem {
  problem.cause = cause;
  return problem;
}

/** Why a database could not be opened, for the operator; it never contains the password. */
export function openingFault(error: unknown, where: DatabaseLocation): unknown {
  const { host, port, database, user } = where;
  const at = host.startsWith("/") ? `in ${host}` : `at ${host}:${port}`;
  switch (getSqlState(error)) {
    case "28P01":
    case "28000":
      return new UsageError(
        `PostgreSQL ${at} refuses the user ${user} for the database ${database}; check the name and the password.`,
      );
    case "3D000":
      return new UsageError(
        `PostgreSQL ${at} has no database ${database}; create it, for example: createdb ${database}`,
      );
    case "42501":
      return new UsageError(
        `The user ${user} may not make tables in the database ${database} ${at}; make it the owner of the database or of its schema.`,
      );
    case undefined:
      break;
    default:
      if (!isBroken(error)) return error;
  }
  if (error instanceof Problem || error instanceof UsageError) return error;
  const reason = error instanceof Error ? formatReason(error) : String(error);
  return new Unreachable(
    `PostgreSQL ${at} cannot be reached for the database ${database}: ${reason}.`,
    { arrived: "no", cause: error },
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "there is no machine of that name",
  EAI_AGAIN: "the name could not be looked up",
  ETIMEDOUT: "it did not answer in time",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
  ENOENT: "there is no socket",
};

function formatReason(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  return reasons[code] ?? error.message.replace(/\.$/, "");
}
