/**
 * X4: no data of one organization is read or written through rows of another. Each column that
 * refers to a collection or a space is found from the schema and from stored ids; the content is
 * transferred between organizations, and each operation is tried as the former organization.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import * as collection from "../../src/contract/collection.ts";
import * as contentImport from "../../src/contract/content-import.ts";
import type { Node } from "../../src/contract/document.model.ts";
import * as installation from "../../src/contract/integration-installation.ts";
import * as organizations from "../../src/contract/organization.ts";
import * as invite from "../../src/contract/organization-invite.ts";
import * as siteSection from "../../src/contract/site-section.ts";
import * as siteSpace from "../../src/contract/site-space.ts";
import * as space from "../../src/contract/space.ts";
import * as translation from "../../src/contract/translation.ts";
import { readTree } from "../../src/service/areas/content/revisions.ts";
import { putDocument } from "../../src/service/areas/content/texts/documents.ts";
import {
  contentReferences,
  listContentReferences,
} from "../../src/service/core/rows/content-references.ts";
import { removeForeignReferences } from "../../src/service/database/migrations/0025-foreign-references.ts";
import { pseudoTranslate } from "../../src/service/engines/language/pseudo-translation.ts";
import { issueToken } from "../../src/service/server/tokens.ts";
import { report, slowTest } from "../support/generators/amount.ts";
import { serve } from "../support/network/loopback.ts";
import { openCompleteOrganization } from "../support/organizations/complete-organization.ts";
import { publish, publishPages } from "../support/organizations/content.ts";
import { addModelChanges } from "../support/organizations/model-changes.ts";
import {
  type ContentColumn,
  findDeclared,
  findStored,
  organizationFor,
  type Rows,
  readForeignKeys,
  readOwners,
  readRows,
} from "../support/platforms/content-columns.ts";
import { getText } from "../support/platforms/platform.ts";
import { type NewDatabase, onBoth } from "../support/platforms/postgres/on-both.ts";
import type { Workspace } from "../support/platforms/workspace.ts";
import { endpoints } from "../support/requests/made.ts";
import { listInputs, requestFor } from "../support/requests/requests.ts";

const base = "http://127.0.0.1:4000";
const marker = "Written after the transfer";
const translatedMarker = pseudoTranslate(marker);

/** The transferred content: a space alone, a collection that contains it, or a parent of that. */
const transfers = ["space", "collection", "outer collection"] as const;
type Transfer = (typeof transfers)[number];

/**
 * An organization with one resource of each kind, and with each kind of reference to one of its
 * spaces.
 */
async function openTenants(database: NewDatabase | undefined) {
  const website = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><title>Page</title><main><h1>Imported</h1><p>Text.</main>");
  });
  const complete = await openCompleteOrganization("Alpha", {
    allowPrivate: ["127.0.0.1"],
    ...(database && { database: { url: await database(), connections: 4 } }),
  });
  const { workspace, admin: mover, organizationId, collectionId, spaceId, ids } = complete;
  onTestFinished(() => workspace.service.close());
  const of = { organizationId };
  const spy = await workspace.member(organizationId, "admin");
  const named = (name: string) => ids.get(name) ?? "";
  const outer = await workspace.ok(mover, collection.create, { ...of, title: "Outer" });
  await workspace.ok(mover, collection.move, { collectionId, parent: outer.id });

  const stays = await workspace.ok(mover, space.create, { ...of, title: "Stays" });
  await publishPages(workspace, stays.id, [{ title: "Stays", slug: "stays", markdown: `A page.` }]);
  await link(workspace, stays.id, spaceId);
  await link(workspace, spaceId, stays.id);
  await publishPages(workspace, spaceId, [{ title: "Own", slug: "own", markdown: "Text." }]);
  const translate = async (source: string) => {
    const made = await workspace.ok(spy, translation.create, {
      ...of,
      source: { space: source, language: "en" },
      language: "fr",
    });
    const one = { ...of, translationId: made.id };
    await workspace.ok(spy, translation.run, one);
    await workspace.service.jobs.finish();
    const { result } = await workspace.ok(spy, translation.get, one);
    return { one, result: result?.space ?? "" };
  };
  const ofMoved = await translate(spaceId);
  const intoMoved = await translate(stays.id);
  await workspace.ok(mover, space.move, { spaceId: intoMoved.result, parent: collectionId });
  for (const target of [{ space: spaceId }, { collection: collectionId }]) {
    await workspace.ok(mover, invite.create, { ...of, ...target, level: "read" });
  }
  const defaultContent = { type: "space", space: spaceId } as const;
  await workspace.ok(mover, organizations.update, { ...of, defaultContent });
  const installed = {
    integrationName: named("/integrations"),
    installationId: named("installation"),
  };
  await workspace.ok(mover, installation.update, { ...installed, space_selection: "selected" });
  await workspace.ok(mover, installation.installOnSpace, { ...installed, space: spaceId });

  const to = await workspace.organization("Beta");
  const receiver = await workspace.member(to, "admin");
  await workspace.enroll(to, mover, "create");
  return { ...complete, mover, spy, outer, ofMoved, intoMoved, to, receiver, website };
}

