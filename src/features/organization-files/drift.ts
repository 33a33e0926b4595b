/** `tome drift`: what changed on the platform since the last apply. It only reads. */
import type { Column, Context, JsonObject, JsonValue, Result } from "../../context.ts";
import { Unsettled, UsageError } from "../../errors.ts";
import { counted } from "../../json/counted.ts";
import { textIn } from "../../json/values.ts";
import { matchesGlob } from "../check/glob.ts";
import { openOrganization } from "../organization/reading.ts";
import { digestsIn, sortList } from "./compare.ts";
import { Ids } from "./ids.ts";
import { liveKey, readLive } from "./live.ts";
import { type Lock, readLock, refuseOtherOrganization } from "./lock.ts";
import { readAhead, resolveScope } from "./scope.ts";
import { computeDigest, getSite, type Live } from "./thing.ts";
import { showLive } from "./variables.ts";

interface DriftInput {
  readonly organizationId: string;
  readonly folder?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
}

const columns: readonly Column[] = [
  { header: "WHAT", path: "address", as: "title" },
  { header: "FIELD", path: "field" },
  { header: "NOW", path: "now", wide: true },
  { header: "ID", path: "id", as: "id" },
];

export async function drift(context: Context, input: DriftInput): Promise<Result> {
  const { organizationId, folder = ".", ignore = [] } = input;
  const lock = await readLock(context, folder);
  if (lock === undefined) {
    throw new UsageError(
      `There is no lock in ${folder}, so nothing was applied or exported there yet.`,
      `tome export ${folder}`,
    );
  }
  const platform = context.settings.baseUrl.value;
  refuseOtherOrganization(lock, folder, { platform, organization: organizationId });
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  readAhead(reading, lock.things);
  const ids = new Ids((await reading.members()) ?? []);
  for (const [address, { kind, id }] of lock.things) {
    if (kind !== "member") ids.set(kind, address, id);
  }
  const nothing = { things: new Map(), listed: new Set<string>() };
  const live = await readLive(reading, resolveScope(nothing, lock.things, ids), ids);
  const rows: JsonObject[] = [];
  const add = (row: JsonObject) => {
    const path = `${textIn(row.address)}.${textIn(row.field)}`;
    if (!ignore.some((glob) => matchesGlob(path, glob) || row.address === glob)) rows.push(row);
  };
  for (const [address, { kind, id, fields }] of lock.things) {
    if (!isNamed(lock, address)) continue;
    const there = live.get(liveKey(kind, id));
    if (there === undefined) {
      add({ address, field: "", now: "gone from the platform", id });
      continue;
    }
    for (const [field, digest] of fields) {
      const now = valueIn(there, field, (key) => isNamed(lock, `${getSite(address)}/${key}`));
      if (digestsIn(digest)?.kept === computeDigest(now)) continue;
      if (there.untold?.has(field) === true) continue;
      const shown = showLive(kind, field, there.fields.get(field) ?? null);
      add({ address, field, now: JSON.stringify(shown), id });
    }
  }
  const things = new Set(rows.map(({ address }) => textIn(address))).size;
  const count = counted(things, "thing has", "things have");
  const unsettled =
    rows.length === 0
      ? undefined
      : new Unsettled(
          "findings",
          `${count} changed on the platform since the last apply.`,
          `tome plan ${folder}`,
        );
  return {
    list: [rows],
    columns,
    none: "Nothing that the files manage has changed on the platform since the last apply.",
    unsettled: () => unsettled,
  };
}

/** The parts of an order that no file names may be anywhere in it. */
function valueIn({ fields }: Live, field: string, counts: (key: string) => boolean): JsonValue {
  return sortList(field, fields.get(field) ?? null, counts);
}

function isNamed({ things }: Lock, address: string): boolean {
  const locked = things.get(address);
  return locked !== undefined && locked.left !== true;
}
