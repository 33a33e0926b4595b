/** The record of a request: who asked for what and how it ended, without any value that was sent. */
import type { Phases, RequestContext } from "../request-context.ts";

export interface RequestRecord {
  readonly id: string;
  /** The platform's time of the answer. */
  readonly at: string;
  readonly method: string;
  /** Without the query, and with … for each part that could be a secret; empty if it could not be parsed. */
  readonly path: string;
  /** The operation, or the name of another route; null if there is neither. */
  readonly operation: string | null;
  /** The status of the answer; null if the connection was dropped. */
  readonly status: number | null;
  /** The id of the user whose token it was. */
  readonly user: string | null;
  readonly milliseconds: number;
  /** Where the time of a slow request went, in whole milliseconds; null for all others. */
  readonly slow: Phases | null;
  /** The faults that were injected. */
  readonly fault: string | null;
  /** Why it was refused. */
  readonly message: string | null;
}

/** Ids and names are shorter; secrets of this platform are longer. */
const longestPart = 40;
const mostParts = 20;
const longestMessage = 300;

/** A request is slow from so many milliseconds on. */
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
    path: pathToKeep(context),
    operation: buildOperation(context),
    status: outcome.status,
    user: context.user ?? null,
    milliseconds: Math.round(outcome.milliseconds * 100) / 100,
    slow: outcome.milliseconds < slowFrom ? null : roundedPhases(context),
    fault: context.fault ?? null,
    message: refused === undefined ? null : withoutValues(refused.message),
  };
}

function roundedPhases({ phases }: RequestContext): Phases | null {
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
 * The path without secrets. Anyone with the address of a public route may open it, so only its pattern
 * is kept; of other paths, a part is kept if it looks like a word or an id.
 */
export function pathToKeep({ parts, match }: Pick<RequestContext, "parts" | "match">): string {
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

/** After these separators, a message may repeat what was sent, which may be a secret. */
function withoutValues(message: string): string {
  const [safe = ""] = message.slice(0, 10 * longestMessage).split(/, not |["'{[]|: /, 1);
  const text = safe === message ? safe : `${safe.trimEnd()} …`;
  return withoutSecrets(text).slice(0, longestMessage);
}

/** Messages contain names of fields, and a secret may have been sent by mistake as one. */
function withoutSecrets(text: string): string {
  return text.replace(/\S+/g, (word) =>
    word.length > longestPart || /tome[_:-]/i.test(word) ? "…" : word,
  );
}