type Tenants = Awaited<ReturnType<typeof openTenants>>;

/** Requests of the former organization, which are executed after the transfer. */
async function askForWork({ workspace, spy, organizationId, spaceId, website, ...rest }: Tenants) {
  await workspace.ok(spy, contentImport.start, {
    organizationId,
    source: { type: "website", url: `${website.url}/` },
    target: { space: spaceId },
  });
  for (const { one } of [rest.ofMoved, rest.intoMoved]) {
    await workspace.ok(spy, translation.run, one);
  }
  const siteId = rest.ids.get("site") ?? "";
  await addModelChanges(workspace.db, { siteId, spaceId });
}

async function transfer(tenants: Tenants, what: Transfer): Promise<void> {
  const { workspace, mover, to, outer, collectionId, spaceId, intoMoved } = tenants;
  const target = { organization: to };
  if (what === "space") {
    // The result of a translation is transferred too.
    for (const one of [spaceId, intoMoved.result]) {
      await workspace.ok(mover, space.transfer, { spaceId: one, ...target });
    }
    return;
  }
  const id = what === "collection" ? collectionId : outer.id;
  await workspace.ok(mover, collection.transfer, { collectionId: id, ...target });
}

async function leaveSite({ workspace, mover, organizationId, ids, spaceId }: Tenants) {
  const siteId = ids.get("site") ?? "";
  const of = { organizationId, siteId };
  const { items } = await workspace.ok(mover, siteSpace.list, of);
  for (const { id, space: shown, section } of items) {
    if (shown.id !== spaceId) continue;
    if (section === undefined) {
      await workspace.ok(mover, siteSpace.remove, { ...of, siteSpaceId: id });
    } else {
      await workspace.ok(mover, siteSection.remove, { ...of, siteSectionId: section });
    }
  }
}

/** Adds a page that links to another space. */
async function link(workspace: Workspace, from: string, to: string): Promise<void> {
  const data = { ref: { kind: "space", space: to } };
  const text: Node = { object: "text", leaves: [{ object: "leaf", text: "There", marks: [] }] };
  const inline: Node = { object: "inline", type: "link", data, nodes: [text] };
  const paragraph: Node = { object: "block", type: "paragraph", data: {}, nodes: [inline] };
  const document = await putDocument(workspace.db, from, {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: [paragraph],
  });
  await publish(workspace, from, (tree) => ({
    ...tree,
    pages: [
      ...tree.pages,
      { id: "links", type: "document", title: "Links", slug: "links", document, pages: [] },
    ],
  }));
}

