/** Errors of commands, as values. app/output/report.ts converts them into messages and exit codes. */

/** A problem in the data, for readers and for programs. */
export interface Finding {
  /** A short name in kebab-case: broken-link, merge-conflict. */
  readonly rule: string;
  readonly level: "error" | "warning" | "notice";
  /** One sentence. */
  readonly message: string;
  readonly location?: FindingLocation | undefined;
  /** The fix, as a sentence. */
  readonly fix?: string | undefined;
  /** The identity of the finding between runs, if its rule defines one beyond the message. */
  readonly fingerprint?: string | undefined;
}

/** The location of a finding, as far as it is known. */
export interface FindingLocation {
  /** A local file, as the user named it. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** A readable name: the title of a page. */
  readonly name?: string | undefined;
  /** The URL. */
  readonly address?: string | undefined;
}

export interface ProblemDetails {
  /** The invalid input field, as spelled by the API. */
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  /** A command that fixes the problem, without `hint:`. */
  readonly hint?: string | undefined;
  readonly findings?: readonly Finding[] | undefined;
  readonly retryAfter?: number | undefined;
}

/** An error of the API: thrown by the service, and rebuilt by the client from the response. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly hint: string | undefined;
  /** Seconds until the request can be sent again, from the header `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The affected resources, if they are known. */
  readonly findings: readonly Finding[];
  /** @param status the HTTP status, which is also the `code` of the error body */
  constructor(
    readonly status: number,
    message: string,
    details: ProblemDetails = {},
  ) {
    super(message);
    this.field = details.field;
    this.requestId = details.requestId;
    this.hint = details.hint;
    this.retryAfter = details.retryAfter;
    this.findings = details.findings ?? [];
  }
}

/** The same problem with a hint, unless it has one. */
export function withHint(problem: ApiError, hint: string): ApiError {
  const { status, message, field, findings, requestId, retryAfter } = problem;
  if (problem.hint !== undefined) return problem;
  return new ApiError(status, message, { field, findings, hint, requestId, retryAfter });
}

/** The command cannot be executed as typed or configured. Nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** @param details one line for each error, if there are several */
  constructor(
    message: string,
    readonly hint?: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

/** A misspelled or misplaced word on the command line. */
export class UnknownWordError extends UsageError {
  /**
   * @param meant the replacement in the suggested command line
   * @param before the number of preceding words that are replaced too
   * @param after the number of following words that are replaced too
   */
  constructor(
    message: string,
    readonly word: string,
    readonly meant: string | readonly string[],
    readonly before = 0,
    readonly after = 0,
  ) {
    super(typeof meant === "string" ? `${message}. Did you mean ${meant}?` : `${message}.`);
  }
}

/** An unknown flag without a similar flag. */
export class UnknownFlagError extends UsageError {
  /**
   * @param said without a period
   * @param own the flags that the command has
   */
  constructor(
    readonly said: string,
    readonly flag: string,
    hint: string,
    readonly own: readonly string[] = [],
  ) {
    super(`${said}.`, hint);
  }
}

/** No resource matches a name. Nothing was changed. */
export class NameNotFoundError extends UsageError {}

/** A possible meaning of an ambiguous name. */
export interface NameChoice {
  readonly id: string;
  readonly title: string;
  /** RFC 3339; empty if unknown. */
  readonly updated: string;
  /** Its location or other details; empty if there are none. */
  readonly details: string;
}

/** A name matches several resources. Nothing was changed. */
export class AmbiguousNameError extends UsageError {
  constructor(
    message: string,
    details: readonly string[],
    readonly choices: readonly NameChoice[],
    /** The kind of the resources: "team". */
    readonly called: string,
  ) {
    super(message, undefined, details);
  }
}

/** A required request was not sent, because nothing may be sent. */
export class UnsentError extends UsageError {
  /** @param why a clause without a period */
  constructor(readonly why: string) {
    super(`${why}, so the command cannot look up data.`);
  }
}

/** A confirmation is required. The hint is the command as typed, with --yes. */
export class UnconfirmedError extends UsageError {}

/**
 * The error of a command that needs a confirmation without a terminal.
 * @param line the whole command
 * @param why the reason for the confirmation, if the command asks only about some targets
 */
export function createUnconfirmedError(line: string, why?: string): UnconfirmedError {
  return new UnconfirmedError(
    `${why === undefined ? "" : `${why} `}${line} requires --yes when not running interactively.`,
  );
}

/** A precondition of a change is not met. Nothing was changed. */
export class ChangedError extends Error {
  override readonly name = "ChangedError";
  /** @param details one line for each difference, if there are several */
  constructor(
    message: string,
    readonly hint?: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

/** There is no token. Nothing was sent. */
export class MissingTokenError extends Error {
  override readonly name = "MissingTokenError";
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/**
 * A program that the command started ended with a nonzero exit code, which becomes that of the
 * command.
 */
export class ProgramExitError extends Error {
  override readonly name = "ProgramExitError";
  constructor(readonly exitCode: number) {
    super(`The program ended with ${exitCode}.`);
  }
}

/** The user declined or left a prompt. */
export class CanceledError extends Error {
  override readonly name = "CanceledError";
  constructor(message = "Canceled. Nothing was changed.") {
    super(message);
  }
}

/** No complete response: a network error, the deadline, or a response that is not from the API. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** Whether the request may have reached the server, which decides whether a retry is safe. */
  readonly arrived: "no" | "perhaps";
  readonly hint: string | undefined;
  /** The status code of a proxy that refused the connection. */
  readonly status: number | undefined;
  constructor(
    message: string,
    options: {
      arrived: "no" | "perhaps";
      hint?: string | undefined;
      status?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.arrived = options.arrived;
    this.hint = options.hint;
    this.status = options.status;
  }
}

/** An end of a command that is neither success nor plain failure. */
export type Unsettlement =
  | "pending"
  | "conflict"
  | "partial"
  | "unknown"
  | "findings"
  | "failed"
  | "interrupted";

/**
 * Pending work, a conflict, partial success, an unknown outcome, findings, or a failure after the
 * start.
 */
export class IncompleteError extends Error {
  override readonly name = "IncompleteError";
  constructor(
    readonly how: Unsettlement,
    message: string,
    readonly hint?: string,
    /** The affected resources, unless a result lists them already. */
    readonly findings: readonly Finding[] = [],
  ) {
    super(message);
  }
}

/**
 * Whether work that the platform accepted has ended without success. With another error, it may be in
 * progress.
 */
export function isFailedWork(error: unknown): error is IncompleteError {
  return error instanceof IncompleteError && error.how === "failed";
}

/** `describeProjectParents` as a sentence: the parents that the user did not type. */
export function formatParentsSentence(description: string): string {
  return description === "" ? "" : ` Used ${description.slice(", in ".length)}.`;
}

/** Appends the sentence to the error of a write that was sent; other errors stay unchanged. */
export function addParentsToError(error: unknown, sentence: string): unknown {
  const wasSent =
    error instanceof ApiError ||
    error instanceof IncompleteError ||
    (error instanceof NetworkError && error.arrived === "perhaps");
  if (wasSent && !error.message.includes(sentence)) error.message += sentence;
  return error;
}

/** All attempts failed in the same way, so the command fails like the first one. */
export class AllFailedError extends Error {
  override readonly name = "AllFailedError";
  constructor(
    message: string,
    readonly first: unknown,
  ) {
    super(message);
  }
}
