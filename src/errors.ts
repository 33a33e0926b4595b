/** Every way a command can fail, as values: app/report.ts alone turns them into words and exit codes. */

/** Something that is wrong in the data, told to people and to machines alike. */
export interface Finding {
  /** A short name in kebab-case: broken-link, merge-conflict. */
  readonly rule: string;
  readonly level: "error" | "warning" | "notice";
  /** One sentence. */
  readonly message: string;
  readonly place?: Place | undefined;
}

/** Where it is, as far as that is known. */
export interface Place {
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
}

/** An error of the API: thrown by the service, rebuilt by the client from the answer. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly hint: string | undefined;
  /** What it is about, one by one, where that is known. */
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
    this.findings = details.findings ?? [];
  }
}

/** The command cannot be carried out as typed, or as configured; nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** @param details one line for each thing that is wrong, where that is several */
  constructor(
    message: string,
    readonly hint?: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

/**
 * The error for what wants a yes where nobody can be asked.
 * @param line the whole command
 * @param why what makes it ask, where others' things are not asked about
 */
export function unasked(line: string, why?: string): UsageError {
  return new UsageError(
    `${why === undefined ? "" : `${why} `}${line} asks for confirmation, and there is no terminal to ask at; add --yes to do it without.`,
  );
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
  | "partial"
  | "unknown"
  | "findings"
  | "failed"
  | "interrupted";

/** Work still going on, done in part, of unknown outcome, done with findings, or failed after its start. */
export class Unsettled extends Error {
  override readonly name = "Unsettled";
  constructor(
    readonly how: Unsettlement,
    message: string,
    readonly hint?: string,
    /** What it is about, one by one, where a result does not hold it already. */
    readonly findings: readonly Finding[] = [],
  ) {
    super(message);
  }
}

/** The sentence of `projectPlace`: where a write went when nobody typed that. */
export function sentenceOf(place: string): string {
  return place === "" ? "" : ` It was${place.slice(1)}.`;
}

/** The error of a write that was sent, which also says where to; any other one as it is. */
export function withPlace(error: unknown, sentence: string): unknown {
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
