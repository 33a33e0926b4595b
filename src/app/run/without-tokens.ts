/**
 * Removes every used token and every environment value from an error, whatever the source of its
 * message. This is the last safeguard before the error is printed.
 */
import { tokenRemover } from "../../client/secrets.ts";
import type { Redactions } from "../../context.ts";
import type { Report } from "../output/report.ts";

export function withoutTokens(report: Report, tokens: Iterable<string>): Report {
  let cleaned = report;
  for (const token of tokens) cleaned = cleanReport(cleaned, tokenRemover(token));
  return cleaned;
}

export function withoutValues(report: Report, { text }: Redactions): Report {
  return cleanReport(report, text);
}

function cleanReport(report: Report, clean: (text: string) => string): Report {
  const { message, hint, requestId, details } = report;
  return {
    ...report,
    message: clean(message),
    ...(hint !== undefined && { hint: clean(hint) }),
    ...(requestId !== undefined && { requestId: clean(requestId) }),
    ...(details !== undefined && { details: details.map(clean) }),
  };
}
