/** What is kept of a request: who asked for what and how it ended, and no value that was sent. */
import type { RequestContext } from "../request-context.ts";

export interface Entry {
  readonly id: string;
  /** The platform's time of the answer. */
  readonly at: string;
  readonly method: string;
  /** Without the query, and with … for each part that could be a secret; empty if it could not be read. */
  readonly path: string;
  /** The operation, or the name of another route; null if there is nothing of that kind. */
  readonly operation: string | null;
  /** The status of the answer; null where the connection was dropped. */
  readonly status: number | null;
  /** The id of the user whose token it was. */
  readonly user: string | null;
  readonly milliseconds: number;
  /** The faults that the plan had for it. */
  readonly fault: string | null;
  /** Why it was refused. */
  readonly message: string | null;
}

/** Ids and names are shorter; secrets of this platform are longer. */
const longestPart = 40;
const mostParts = 20;
const longestMessage = 300;

export function entryOf(
  context: RequestContext,
  ended: { readonly status: number | null; readonly milliseconds: number; readonly at: Date },
): Entry {
  const { refused } = context;
  return {
    id: context.id,
    at: ended.at.toISOString(),
    method: context.method.slice(0, 20),
    path: pathToKeep(context),
    operation: operationOf(context),
    status: ended.status,
    user: context.user ?? null,
    milliseconds: Math.round(ended.milliseconds * 100) / 100,
    fault: context.fault ?? null,
    message: refused === undefined ? null : withoutValues(refused.message),
  };
}

function operationOf({ endpoint, absent, found }: RequestContext): string | null {
  if (endpoint !== undefined) return endpoint.operation;
  if (found === undefined || !("publicRoute" in found)) return absent ?? null;
  const { name, route } = found.publicRoute;
  return name ?? route;
}

/**
 * The path as it may be shown. Who knows the address of a public route may open it, so its names
 * are left out; of others a part is kept if it looks like a word or an id.
 */
export function pathToKeep({ parts, found }: Pick<RequestContext, "parts" | "found">): string {
  if (found !== undefined && "publicRoute" in found) {
    return found.publicRoute.route.replace(/^\w+ /, "");
  }
  return parts
    .slice(0, mostParts)
    .map((part) => `/${isHarmless(part) ? part : "…"}`)
    .join("");
}

function isHarmless(part: string): boolean {
  return part.length <= longestPart && /^[\w.~-]*$/.test(part) && !/^tome[_-]/i.test(part);
}

/** A message may repeat what was sent after these; what was sent may be a secret. */
function withoutValues(message: string): string {
  const [told = ""] = message.slice(0, 10 * longestMessage).split(/, not |["'{[]|: /, 1);
  const kept = told === message ? told : `${told.trimEnd()} …`;
  return withoutSecrets(kept).slice(0, longestMessage);
}

/** Names of fields stand in messages, and whoever made a mistake may have sent a secret as one. */
function withoutSecrets(text: string): string {
  return text.replace(/\S+/g, (word) =>
    word.length > longestPart || /tome[_:-]/i.test(word) ? "…" : word,
  );
}
