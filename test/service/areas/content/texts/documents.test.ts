import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import type { Document } from "../../../../../src/contract/document.model.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import {
  batchSize,
  computeDocumentSizes,
  inSizedBatches,
  readBodies,
  readInBatches,
} from "../../../../../src/service/areas/content/texts/document-batches.ts";
import {
  emptyDocument,
  filterDocuments,
  findDocument,
  getBodies,
  getDocument,
  getDocuments,
  getStoredText,
  loadDocumentFacts,
  putDocument,
  putDocuments,
  putStored,
} from "../../../../../src/service/areas/content/texts/documents.ts";
import { containsText } from "../../../../../src/service/core/texts.ts";
import type { Queries } from "../../../../../src/service/database/tables.ts";
import { countTurns } from "../../../../support/machine/count-turns.ts";
import { openSitesFixture, type SitesFixture } from "../../sites/fixture.ts";

let fixture: SitesFixture;
let spaceId: string;
let otherId: string;
beforeAll(async () => {
  fixture = await openSitesFixture();
  spaceId = await fixture.space("Guide");
  otherId = await fixture.space("Other");
});

const refer = (...refs: readonly ContentReference[]): Document => ({
  ...emptyDocument,
  nodes: refs.map((ref, at) => ({
    ...{ object: "block", type: "image", key: `k${at}`, data: { ref } },
  })) as never,
});

describe("stored documents", () => {
  test("have equal hashes if they are equal, and are stored once for each space", async () => {
    const { db } = fixture.workspace;
    const [one, two] = [parseMarkdown("# One\n"), parseMarkdown("Two\n")];
    const hashes = await putDocuments(db, spaceId, [one, two, one]);
    expect(hashes[0]).toBe(hashes[2]);
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(await putDocument(db, spaceId, two)).toBe(hashes[1]);
    expect(await putDocuments(db, spaceId, [])).toEqual([]);
    expect(await putStored(db, spaceId, [])).toEqual([]);
    expect(await putDocument(db, otherId, one)).toBe(hashes[0]);
    const rows = await db.selectFrom("documents").select(["space_id", "hash"]).execute();
    expect(rows.filter(({ hash }) => hash === hashes[0])).toHaveLength(2);
    expect(rows.filter(({ hash }) => hash === hashes[1])).toEqual([
      { space_id: spaceId, hash: hashes[1] },
    ]);
  });

  test("are read by their hash, and only in their space", async () => {
    const { db } = fixture.workspace;
    const document = parseMarkdown("Three\n");
    const hash = await putDocument(db, spaceId, document);
    const body = JSON.stringify(await getDocument(db, spaceId, hash));
    expect(await findDocument(db, spaceId, hash)).toBe(body);
    expect(await findDocument(db, otherId, hash)).toBeUndefined();
    const missing = `Document ${hash} of space ${otherId} is missing.`;
    await expect(getDocument(db, otherId, hash)).rejects.toThrow(missing);
    await expect(getStoredText(db, otherId, hash)).rejects.toThrow(missing);
    expect(await getStoredText(db, spaceId, undefined)).toEqual({
      body: '{"object":"document","data":{"schemaVersion":1},"nodes":[]}',
      references: [],
    });
    const hashes = [hash, "none", hash];
    expect(await getBodies(db, spaceId, hashes)).toEqual(new Map([[hash, body]]));
    expect(await readBodies(db, spaceId, hashes)).toEqual(new Map([[hash, body]]));
    expect(await readBodies(db, spaceId, [hash])).toEqual(new Map([[hash, body]]));
    expect(await readBodies(db, otherId, hashes)).toEqual(new Map());
    expect(await readBodies(db, spaceId, [])).toEqual(new Map());
    expect([...(await getDocuments(db, spaceId, hashes)).keys()]).toEqual([hash]);
    const size = Buffer.byteLength(body);
    expect(await computeDocumentSizes(db, spaceId, hashes)).toEqual(new Map([[hash, size]]));
    expect(await computeDocumentSizes(db, otherId, hashes)).toEqual(new Map());
    const batches = [];
    for await (const rows of readInBatches(db, spaceId, new Map([[hash, size]])))
      batches.push(rows);
    expect(batches).toEqual([[{ hash, body, refs: "[]" }]]);
    const elsewhere = readInBatches(db, otherId, new Map([[hash, size]]));
    expect((await elsewhere.next()).value).toEqual([]);
  });

  test("are selected by a condition, among the specified ones of their space", async () => {
    const { db } = fixture.workspace;
    const put = (id: string, ...words: readonly string[]) =>
      putDocuments(db, id, words.map(parseMarkdown));
    const [one = "", two = "", three = ""] = await put(spaceId, "apple one", "pear", "apple two");
    await put(otherId, "apple one", "apple three");
    const hasApple = containsText(sql`body`, "apple");
    const filter = (id: string, ...hashes: readonly string[]) =>
      filterDocuments(db, id, hashes, hasApple);
    expect(await filter(spaceId, one, two, one)).toEqual(new Set([one]));
    expect(await filter(spaceId, two, three, "none")).toEqual(new Set([three]));
    expect(await filter(otherId, one, two, three)).toEqual(new Set([one]));
    expect(await filter(spaceId)).toEqual(new Set());
  });

  test("have their references, anchors, and the other spaces that they refer to", async () => {
    const { db } = fixture.workspace;
    const refs = [
      { kind: "page", page: "p", space: otherId },
      { kind: "space", space: otherId },
      { kind: "page", page: "p", space: spaceId },
      { kind: "page", page: "p" },
      { kind: "space", space: "x".repeat(255) },
      { kind: "space", space: "y".repeat(256) },
    ] as const;
    const hash = await putDocument(db, spaceId, refer(...refs));
    const { references } = await getStoredText(db, spaceId, hash);
    expect(references.map(({ ref }) => ref)).toEqual(refs);
    const heading = await putDocument(db, spaceId, parseMarkdown("# Part one\n"));
    const facts = await loadDocumentFacts(db, spaceId, [hash, heading, "none"]);
    expect([...facts.keys()].toSorted()).toEqual([hash, heading].toSorted());
    expect(facts.get(hash)).toEqual({ references, anchors: [] });
    expect(facts.get(heading)?.anchors).toHaveLength(1);
    expect(await loadDocumentFacts(db, otherId, [hash])).toEqual(new Map());
    // The same document in another space is stored with its data there.
    expect(await putDocument(db, otherId, parseMarkdown("# Part one\n"))).toBe(heading);
    await db
      .updateTable("documents")
      .set({ anchors: "[]" })
      .where("space_id", "=", otherId)
      .where("hash", "=", heading)
      .execute();
    for (const [id, count] of [
      [spaceId, 1],
      [otherId, 0],
    ] as const) {
      const { anchors } = (await loadDocumentFacts(db, id, [heading])).get(heading) ?? {};
      expect([id, anchors?.length]).toEqual([id, count]);
    }
    const listSpaces = async (...hashes: readonly string[]) => {
      const rows = await db
        .selectFrom("document_spaces")
        .select("target_space_id")
        .where("space_id", "=", spaceId)
        .where("hash", "in", hashes)
        .execute();
      return rows.map(({ target_space_id }) => target_space_id).toSorted();
    };
    expect(await listSpaces(hash)).toEqual([otherId, "x".repeat(255)].toSorted());
    const single = await putDocument(db, spaceId, refer({ kind: "space", space: otherId }));
    expect(await listSpaces(single)).toEqual([otherId]);
  });
});

