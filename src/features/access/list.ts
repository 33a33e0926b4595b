/** `tome access list`: lists the roles of users in resources, with their sources. */

import type { Context, JsonObject, Result } from "../../context.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { findOwn } from "../../json/own-members.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asText } from "../../json/values.ts";
import {
  findUnreadParts,
  type OrganizationReader,
  openOrganization,
} from "../organization/organization-reader.ts";
import { columnsForPrograms, selectAccessColumns, toRecord } from "./columns.ts";
import { findSites } from "./resources.ts";
import { type AccessFilter, type AccessRow, listAccessRows } from "./rows.ts";

interface AccessListInput extends Omit<AccessFilter, "things"> {
  readonly organizationId: string;
  readonly spaceId?: string;
  readonly collectionId?: string;
  readonly siteId?: string;
}

export async function listAccess(context: Context, input: AccessListInput): Promise<Result> {
  const { organizationId, spaceId, collectionId, siteId, ...filter } = input;
  const reading = openOrganization(await context.client({ lookup: true }), organizationId);
  const ids = [collectionId, spaceId, siteId].filter((id) => id !== undefined);
  const things = ids.length === 0 ? undefined : new Set(ids);
  const { outIsTerminal } = context.terminal;
  const isTable = outIsTerminal && (context.choice.format ?? "table") === "table";
  const noteworthy = { computed: 0, waiting: 0, unexplained: 0 };
  const isFiltered = Object.values(filter).some((one) => one !== undefined);
  const visitors = isTable && !isFiltered ? await describeVisitors(reading, input) : [];
  const pages = countRows(listAccessRows(reading, { ...filter, things }), noteworthy);
  const list = outIsTerminal ? await readAhead(context, pages) : pages;
  return {
    list: fetchRecords(list, reading),
    columns: isTable
      ? selectAccessColumns(filter.userId !== undefined, things?.size === 1)
      : columnsForPrograms,
    none: "No matching access found.",
    knownFields: ["user.id", "user.email", "thing.id", "from.id", "from.title", "team.title", "by"],
    notes: () => [...visitors, ...listNotes(noteworthy)],
    unsettled: () => findUnreadParts(reading),
  };
}

/** Collects all rows with a progress display, for terminals. */
async function* readAhead(
  { terminal }: Context,
  pages: AsyncIterable<readonly AccessRow[]>,
): AsyncGenerator<readonly AccessRow[]> {
  const progress = terminal.progress("Reading access …");
  const all: AccessRow[][] = [];
  let things = 0;
  try {
    for await (const rows of pages) {
      all.push([...rows]);
      progress.update(`Reading access: ${formatCount(++things, "resource")} …`);
    }
  } finally {
    progress.stop();
  }
  yield all.flat();
}

async function* fetchRecords(
  pages: AsyncIterable<readonly AccessRow[]>,
  reading: OrganizationReader,
): AsyncGenerator<readonly JsonObject[]> {
  for await (const rows of pages) if (rows.length > 0) yield rows.map(toRecord);
  // Throws if no list could be read, so that the result is not shown as empty.
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

function listNotes({ computed, waiting, unexplained }: Noteworthy): string[] {
  return [
    ...(computed > 0
      ? [
          `The platform does not report all access, so tome computed ${formatCount(computed, "row")} from default levels and grants.`,
        ]
      : []),
    ...(waiting > 0
      ? [
          `${formatCount(waiting, "row is a grant", "rows are grants")} of disabled or former members, which take effect when they return.`,
        ]
      : []),
    ...(unexplained > 0
      ? [
          `${formatCount(unexplained, "row has", "rows have")} a role that default levels and grants do not explain.`,
        ]
      : []),
  ];
}

/** The visitors of a docs site, by its visibility. */
const visitors: Readonly<Record<string, string>> = {
  public: "All visitors",
  unlisted: "All visitors with the URL",
  "share-link": "All visitors with a share link",
  "visitor-auth": "All visitors who sign in",
};

/** A sentence for each published docs site with the content; empty if the sites could not be read. */
async function describeVisitors(
  reading: OrganizationReader,
  { spaceId, siteId }: { readonly spaceId?: string; readonly siteId?: string },
): Promise<readonly string[]> {
  const spaceSites = spaceId === undefined ? [] : ((await findSites(reading, spaceId)) ?? []);
  const ids = new Set([
    ...spaceSites.map(({ id }) => id),
    ...(siteId === undefined ? [] : [siteId]),
  ]);
  if (ids.size === 0) return [];
  return ((await reading.sites()) ?? []).flatMap(({ id, title, published, visibility }) => {
    const who = findOwn(visitors, asText(visibility));
    if (!ids.has(asText(id)) || published !== true || who === undefined) return [];
    const what = siteId === undefined ? "the space" : "the content of the site";
    return [`${who} can read ${what}, because the docs site ${writeJson(title)} is published.`];
  });
}
