/** Result of a write without a final response, derived from the current state. */
import type { JsonObject } from "../../context.ts";
import { getMethod } from "../../contract/endpoint.ts";
import type { DeleteInverse } from "../../contract/inverse.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { fill, getValueAt, listPages } from "../../history/read-path.ts";
import {
  computeDifferences,
  isSame,
  listBodyFields,
  listSentFields,
  readState,
  toOppositeState,
} from "../../history/state.ts";
import { computeRolesAfter } from "../../history/state-after.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { type ResolvedWrite, readAcceptedWork } from "./accepted-work.ts";
import { type Invertible, toInvertible, type UndoContext } from "./undo-context.ts";

/** Tolerated clock difference between the platform and this machine, in milliseconds. */
const maximumSkew = 5 * 60 * 1000;

/**
 * The result of the write; "unknown", with the reason, if it cannot be determined. Accepted work
 * stays "pending", because the platform may still do it.
 */
export async function resolveOutcome(
  entry: HistoryEntry,
  reading: UndoContext,
): Promise<ResolvedWrite> {
  if (entry.outcome !== "pending") return findOutcome(entry, reading);
  const accepted = await readAcceptedWork(entry, reading.readFor(entry));
  if (accepted !== undefined) return accepted;
  const result = await findOutcome(entry, reading);
  return result.outcome === "done"
    ? result
    : { outcome: "pending", because: "The platform has not finished the request." };
}

/** Whether the result can no longer change. */
export function isFinal({ outcome }: ResolvedWrite): boolean {
  return outcome !== "unknown" && outcome !== "pending";
}

async function findOutcome(entry: HistoryEntry, reading: UndoContext): Promise<ResolvedWrite> {
  const invertible = toInvertible(entry, reading);
  if (typeof invertible === "string") {
    return createUnknownOutcome("the API does not show whether the request was executed");
  }
  const { inverse, endpoint } = invertible;
  const read = reading.readFor(entry);
  const digest = reading.digestFor(entry);
  if (inverse.how === "delete") return resolveCreation(invertible, inverse, reading);
  const now = digest(
    (await readState(inverse, { endpoint, input: entry.input }, read))?.state ?? {},
  );
  const expected = getExpectedState(invertible);
  const isApplied =
    expected !== undefined &&
    Object.keys(expected).every((name) => isSame(expected[name], now[name]));
  if (isApplied)
    return { outcome: "done", after: now, because: "The current state matches the request." };
  if (entry.before !== undefined && computeDifferences(entry.before, now).length === 0) {
    return { outcome: "refused", because: "The state is the same as before the request." };
  }
  return createUnknownOutcome(
    "the current state matches neither the request nor the previous state",
  );
}

/** The state of the target after the write, as far as the request determines it. */
function getExpectedState({ entry, inverse, endpoint }: Invertible): JsonObject | undefined {
  switch (inverse.how) {
    case "fields": {
      const names = listSentFields(inverse, { endpoint, input: entry.input });
      if (names.length === 0) return undefined;
      return Object.fromEntries(names.map((name) => [name, entry.input[name] ?? null]));
    }
    case "opposite":
      return toOppositeState(inverse);
    case "roles":
      return getMethod(endpoint) === "PUT"
        ? undefined
        : computeRolesAfter({ endpoint, input: entry.input });
    default:
      return undefined;
  }
}

async function resolveCreation(
  { entry, endpoint }: Invertible,
  { list, named }: DeleteInverse,
  reading: UndoContext,
): Promise<ResolvedWrite> {
  const since = new Date(Date.parse(entry.at) - maximumSkew).toISOString();
  const sent = listBodyFields(endpoint).filter((name) => entry.input[name] !== undefined);
  const getId = (item: JsonObject) => asText(getValueAt(item, named.member));
  const getCreation = (item: JsonObject) => asText(item.createdAt) || asText(item.postedAt);
  const others = await listCreatedByOthers(entry, reading);
  const fits = (item: JsonObject) => {
    const created = getCreation(item);
    if (created !== "" && created < since) return false;
    return (
      !others.has(getId(item)) &&
      sent
        .filter((name) => item[name] !== undefined)
        .every((name) => isSame(item[name], entry.input[name]))
    );
  };
  const matches: JsonObject[] = [];
  if (list === undefined)
    return createUnknownOutcome("the API does not list the created resources");
  for await (const page of listPages(fill(list, entry.input), reading.readFor(entry))) {
    for (const item of asObjects(asObject(page).items)) if (fits(item)) matches.push(item);
  }
  const [only] = matches;
  if (only === undefined) return { outcome: "refused", because: "No matching resource exists." };
  if (matches.length > 1) return createUnknownOutcome(`${matches.length} matching resources exist`);
  const made = getId(only);
  if (getCreation(only) === "") {
    return createUnknownOutcome(
      `the API does not show when the matching resource ${made} was created`,
    );
  }
  return {
    outcome: "done",
    made,
    after: reading.digestFor(entry)(only),
    because: "Exactly one matching resource was created at that time.",
  };
}

/** The ids of resources that other writes of the history created, on any platform. */
async function listCreatedByOthers(
  { entry }: HistoryEntry,
  { history }: UndoContext,
): Promise<ReadonlySet<string | undefined>> {
  const entries = await history.entries();
  return new Set(entries.filter((other) => other.entry !== entry).map(({ made }) => made));
}

function createUnknownOutcome(why: string): ResolvedWrite {
  return { outcome: "unknown", because: `The result is still unknown: ${why}.` };
}