/** The rows that belong to an organization and refer to content of another one. */
function findCrossing(
  rows: Rows,
  columns: readonly ContentColumn[],
  keys: Awaited<ReturnType<typeof readForeignKeys>>,
): string[] {
  const owners = readOwners(rows);
  const kept = ["keeps", "resolves"];
  return columns.flatMap(({ table, column }) =>
    (rows[table] ?? []).flatMap((row) => {
      const own = organizationFor(table, row, rows, keys);
      const value = row[column];
      if (own === undefined || typeof value !== "string") return [];
      if (kept.includes(handlingFor(table, column) ?? "")) return [];
      const foreign = [...owners].filter(([id, owner]) => owner !== own && value.includes(id));
      return foreign.map(([id]) => `${table}.${column} of ${own} has ${id}`);
    }),
  );
}

function handlingFor(table: string, column: string): string | undefined {
  return listContentReferences().find((one) => one.table === table && one.column === column)
    ?.onTransfer;
}

/**
 * All stored data of the transferred content, except queued work and what the former organization
 * keeps of the past.
 */
function selectContent(rows: Rows, organization: string): string {
  const owners = readOwners(rows);
  const selected = Object.entries(rows).map(([table, all]) => {
    const isKept = handlingFor(table, "space_id") === "keeps";
    return [
      table,
      all.filter(
        (row) =>
          (row.organization_id ?? organization) === organization &&
          [row.id, isKept ? undefined : row.space_id].some(
            (id) => owners.get(String(id)) === organization,
          ),
      ),
    ];
  });
  return JSON.stringify(selected, undefined, 1);
}

describe.each(onBoth)("on %s", (_, database) => {
  slowTest("every column that refers to content has a rule for transfers", async () => {
    const tenants = await openTenants(database);
    const { db } = tenants.workspace;
    await askForWork(tenants);
    const content = [tenants.spaceId, tenants.collectionId, tenants.intoMoved.result];
    const found = [
      ...findDeclared(await readForeignKeys(db)),
      ...findStored(await readRows(db), [...content, tenants.outer.id]),
    ].map(({ table, column }) => `${table}.${column}`);
    const listed = listContentReferences();
    const named = listed.map(({ table, column }) => `${table}.${column}`);
    expect([...new Set(found)].filter((one) => !named.includes(one))).toEqual([]);
    // References that a transfer ends are stored here, so that the tests below see them end.
    const changing = listed.filter(({ onTransfer }) => !["keeps", "resolves"].includes(onTransfer));
    const missing = changing.map(({ table, column }) => `${table}.${column}`);
    expect(missing.filter((one) => !found.includes(one))).toEqual([]);
    expect(Object.keys(contentReferences).sort()).toEqual(Object.keys(await readRows(db)).sort());
    // A row with its own organization does not move with the content.
    const moving = listed.filter(({ onTransfer }) => onTransfer === "moves");
    const rows = await readRows(db);
    const owning = moving.filter(({ table }) => "organization_id" in (rows[table]?.[0] ?? {}));
    expect([...new Set(owning.map(({ table }) => table))]).toEqual(["collections", "spaces"]);
  });

  test("only collections and spaces are transferred", () => {
    const operations = endpoints.filter(({ operation }) => /transfer/i.test(operation));
    expect(operations.map(({ operation }) => operation).sort()).toEqual([
      "transferCollection",
      "transferSpace",
    ]);
  });

  for (const what of transfers) {
    slowTest(`no reference crosses organizations after the transfer of the ${what}`, async () => {
      const tenants = await openTenants(database);
      const { workspace, spaceId } = tenants;
      const { db } = workspace;
      const keys = await readForeignKeys(db);
      const stored = await readRows(db);
      const columns = [...findDeclared(keys), ...findStored(stored, readOwners(stored).keys())];
      await askForWork(tenants);
      await expect(transfer(tenants, what)).rejects.toThrow(/412/);
      await leaveSite(tenants);
      await transfer(tenants, what);
      expect(findCrossing(await readRows(db), columns, keys)).toEqual([]);
      const { tried, leaks, sources } = await spyOn(tenants);
      expect(sources).not.toContain(spaceId);
      expect(findCrossing(await readRows(db), columns, keys)).toEqual([]);
      report(
        "X4",
        `${tried} requests after the transfer of the ${what}, ${leaks} answers tell of it`,
      );
    });
  }

  for (const what of transfers) {
    slowTest(
      `rows that an earlier build left after a transfer of the ${what} have no effect, and an upgrade ends them`,
      async () => {
        const tenants = await openTenants(database);
        const { db } = tenants.workspace;
        await askForWork(tenants);
        await leaveSite(tenants);
        const [translations, imports] = [
          await db.selectFrom("translations").selectAll().execute(),
          await db.selectFrom("imports").selectAll().execute(),
        ];
        await transfer(tenants, what);
        await db.deleteFrom("translations").execute();
        await db.deleteFrom("imports").execute();
        await db.insertInto("translations").values(translations).execute();
        await db.insertInto("imports").values(imports).execute();
        await spyOn(tenants);
        for (const change of removeForeignReferences(db.schema, db)) await change.execute();
        const keys = await readForeignKeys(db);
        const columns = findStored(await readRows(db), [tenants.spaceId, tenants.collectionId]);
        expect(findCrossing(await readRows(db), columns, keys)).toEqual([]);
      },
    );
  }
});

