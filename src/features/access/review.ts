/** `tome access review`: saves an access review, and compares it with an earlier one. */

import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import { type Finding, IncompleteError, UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText } from "../../json/values.ts";
import { findUnreadParts, openOrganization } from "../organization/organization-reader.ts";
import { formatExamined } from "../safety-checks/examined-count.ts";
import { describeVia, getPersonName, getThingName } from "./columns.ts";
import { computeStrength } from "./decide.ts";
import {
  accessFile,
  peopleFile,
  prepareFolder,
  type ReviewedRow,
  readReview,
  toAccessCells,
  toMemberCells,
  writeReview,
} from "./review-files.ts";
import { type AccessRow, listAccessRows } from "./rows.ts";

interface ReviewInput {
  readonly organizationId: string;
  readonly save: string;
  readonly since?: string;
  readonly fail?: "increases" | "changes";
}

const columns: readonly PrintedColumn[] = [
  { header: "CHANGE", path: "change", as: "state" },
  { header: "USER", path: "person", as: "title", wide: true },
  { header: "RESOURCE", path: "title", wide: true },
  { header: "KIND", path: "kind" },
  { header: "OLD ROLE", path: "was" },
  { header: "NEW ROLE", path: "is" },
  { header: "REASON", path: "why", wide: true },
];

type AccessChange = "added" | "removed" | "raised" | "lowered";

export async function review(context: Context, input: ReviewInput): Promise<Result> {
  const { organizationId, save, since, fail } = input;
  if (fail !== undefined && since === undefined) {
    throw new UsageError(
      "--fail needs --since: there is no earlier report to compare with.",
      `tome access review --save ${save} --since <folder> --fail`,
    );
  }
  // Checked first, because reading the organization takes long.
  const earlier = since === undefined ? undefined : await readReview(context, since);
  prepareFolder(context, save);
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const progress = context.terminal.progress("Reading access …");
  const begin = new Date().toISOString();
  const rows: AccessRow[] = [];
  let things = 0;
  try {
    for await (const some of listAccessRows(reading)) {
      for (const row of some) rows.push(row);
      progress.update(`Reading access: ${formatCount(++things, "resource")} …`);
    }
  } finally {
    progress.stop();
  }
  const part = findUnreadParts(reading);
  const members = (await reading.members()) ?? [];
  const caller = asObject(await reading.caller());
  const manifest = await writeReview(
    context,
    save,
    {
      [accessFile]: await context.csvText(toAccessCells(rows)),
      [peopleFile]: await context.csvText(toMemberCells(members)),
    },
    {
      tome: context.version,
      platform: context.settings.baseUrl.value,
      organization: { id: organizationId, title: asText((await reading.organization())?.title) },
      caller: { id: asText(caller.id), displayName: asText(caller.displayName) },
      begin,
      end: new Date().toISOString(),
      rows: rows.length,
      people: members.length,
      computed: rows.some(({ computed }) => computed),
      unread: reading.unread.map(({ list, reason }) => ({ list, reason })),
    },
  );
  const examined = formatExamined(
    [
      [things, "resource"],
      [members.length, "member"],
      [rows.length, "access row"],
      ...(earlier === undefined ? [] : [[earlier.length, "earlier access row"] as const]),
    ],
    [[reading.unread.length, "list that cannot be read", "lists that cannot be read"]],
  );
  const saved = `Saved ${formatCount(rows.length, "access row")} and ${formatCount(members.length, "member")} to ${save}.`;
  if (earlier === undefined) {
    const next = `To apply decisions, fill in the column decision in a copy of ${accessFile}: tome access apply <copy>`;
    return {
      done: `${saved} ${examined}`,
      next,
      record: { folder: save, ...manifest },
      unsettled: part,
    };
  }
  const changes = listChangesSince(earlier, rows, part !== undefined);
  const failing = changes.filter(({ change }) => fail === "changes" || change !== "lowered");
  const findings =
    fail !== undefined && failing.length > 0
      ? new IncompleteError(
          "findings",
          `${formatCount(failing.length, "access change")} since ${since}${fail === "increases" ? " (added, removed or raised)" : ""}.`,
        )
      : undefined;
  return {
    list: [changes],
    columns,
    none: `No access changes since ${since}.`,
    notes: () => [saved, examined],
    findings: () => changes.map(toFinding),
    unsettled: () => part ?? findings,
  };
}

/**
 * Lists changes by user and resource.
 * @param isPart whether a list could not be read; then no row counts as removed
 */
function listChangesSince(
  earlier: readonly ReviewedRow[],
  rows: readonly AccessRow[],
  isPart: boolean,
): readonly JsonObject[] {
  const before = new Map(earlier.map((row) => [`${row.userId} ${row.thingId}`, row]));
  const changes: JsonObject[] = [];
  for (const row of rows) {
    const key = `${row.user?.id ?? ""} ${row.thing.id}`;
    const old = before.get(key);
    before.delete(key);
    const change = old === undefined ? "added" : compareRoles(old.role, row.role);
    if (change === undefined) continue;
    changes.push({
      change,
      person: getPersonName(row),
      kind: row.thing.object,
      title: row.thing.title,
      what: getThingName(row.thing),
      was: old === undefined ? null : (old.role ?? "guest"),
      is: row.role ?? "guest",
      why: describeVia(row),
      user: row.user?.id ?? null,
      thing: row.thing.id,
    });
  }
  if (isPart) return changes;
  for (const { person, title, role, userId, thingId } of before.values()) {
    const { kind, name } = readThing(title);
    const row = { change: "removed", person, kind, title: name, what: title };
    changes.push({
      ...row,
      was: role ?? "guest",
      is: null,
      why: "",
      user: userId,
      thing: thingId,
    });
  }
  return changes;
}

function compareRoles(before: string | null, after: string | null): AccessChange | undefined {
  const difference = computeStrength(after) - computeStrength(before);
  return difference === 0 ? undefined : difference > 0 ? "raised" : "lowered";
}

function toFinding({ change, person, what, was, is }: JsonObject): Finding {
  const newRole = is === null ? "no longer has a role" : `now has the role ${asText(is)}`;
  const oldRole = was === null ? "no role" : asText(was);
  return {
    rule: `access-${asText(change)}`,
    level: change === "lowered" ? "notice" : "warning",
    message: `${asText(person)} ${newRole} in ${asText(what)} (previously ${oldRole}).`,
    location: { name: asText(what) },
  };
}

/** Parses a title such as `the space "Handbook"`. */
function readThing(title: string): { readonly kind: string; readonly name: string } {
  const [before, after] = ["the ", ' "'];
  const index = title.startsWith(before) ? title.indexOf(after, before.length) : -1;
  if (index === -1 || !title.endsWith('"') || title.length - 1 < index + after.length) {
    return { kind: "", name: title };
  }
  return { kind: title.slice(before.length, index), name: title.slice(index + after.length, -1) };
}
