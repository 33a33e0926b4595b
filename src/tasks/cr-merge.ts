/** Merges change requests and pulls into them; conflicts are a failure that names what they are about. */

import type { Context, JsonObject, Result } from "../context.ts";
import * as contract from "../contract/cr.ts";
import type { Input } from "../contract/endpoint.ts";
import { type Finding, Problem, Unsettled, withHint } from "../errors.ts";
import { objectIn } from "../json/values.ts";

type Ids = Input<typeof contract.merge>;
type Integration = typeof contract.merge | typeof contract.pull;

export function merge(context: Context, ids: Ids): Promise<Result> {
  return integrate(context, contract.merge, ids, {
    done: `Merged the change request ${ids.changeRequestId}.`,
    result: "merge",
  });
}

/** Pulls if nothing is in conflict. */
export function pullWhole(context: Context, ids: Ids): Promise<Result> {
  return integrate(context, contract.pull, ids, {
    done: `The change request ${ids.changeRequestId} is up to date with its space.`,
    result: "update",
  });
}

interface Outcomes {
  readonly done: string;
  /** The `result` of an answer of success. */
  readonly result: string;
}

async function integrate(
  context: Context,
  endpoint: Integration,
  ids: Ids,
  { done, result }: Outcomes,
): Promise<Result> {
  const client = await context.client();
  const { value, requestId } = await client.call(endpoint, ids).catch((error: unknown) => {
    // What is missing is told with the names of people, and with what to do next, by another command.
    throw error instanceof Problem && error.status === 412
      ? withHint(error, `tome cr view ${ids.changeRequestId}`)
      : error;
  });
  const record = objectIn(value);
  if (record.result === undefined || record.result === result) return { done, record };
  if (record.result !== "conflicts") {
    const message = `The platform answered with the result ${JSON.stringify(record.result)}, which does not say that it is done.`;
    const hint = `tome cr get ${ids.changeRequestId} --space ${ids.spaceId}`;
    return { record, unsettled: new Unsettled("unknown", message, hint) };
  }
  const conflicts = Array.isArray(record.conflicts) ? record.conflicts.map(objectIn) : [];
  const way = "Nothing was changed. Take the space's side, or keep this one with --keep cr.";
  throw new Problem(409, `${describeConflicts(conflicts)} ${way}`, {
    hint: `tome cr pull ${ids.changeRequestId} --keep space`,
    requestId,
    findings: conflicts.map(findingOf),
  });
}

function findingOf(conflict: JsonObject): Finding {
  const { title, path } = conflict;
  const name = typeof path === "string" && path !== "" ? path : title;
  const described = describeConflict(conflict);
  return {
    rule: "merge-conflict",
    level: "error",
    message: `${described.charAt(0).toUpperCase()}${described.slice(1)}.`,
    location: typeof name === "string" ? { name } : undefined,
  };
}

/** The real platform says no more than that there are some. */
function describeConflicts(conflicts: readonly JsonObject[]): string {
  const described = conflicts.map(describeConflict);
  const what = described.length === 0 ? "" : `: ${described.join("; ")}`;
  return `The change request and the space have changed the same things${what}.`;
}

/** A clause: the page "Start" at start (P1) was edited on both sides. */
export function describeConflict({ kind, id, title, path, reason }: JsonObject): string {
  const atPath = typeof path === "string" && path !== "" ? ` at ${path}` : "";
  const how: Readonly<Record<string, string>> = {
    edited: "edited on both sides",
    deleted: "deleted on one side and changed on the other",
    moved: "moved on both sides",
    ordered: "put into another order on both sides",
  };
  return `the ${kind} "${title}"${atPath} (${id}) was ${how[String(reason)] ?? String(reason)}`;
}
