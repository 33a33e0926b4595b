/** Record of a request: the caller, the operation and the result, without any value from the request. */
import type { RequestContext, RequestPhases } from "../pipeline/request-context.ts";

export interface RequestRecord {
  readonly id: string;
  /** The platform's time of the response. */
  readonly at: string;
  readonly method: string;
  /**
   * Without the query, and with … for segments that could be secrets; empty if it could not be
   * parsed.
   */
  readonly path: string;
  /** The operation, or the name of another route; null for neither. */
  readonly operation: string | null;
  /** The status of the response; null if the connection was dropped. */
  readonly status: number | null;
  /** The id of the user who owns the token. */
  readonly user: string | null;
  readonly milliseconds: number;
  /** The phases of a slow request, in whole milliseconds; null for all others. */
  readonly slow: RequestPhases | null;
  /** The injected faults. */
  readonly fault: string | null;
  /** The reason of a refusal. */
  readonly message: string | null;
}

/** Ids and names are shorter; secrets of this platform are longer. */
const longestPart = 40;
const mostParts = 20;
const longestMessage = 300;

/** Threshold for slow requests, in milliseconds. */
const slowFrom = 500;

export function toRecord(
  context: RequestContext,
  outcome: { readonly status: number | null; readonly milliseconds: number; readonly at: Date },
): RequestRecord {
  const { refused } = context;
  return {
    id: context.id,
    at: outcome.at.toISOString(),
    method: context.method.slice(0, 20),
    path: getRecordedPath(context),
    operation: buildOperation(context),
    status: outcome.status,
    user: context.user ?? null,
    milliseconds: Math.round(outcome.milliseconds * 100) / 100,
    slow: outcome.milliseconds < slowFrom ? null : roundPhases(context),
    fault: context.fault ?? null,
    message: refused === undefined ? null : withoutValues(refused.message),
  };
}

function roundPhases({ phases }: RequestContext): RequestPhases | null {
  if (phases === undefined) return null;
  const { prepare, wait, work } = phases;
  return { prepare: Math.round(prepare), wait: Math.round(wait), work: Math.round(work) };
}

function buildOperation({ endpoint, absent, match }: RequestContext): string | null {
  if (endpoint !== undefined) return endpoint.operation;
  if (match === undefined || !("publicRoute" in match)) return absent ?? null;
  const { name, route } = match.publicRoute;
  return name ?? route;
}

/**
 * The path without secrets. The URL of a public route can be a secret itself, so only the pattern
 * is recorded; of other paths, a segment is recorded if it looks like a word or an id.
 */
export function getRecordedPath({ parts, match }: Pick<RequestContext, "parts" | "match">): string {
  if (match !== undefined && "publicRoute" in match) {
    return match.publicRoute.route.replace(/^\w+ /, "");
  }
  return parts
    .slice(0, mostParts)
    .map((part) => `/${isHarmless(part) ? part : "…"}`)
    .join("");
}

function isHarmless(part: string): boolean {
  return part.length <= longestPart && /^[\w.~-]*$/.test(part) && !/^tome[_-]/i.test(part);
}

/** A message may repeat a value of the request, which may be a secret, after these separators. */
function withoutValues(message: string): string {
  const [safe = ""] = message.slice(0, 10 * longestMessage).split(/, not |["'{[]|: /, 1);
  const text = safe === message ? safe : `${safe.trimEnd()} …`;
  return withoutSecrets(text).slice(0, longestMessage);
}

/** Messages contain field names, and a secret may have been sent as a name by mistake. */
function withoutSecrets(text: string): string {
  return text.replace(/\S+/g, (word) =>
    word.length > longestPart || /tome[_:-]/i.test(word) ? "…" : word,
  );
}
