/**
 * Removes every used token and every environment value from an error, whatever the source of its
 * message. This is the last safeguard before the error is printed.
 */
import { createTokenRemover } from "../../client/secrets/secrets.ts";
import type { Redactions } from "../../context.ts";
import type { ErrorReport } from "../output/report.ts";

export function withoutTokens(report: ErrorReport, tokens: Iterable<string>): ErrorReport {
  let cleaned = report;
  for (const token of tokens) cleaned = cleanReport(cleaned, createTokenRemover(token));
  return cleaned;
}

export function withoutValues(report: ErrorReport, { text }: Redactions): ErrorReport {
  return cleanReport(report, text);
}

function cleanReport(report: ErrorReport, clean: (text: string) => string): ErrorReport {
  const { message, hint, requestId, details } = report;
  return {
    ...report,
    message: clean(message),
    ...(hint !== undefined && { hint: clean(hint) }),
    ...(requestId !== undefined && { requestId: clean(requestId) }),
    ...(details !== undefined && { details: details.map(clean) }),
  };
}
