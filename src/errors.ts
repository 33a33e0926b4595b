/** Errors of commands, as values. app/output/report.ts converts them into messages and exit codes. */

/** A problem in the data, for readers and for programs. */
export interface Finding {
  /** A short name in kebab-case: broken-link, merge-conflict. */
  readonly rule: string;
  readonly level: "error" | "warning" | "notice";
  /** One sentence. */
  readonly message: string;
  readonly location?: FindingLocation | undefined;
  /** What mends it: a sentence. */
  readonly cure?: string | undefined;
  /** What it is known by from one run to the next, if its rule says more than the message does. */
  readonly fingerprint?: string | undefined;
}

/** Where a finding is, as far as that is known. */
export interface FindingLocation {
  /** A file of this machine, as it was named. */
  readonly file?: string | undefined;
  /** From 1 on. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** What a person calls it: the title of a page. */
  readonly name?: string | undefined;
  /** Its web address. */
  readonly address?: string | undefined;
}

export interface ProblemDetails {
  /** The input field at fault, as the API spells it. */
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  /** A command that cures it, without `hint:`. */
  readonly hint?: string | undefined;
  readonly findings?: readonly Finding[] | undefined;
  readonly retryAfter?: number | undefined;
}

/** An error of the API: thrown by the service, rebuilt by the client from the answer. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly hint: string | undefined;
  /** When to send the request again, in seconds, as the header `Retry-After` says. */
  readonly retryAfter: number | undefined;
  /** The things it is about, if they are known. */
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

/** The same with a hint, unless it has one. */
export function withHint(problem: Problem, hint: string): Problem {
  const { status, message, field, findings, requestId, retryAfter } = problem;
  if (problem.hint !== undefined) return problem;
  return new Problem(status, message, { field, findings, hint, requestId, retryAfter });
}

/** The command cannot be carried out as typed, or as configured; nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** @param details one line for each thing that is wrong, if there are several */
  constructor(
    message: string,
    readonly hint?: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

/** A word of the command line that is none, but nearly is, or that belongs to a flag. */
export class Misspelled extends UsageError {
  /**
   * @param meant what stands in its place in the line that is suggested
   * @param before how many words of the command before it go too
   */
  constructor(
    message: string,
    readonly word: string,
    readonly meant: string | readonly string[],
    readonly before = 0,
  ) {
    super(typeof meant === "string" ? `${message}; did you mean ${meant}?` : `${message}.`);
  }
}

/** A flag that the command does not have, and nothing like it. */
export class UnknownFlag extends UsageError {
  /** @param said without a full stop */
  constructor(
    readonly said: string,
    readonly flag: string,
    hint: string,
  ) {
    super(`${said}.`, hint);
  }
}

/** Nothing has the name by which a command was to find it; nothing was changed. */
export class NotNamed extends UsageError {}

/** A request that was needed was not sent, as nothing is to be sent. */
export class Unsent extends UsageError {
  /** @param why a clause without a full stop */
  constructor(readonly why: string) {
    super(`${why}, so nothing can be looked up.`);
  }
}

/**
 * The error of a command that needs a confirmation when there is no terminal to ask at.
 * @param line the whole command
 * @param why the reason to ask, if the command asks about some of its targets only
 */
export function unasked(line: string, why?: string): UsageError {
  return new UsageError(
    `${why === undefined ? "" : `${why} `}${line} asks for confirmation, and there is no terminal to ask at; add --yes to do it without.`,
  );
}

/** What a command was to change is not as it has to be for that; nothing was changed. */
export class Changed extends Error {
  override readonly name = "Changed";
  /** @param details one line for each difference, if there are several */
  constructor(
    message: string,
    readonly hint?: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

/** There is no token to send, so nothing was sent. */
export class Unauthenticated extends Error {
  override readonly name = "Unauthenticated";
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** A program that was run has ended with another code than 0, which is then that of the command. */
export class ProgramEnded extends Error {
  override readonly name = "ProgramEnded";
  constructor(readonly exitCode: number) {
    super(`The program ended with ${exitCode}.`);
  }
}

/** The person at the terminal said no, or left a prompt. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
  constructor(message = "Cancelled; nothing was changed.") {
    super(message);
  }
}

/** No whole answer came back: the network, the deadline, or an answer that is not the API's. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  /** Whether the request may have reached the server, which decides if a repeat is safe. */
  readonly arrived: "no" | "perhaps";
  readonly hint: string | undefined;
  constructor(
    message: string,
    options: {
      arrived: "no" | "perhaps";
      hint?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.arrived = options.arrived;
    this.hint = options.hint;
  }
}

/** The command ran, and its end is neither done nor failed. */
export type Unsettlement =
  | "pending"
  | "conflict"
  | "partial"
  | "unknown"
  | "findings"
  | "failed"
  | "interrupted";

/** Work still going on, kept from being done by changes of others, done in part, of unknown outcome, done with findings, or failed after its start. */
export class Unsettled extends Error {
  override readonly name = "Unsettled";
  constructor(
    readonly how: Unsettlement,
    message: string,
    readonly hint?: string,
    /** The things it is about, unless a result lists them already. */
    readonly findings: readonly Finding[] = [],
  ) {
    super(message);
  }
}

/** `describeProjectParents` as a sentence: where a write went, as nobody typed that. */
export function formatParentsSentence(description: string): string {
  return description === "" ? "" : ` It was${description.slice(1)}.`;
}

/** Adds the sentence to the error of a write that was sent; any other error stays as it is. */
export function addParentsToError(error: unknown, sentence: string): unknown {
  const wasSent =
    error instanceof Problem ||
    error instanceof Unsettled ||
    (error instanceof Unreachable && error.arrived === "perhaps");
  if (wasSent && !error.message.includes(sentence)) error.message += sentence;
  return error;
}

/** Everything that was tried has failed in the same way, so the whole fails as the first did. */
export class AllFailed extends Error {
  override readonly name = "AllFailed";
  constructor(
    message: string,
    readonly first: unknown,
  ) {
    super(message);
  }
}
