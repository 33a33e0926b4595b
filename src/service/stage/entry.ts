/** What is kept of a request: who asked for what and how it ended, and no value that was sent. */
import type { Trail } from "./trail.ts";

export interface Entry {
  readonly id: string;
  /** The platform's time of the answer. */
  readonly at: string;
  readonly method: string;
  /** Without the query and without secrets; empty if it could not be read. */
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

const longestPath = 500;

export function entryOf(
  trail: Trail,
  ended: { readonly status: number | null; readonly milliseconds: number; readonly at: Date },
): Entry {
  const { refused } = trail;
  return {
    id: trail.id,
    at: ended.at.toISOString(),
    method: trail.method.slice(0, 20),
    path: pathToKeep(trail).slice(0, longestPath),
    operation: operationOf(trail),
    status: ended.status,
    user: trail.user ?? null,
    milliseconds: Math.round(ended.milliseconds * 100) / 100,
    fault: trail.fault ?? null,
    message: refused === undefined ? null : withoutValues(refused.message),
  };
}

function operationOf({ endpoint, absent, found }: Trail): string | null {
  if (endpoint !== undefined) return endpoint.operation;
  if (found === undefined || !("publicRoute" in found)) return absent ?? null;
  const { name, route } = found.publicRoute;
  return name ?? route;
}

/** Who knows the address of a public route may open it, so its names are not kept. */
function pathToKeep({ path, found }: Trail): string {
  if (found === undefined || !("publicRoute" in found)) return withoutSecrets(path);
  return found.publicRoute.route.replace(/^\w+ /, "");
}

/** A message may repeat what was sent after these; what was sent may be a secret. */
function withoutValues(message: string): string {
  const [told = ""] = message.split(/, not |["'{[]|: /, 1);
  return withoutSecrets(told === message ? told : `${told.trimEnd()} …`);
}

/** Tokens of this platform, and the seals of addresses that need none. */
function withoutSecrets(text: string): string {
  return text.replace(/tome_[\w-]{20,}/g, "tome_…").replace(/\/_download\/.*/is, "/_download/…");
}