describe("batches of limited size", () => {
  const row = 1024;
  const limit = batchSize;

  test.each([
    [[], []],
    [[1], [[1]]],
    [
      [limit - row, 1],
      [[limit - row], [1]],
    ],
    [[limit - 2 * row - 1, 1], [[limit - 2 * row - 1, 1]]],
    [
      [limit - 2 * row, 1],
      [[limit - 2 * row], [1]],
    ],
    [
      [2 * limit, 1, 2],
      [[2 * limit], [1, 2]],
    ],
    [
      [1, 2 * limit, 2],
      [[1], [2 * limit], [2]],
    ],
    [
      [limit / 2, limit / 2, limit / 2 - row, 0],
      [[limit / 2], [limit / 2], [limit / 2 - row, 0]],
    ],
  ])("%j", (sizes, batches) => {
    expect(inSizedBatches(sizes, (size) => size)).toEqual(batches);
  });

  test("have a limited number of small rows", () => {
    const batches = inSizedBatches(Array(257).fill(0), (size) => size);
    expect(batches.map(({ length }) => length)).toEqual([256, 1]);
  });
});

describe("between batches of documents, other work runs:", () => {
  const hashes = Array.from({ length: 401 }, (_, at) => `hash ${at}`);
  const large = new Map(hashes.slice(0, 3).map((hash) => [hash, batchSize]));

  test.each<readonly [string, number, (db: Queries) => Promise<unknown>]>([
    ["sizes", 3, (db) => computeDocumentSizes(db, spaceId, hashes)],
    [
      "texts",
      3,
      async (db) => {
        for await (const rows of readInBatches(db, spaceId, large)) expect(rows).toEqual([]);
      },
    ],
    [
      "references",
      2,
      async (db) => {
        const hash = await putDocument(db, spaceId, parseMarkdown("# Turns\n"));
        expect((await loadDocumentFacts(db, spaceId, [hash])).size).toBe(1);
      },
    ],
  ])("%s", async (_, least, run) => {
    expect(await countTurns(() => run(fixture.workspace.db))).toBeGreaterThanOrEqual(least);
  });
});
