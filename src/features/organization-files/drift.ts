/** `tome drift`: changes on the platform since the last apply. It sends no writes. */
import type { Context, JsonObject, JsonValue, PrintedColumn, Result } from "../../context.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asText } from "../../json/values.ts";
import { matchesGlob } from "../check/glob.ts";
import { openOrganization } from "../organization/organization-reader.ts";
import { formatExamined } from "../safety-checks/examined-count.ts";
import { readDesiredResources } from "./desired/desired.ts";
import { readFolder } from "./desired/read-folder.ts";
import { showLive, showWanted } from "./desired/variables.ts";
import { ResourceIds } from "./ids.ts";
import { addInvitations, findInvitation } from "./invitations.ts";
import { readLive, toLiveKey } from "./live.ts";
import { type Lock, readLock, refuseOtherOrganization } from "./lock.ts";
import { parseDigests, sortList } from "./planning/compare.ts";
import { isAutomaticField } from "./redirects.ts";
import { computeDigest, getSite, type Live } from "./resource.ts";
import { readAhead, resolveScope } from "./scope.ts";

interface DriftInput {
  readonly organizationId: string;
  readonly folder?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
}

const columns: readonly PrintedColumn[] = [
  { header: "RESOURCE", path: "address", as: "title" },
  { header: "FIELD", path: "field" },
  { header: "BEFORE", path: "before", wide: true },
  { header: "NOW", path: "now", wide: true },
  { header: "ID", path: "id", as: "id" },
];

export async function detectDrift(context: Context, input: DriftInput): Promise<Result> {
  const { organizationId, folder = ".", ignore = [] } = input;
  const lock = await readLock(context, folder);
  if (lock === undefined) {
    throw new UsageError(`No lock file found in ${folder}.`, `tome export ${folder}`);
  }
  const platform = context.settings.baseUrl.value;
  refuseOtherOrganization(lock, folder, { platform, organization: organizationId });
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  readAhead(reading, lock.things);
  const ids = new ResourceIds((await reading.members()) ?? []);
  for (const [address, { kind, id }] of lock.things) {
    if (kind !== "member") ids.set(kind, address, id);
  }
  const noResources = { things: new Map() };
  const scope = resolveScope(noResources, lock.things, ids);
  const live = await addInvitations(reading, lock.things, await readLive(reading, scope, ids));
  const findApplied = await openAppliedValues(context, folder, lock);
  const rows: JsonObject[] = [];
  const counts = { resources: 0, fields: 0, ignored: 0 };
  const add = (row: JsonObject) => {
    const path = `${asText(row.address)}.${asText(row.field)}`;
    if (!ignore.some((glob) => matchesGlob(path, glob) || row.address === glob)) rows.push(row);
    else counts.ignored++;
  };
  for (const [address, { kind, id, fields }] of lock.things) {
    if (!isNamed(lock, address)) continue;
    counts.resources++;
    const resource = live.get(toLiveKey(kind, id));
    if (findInvitation(kind, id, live) !== undefined) continue;
    if (resource === undefined) {
      add({ address, field: "", before: "", now: "deleted from the platform", id });
      continue;
    }
    for (const [field, digest] of fields) {
      counts.fields++;
      const now = getComparableValue(resource, field, (key) =>
        isNamed(lock, `${getSite(address)}/${key}`),
      );
      if (isAutomaticField(field) && resource.fields.has(field)) continue;
      if (parseDigests(digest)?.kept === computeDigest(now)) continue;
      if (resource.untold?.has(field) === true) continue;
      const value = showLive(kind, field, resource.fields.get(field) ?? null);
      const before = findApplied(address, field, digest);
      add(context.redactions.value({ address, field, before, now: writeJson(value), id }));
    }
  }
  const things = new Set(rows.map(({ address }) => asText(address))).size;
  const count = formatCount(things, "resource has", "resources have");
  const unsettled =
    rows.length === 0
      ? undefined
      : new IncompleteError(
          "findings",
          `${count} changed on the platform since the last apply.`,
          `tome plan ${folder}`,
        );
  return {
    list: [rows],
    columns,
    none: "No managed resource has changed on the platform since the last apply.",
    notes: () => [
      formatExamined(
        [
          [counts.resources, "resource"],
          [counts.fields, "field"],
        ],
        [
          [
            lock.things.size - counts.resources,
            "resource that the files no longer contain",
            "resources that the files no longer contain",
          ],
          [counts.ignored, "change of --ignore", "changes of --ignore"],
        ],
      ),
    ],
    unsettled: () => unsettled,
  };
}

/**
 * The values of the last apply, which are in the files unless they were edited since. The lock file
 * has only their digests.
 * @returns a function to a JSON text, empty if the value is unknown
 */
async function openAppliedValues(
  context: Context,
  path: string,
  { things }: Lock,
): Promise<(address: string, field: string, digest: string) => string> {
  try {
    const folder = await readFolder(context, path);
    const { things: wanted } = readDesiredResources(folder, things);
    return (address, field, digest) => {
      const value = wanted.get(address)?.fields.get(field) ?? null;
      const isApplied = parseDigests(digest)?.sent === computeDigest(value);
      return isApplied ? writeJson(showWanted(value, folder.variables)) : "";
    };
  } catch (error) {
    // The lock file is sufficient to find changes.
    if (!(error instanceof UsageError)) throw error;
    return () => "";
  }
}

/** The position of parts that are in no file does not count as drift. */
function getComparableValue(
  { fields }: Live,
  field: string,
  counts: (key: string) => boolean,
): JsonValue {
  return sortList(field, fields.get(field) ?? null, counts);
}

function isNamed({ things }: Lock, address: string): boolean {
  const locked = things.get(address);
  return locked !== undefined && locked.left !== true;
}
