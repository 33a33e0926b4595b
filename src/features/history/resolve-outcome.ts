/** Finds out how a write ended whose answer did not come, from what is there now. */
import type { JsonObject } from "../../context.ts";
import { getMethod } from "../../contract/endpoint.ts";
import type { Deleted } from "../../contract/inverse.ts";
import { rolesAfter } from "../../history/after.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { fill, listPages, valueAt } from "../../history/reading.ts";
import {
  bodyFields,
  computeDifferences,
  isSame,
  oppositeState,
  readState,
  sentFields,
} from "../../history/state.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { type Invertible, type Reading, toInvertible } from "./reading.ts";

export type Resolved = Pick<HistoryEntry, "outcome" | "after" | "made" | "because">;

/** The clock of the platform may be behind the one of this machine by so many milliseconds. */
const mostSkew = 5 * 60 * 1000;

/** How it ended; "unknown", with the reason, if that cannot be told. */
export async function resolveOutcome(entry: HistoryEntry, reading: Reading): Promise<Resolved> {
  const invertible = toInvertible(entry, reading);
  if (typeof invertible === "string") {
    return unknown("nothing that can be read tells whether it was carried out");
  }
  const { inverse, endpoint } = invertible;
  const read = reading.readFor(entry);
  const digest = reading.digestFor(entry);
  if (inverse.how === "delete") return resolveCreation(invertible, inverse, reading);
  const now = digest(
    (await readState(inverse, { endpoint, input: entry.input }, read))?.state ?? {},
  );
  const wanted = getExpectedState(invertible);
  const isThere =
    wanted !== undefined && Object.keys(wanted).every((name) => isSame(wanted[name], now[name]));
  if (isThere) return { outcome: "done", after: now, because: "What was sent is there." };
  if (entry.before !== undefined && computeDifferences(entry.before, now).length === 0) {
    return { outcome: "refused", because: "Everything is as it was before." };
  }
  return unknown("what is there is neither what was sent nor what was there before");
}

/** What the write makes of its target, as far as it can be told without having been carried out. */
function getExpectedState({ entry, inverse, endpoint }: Invertible): JsonObject | undefined {
  switch (inverse.how) {
    case "fields": {
      const told = sentFields(inverse, { endpoint, input: entry.input });
      if (told.length === 0) return undefined;
      return Object.fromEntries(told.map((name) => [name, entry.input[name] ?? null]));
    }
    case "opposite":
      return oppositeState(inverse);
    case "roles":
      return getMethod(endpoint) === "PUT"
        ? undefined
        : rolesAfter({ endpoint, input: entry.input });
    default:
      return undefined;
  }
}

async function resolveCreation(
  { entry, endpoint }: Invertible,
  { list, named }: Deleted,
  reading: Reading,
): Promise<Resolved> {
  const since = new Date(Date.parse(entry.at) - mostSkew).toISOString();
  const sent = bodyFields(endpoint).filter((name) => entry.input[name] !== undefined);
  const fits = (item: JsonObject) => {
    const created = textIn(item.createdAt) || textIn(item.postedAt);
    if (created !== "" && created < since) return false;
    const told = sent.filter((name) => item[name] !== undefined);
    if (created === "" && told.length === 0) return false;
    return told.every((name) => isSame(item[name], entry.input[name]));
  };
  const found: JsonObject[] = [];
  if (list === undefined) return unknown("the request does not say which list has what it made");
  for await (const page of listPages(fill(list, entry.input), reading.readFor(entry))) {
    for (const item of objectsIn(objectIn(page).items)) if (fits(item)) found.push(item);
  }
  const [only] = found;
  if (only === undefined) return { outcome: "refused", because: "Nothing like it is there." };
  if (found.length > 1) return unknown(`${found.length} things are there that fit`);
  const made = textIn(valueAt(only, named.member));
  return {
    outcome: "done",
    made,
    after: reading.digestFor(entry)(only),
    because: "One thing is there that fits, and was made at that time.",
  };
}

function unknown(why: string): Resolved {
  return { outcome: "unknown", because: `It is still not known: ${why}.` };
}