/**
 * Changes the content in its new organization, and then tries everything that an admin of the
 * former one can do. No response may contain later data, and no content may change.
 */
async function spyOn({ workspace, spy, to, receiver, ...tenants }: Tenants) {
  const { spaceId, intoMoved, organizationId, ids } = tenants;
  const { db, service } = workspace;
  for (const moved of [spaceId, intoMoved.result]) {
    await workspace.ok(receiver, space.update, { spaceId: moved, title: marker });
    await publish(workspace, moved, (tree) => ({
      ...tree,
      pages: tree.pages.map((page) => ({ ...page, title: marker, description: marker })),
    }));
  }
  const before = selectContent(await readRows(db), to);
  expect(before).toContain(marker);

  await service.jobs.finish();
  const { items } = await workspace.ok(spy, translation.list, { organizationId });
  for (const { id } of items) {
    await workspace.ok(spy, translation.run, { organizationId, translationId: id });
  }
  await service.jobs.finish();
  expect(selectContent(await readRows(db), to)).toBe(before);

  const token = await issueToken(db, { user: spy, label: "spy", now: workspace.now });
  const leaks: string[] = [];
  let tried = 0;
  let granted = 0;
  for (const endpoint of endpoints) {
    for (const input of await listInputs(endpoint, { ids, word: "Probe" }, true)) {
      const answer = await service.transport(requestFor(endpoint, input, { base, token }));
      tried += 1;
      if (answer.status < 300) granted += 1;
      if ((await getText(answer)).includes(marker)) leaks.push(endpoint.operation);
    }
  }
  expect(leaks).toEqual([]);
  // The spy is still an admin of the remaining resources.
  expect(granted).toBeGreaterThan(endpoints.length / 4);
  expect(selectContent(await readRows(db), to)).toBe(before);
  expect(await markedOutside(db, to)).toEqual([]);
  return { tried, leaks: leaks.length, sources: items.map(({ source }) => source.space) };
}

/** The spaces of other organizations into which a job wrote content that it had read. */
async function markedOutside(db: Workspace["db"], organization: string): Promise<string[]> {
  const spaces = await db
    .selectFrom("spaces")
    .select(["id", "revision_id"])
    .where("organization_id", "<>", organization)
    .execute();
  const marked: string[] = [];
  for (const { id, revision_id } of spaces) {
    const tree = JSON.stringify(await readTree(db, revision_id));
    // Translations are the words with marks.
    if (tree.includes(marker) || tree.includes(translatedMarker)) marked.push(id);
  }
  return marked;
}
