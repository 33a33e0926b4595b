/** Lists who has which role in what, and why. */

import type { Context, JsonObject, Result } from "../../context.ts";
import { counted } from "../../json/counted.ts";
import {
  findUnreadParts,
  type OrganizationReading,
  openOrganization,
} from "../organization/reading.ts";
import { type AccessRow, accessRows, type Wanted } from "./rows.ts";
import { describeVisitors } from "./visitors.ts";
import { columnsForPeople, columnsForPrograms, toRecord } from "./words.ts";

interface ListInput extends Omit<Wanted, "things"> {
  readonly organizationId: string;
  readonly spaceId?: string;
  readonly collectionId?: string;
  readonly siteId?: string;
}

export async function listAccess(context: Context, input: ListInput): Promise<Result> {
  const { organizationId, spaceId, collectionId, siteId, ...wanted } = input;
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const ids = [collectionId, spaceId, siteId].filter((id) => id !== undefined);
  const things = ids.length === 0 ? undefined : new Set(ids);
  const { outIsTerminal } = context.terminal;
  const isTable = outIsTerminal && (context.choice.format ?? "table") === "table";
  const noteworthy = { computed: 0, waiting: 0, unexplained: 0 };
  const isFiltered = Object.values(wanted).some((one) => one !== undefined);
  const visitors = isTable && !isFiltered ? await describeVisitors(reading, input) : [];
  const pages = countRows(accessRows(reading, { ...wanted, things }), noteworthy);
  const list = outIsTerminal ? await readAhead(context, pages) : pages;
  return {
    list: fetchRecords(list, reading),
    columns: isTable
      ? columnsForPeople(wanted.userId !== undefined, things?.size === 1)
      : columnsForPrograms,
    none: "Nobody has such access in what could be read.",
    knownFields: ["user.id", "user.email", "thing.id", "from.id", "from.title", "team.title", "by"],
    notes: () => [...visitors, ...notesOn(noteworthy)],
    unsettled: () => findUnreadParts(reading),
  };
}

/** A person sees how far it is, and then the whole; a program gets the rows as they come. */
async function* readAhead(
  { terminal }: Context,
  pages: AsyncIterable<readonly AccessRow[]>,
): AsyncGenerator<readonly AccessRow[]> {
  const progress = terminal.progress("Reading who has access …");
  const all: AccessRow[][] = [];
  let things = 0;
  try {
    for await (const rows of pages) {
      all.push([...rows]);
      progress.update(`Reading who has access: ${counted(++things, "thing")} …`);
    }
  } finally {
    progress.stop();
  }
  yield all.flat();
}

async function* fetchRecords(
  pages: AsyncIterable<readonly AccessRow[]>,
  reading: OrganizationReading,
): AsyncGenerator<readonly JsonObject[]> {
  for await (const rows of pages) if (rows.length > 0) yield rows.map(toRecord);
  // If nothing at all could be read, that is the error, and no list is empty.
  findUnreadParts(reading);
}

interface Noteworthy {
  computed: number;
  waiting: number;
  unexplained: number;
}

async function* countRows(pages: AsyncIterable<readonly AccessRow[]>, counts: Noteworthy) {
  for await (const rows of pages) {
    for (const { computed, effective, via, user } of rows) {
      if (computed) counts.computed++;
      if (!effective && user !== null) counts.waiting++;
      if (via === "unexplained") counts.unexplained++;
    }
    yield rows;
  }
}

function notesOn({ computed, waiting, unexplained }: Noteworthy): string[] {
  return [
    ...(computed > 0
      ? [
          `The platform does not say who has access here, so tome computed ${counted(computed, "row")} from levels and grants.`,
        ]
      : []),
    ...(waiting > 0
      ? [
          `In ${counted(waiting, "row")} somebody who is disabled, or no member any more, has a grant: it counts as soon as they are back.`,
        ]
      : []),
    ...(unexplained > 0
      ? [
          `In ${counted(unexplained, "row")} the platform gives another role than its levels and grants explain.`,
        ]
      : []),
  ];
}
