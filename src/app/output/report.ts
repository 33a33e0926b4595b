/** Errors as messages and exit codes. No other module converts them. */
import { AcceptedError } from "../../client/response-status.ts";
import {
  AllFailedError,
  ApiError,
  CanceledError,
  ChangedError,
  IncompleteError,
  MissingTokenError,
  NameNotFoundError,
  NetworkError,
  ProgramExitError,
  type Unsettlement,
  UsageError,
} from "../../errors.ts";
import { toOneLine } from "../../terminal/neutralize.ts";
import { plainStyle, type Style } from "../../terminal/style.ts";

type Category = "usage" | "auth" | "network" | "api" | "filesystem" | "internal";

export interface ErrorReport {
  readonly exitCode: number;
  /** The name of the exit code. */
  readonly code: string;
  readonly category: Category;
  readonly message: string;
  readonly status?: number | undefined;
  /** One line for each error, if there are several. */
  readonly details?: readonly string[] | undefined;
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  /** Whether the same command may succeed later. */
  readonly retryable: boolean;
}

/** The exit codes and their names, which the help topic and docs/commands.md list. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  cancelled: 3,
  not_allowed: 4,
  not_found: 5,
  conflict: 6,
  unavailable: 7,
  pending: 8,
  partial: 9,
  findings: 10,
  interrupted: 130,
} as const;

type ExitCodeName = keyof typeof exitCodes;

const unsettledCodes: Readonly<Record<Unsettlement, ExitCodeName>> = {
  pending: "pending",
  conflict: "conflict",
  partial: "partial",
  unknown: "partial",
  findings: "findings",
  failed: "failed",
  interrupted: "interrupted",
};

export function buildReport(error: unknown): ErrorReport {
  if (error instanceof UsageError) {
    const { hint, details } = error;
    const code = error instanceof NameNotFoundError ? "not_found" : "usage";
    return report(code, "usage", error.message, {
      hint,
      ...(details.length > 0 && { details }),
    });
  }
  if (error instanceof ChangedError) {
    const { hint, details } = error;
    return report("conflict", "usage", error.message, {
      hint,
      ...(details.length > 0 && { details }),
    });
  }
  if (error instanceof CanceledError) return report("cancelled", "usage", error.message);
  if (error instanceof MissingTokenError) {
    return report("not_allowed", "auth", error.message, { hint: error.hint });
  }
  if (error instanceof AllFailedError)
    return { ...buildReport(error.first), message: error.message };
  if (error instanceof ApiError) return reportProblem(error);
  if (error instanceof NetworkError) {
    const { hint, status } = error;
    return report("unavailable", "network", error.message, { hint, status, retryable: true });
  }
  if (error instanceof IncompleteError) {
    const category = error.how === "unknown" ? "network" : "api";
    const retryable = error.how === "pending";
    return report(unsettledCodes[error.how], category, error.message, {
      hint: error.hint,
      ...(error instanceof AcceptedError && { status: error.status, requestId: error.requestId }),
      retryable: retryable && !(error instanceof AcceptedError),
    });
  }
  if (error instanceof ProgramExitError) {
    return { ...report("failed", "usage", error.message), exitCode: error.exitCode };
  }
  return reportFault(error);
}

/** The lines of an error in plain text. */
export function reportLines(
  { message, details = [], hint, status, requestId }: ErrorReport,
  style: Style = plainStyle,
): readonly string[] {
  const answer = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  return [
    `${style.red("error:")} ${toOneLine(message)}`,
    ...details.map((detail) => `  ${toOneLine(detail)}`),
    ...(hint === undefined ? [] : [style.dim(`hint: ${toOneLine(hint)}`)]),
    ...(answer.length === 0 ? [] : [style.dim(toOneLine(answer.join(", ")))]),
  ];
}

/** The error as one JSON object, for programs. */
export function reportObject(report: ErrorReport) {
  const { code, category, message, details, status, hint, requestId, retryable } = report;
  return {
    error: {
      code,
      category,
      message,
      ...(details !== undefined && { details }),
      status: status ?? null,
      hint: hint ?? null,
      requestId: requestId ?? null,
      retryable,
    },
  };
}

function reportProblem({ status, message, hint, requestId }: ApiError): ErrorReport {
  const details = { status, hint, requestId };
  if (status === 401) {
    return report("not_allowed", "auth", message, { ...details, hint: hint ?? "tome auth status" });
  }
  if (status === 403) return report("not_allowed", "auth", message, details);
  if (status === 404) return report("not_found", "api", message, details);
  if (status === 409 || status === 412) return report("conflict", "api", message, details);
  // A retry does not help after a 501.
  if (status === 429 || (status >= 500 && status !== 501)) {
    return report("unavailable", "api", message, { ...details, retryable: true });
  }
  return report("failed", "api", message, details);
}

/** An error of the system or a bug. */
function reportFault(error: unknown): ErrorReport {
  if (error instanceof Error && "code" in error && "syscall" in error) {
    return report("failed", "filesystem", error.message);
  }
  const message = error instanceof Error ? error.message : String(error);
  return report("failed", "internal", `Internal error: ${message}`, {
    hint: "Run the command again with --debug and report the output.",
  });
}

function report(
  code: ExitCodeName,
  category: Category,
  message: string,
  details: Partial<
    Pick<ErrorReport, "status" | "details" | "hint" | "requestId" | "retryable">
  > = {},
): ErrorReport {
  return { exitCode: exitCodes[code], code, category, message, retryable: false, ...details };
}
