import { describe, expect, test } from "vitest";
import type { BackedUpSpace } from "../../../../src/features/backup/backed-up-space.ts";
import { formatSubject } from "../../../../src/features/backup/restore/earlier-restores.ts";
import type {
  RestoreJournal,
  SpaceState,
} from "../../../../src/features/backup/restore/restore-journal.ts";
import {
  edit,
  findRestoredId,
  groupSiblings,
  isSame,
  openRestored,
  type RestoreContext,
  readAt,
} from "../../../../src/features/backup/restore/restored-space.ts";
import type { BackupPage } from "../../../../src/features/backup/space-content.ts";
import type { JsonObject } from "../../../../src/json/values.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

const located = (page: JsonObject, more: Partial<BackupPage> = {}): BackupPage =>
  ({
    id: String(page.id ?? "P"),
    page,
    parent: undefined,
    depth: 1,
    type: "document",
    ...more,
  }) as BackupPage;
const state = (more: Partial<SpaceState> = {}): SpaceState => ({
  key: "k",
  id: "S1",
  step: "begun",
  ids: new Map(),
  refused: new Set(),
  ...more,
});

describe("isSame", () => {
  const page = {
    id: "P",
    title: "A",
    documentId: "D1",
    updatedAt: "1",
    pages: [],
    git: { a: 1 },
    urls: { app: "x" },
  };
  test.each<readonly [string, BackupPage | undefined, boolean]>([
    ["no live page", undefined, false],
    ["the same page", located(page), true],
    [
      "another time, children, Git data and URLs",
      located({ ...page, updatedAt: "2", pages: [{ id: "Q" }], git: {}, urls: {} }),
      true,
    ],
    ["another document", located({ ...page, documentId: "D2" }), false],
    ["another title", located({ ...page, title: "B" }), false],
    ["another parent", located(page, { parent: "Q" }), false],
  ])("%s", (_, live, expected) => {
    expect(isSame(located(page), live)).toBe(expected);
  });

  test("without a document id, the time shows a change of the text", () => {
    const { documentId: _, ...bare } = page;
    expect(isSame(located(bare), located({ ...bare, updatedAt: "2" }))).toBe(false);
    expect(isSame(located(bare), located(bare))).toBe(true);
    const group = { type: "group" } as const;
    expect(isSame(located(bare, group), located({ ...bare, updatedAt: "2" }, group))).toBe(true);
  });
});

test("new content has recorded ids, and existing content keeps its own", () => {
  const restored = {
    backup: {} as BackedUpSpace,
    state: state({
      ids: new Map([
        ["P1", "N1"],
        ["F1", "N2"],
      ]),
    }),
    live: new Map([
      ["P1", located({})],
      ["P2", located({})],
    ]),
    liveFiles: new Set(["F2"]),
    liveReusable: new Set(["R1"]),
  };
  expect(["P1", "P2", "F1", "F2", "R1", "P3"].map((id) => findRestoredId(restored, id))).toEqual([
    "N1",
    "P2",
    "N2",
    "F2",
    undefined,
    undefined,
  ]);
});

const responses: Readonly<Record<string, unknown>> = {
  "GET /spaces/S1": { revision: "V1" },
  "GET /spaces/S1/revisions/V1": {
    id: "V1",
    pages: [
      { id: "P1", type: "group", title: "A", pages: [{ id: "P2", type: "document", title: "B" }] },
    ],
    files: [{ id: "F1" }],
    reusableContents: [{ id: "R1" }],
  },
  "GET /spaces/S1/revisions/V9": { id: "V9" },
};

test("an existing target has its current content, and a new one is empty", async () => {
  const { client, sent } = openScriptedClient(
    ({ line }) => responses[line.replace(/\?.*/, "")] ?? 404,
  );
  const backup = {} as BackedUpSpace;
  const restored = await openRestored({ client }, backup, state());
  expect([[...restored.live.keys()], [...restored.liveFiles], [...restored.liveReusable]]).toEqual([
    ["P1", "P2"],
    ["F1"],
    ["R1"],
  ]);
  const count = sent.length;
  const fresh = await openRestored({ client }, backup, state({ isNew: true }));
  expect([fresh.live.size, fresh.liveFiles.size, fresh.liveReusable.size, sent.length]).toEqual([
    0,
    0,
    0,
    count,
  ]);
});

test.each([
  [{ changeRequest: "R1", revision: "V9" }, "V9"],
  [{ changeRequest: "R1" }, "V1"],
  [{ revision: "V9" }, "V1"],
  [{}, "V1"],
])("the content of %j is that of the revision %s", async (more, revision) => {
  const { client } = openScriptedClient(({ line }) => responses[line.replace(/\?.*/, "")] ?? 404);
  expect(await readAt(client, state(more))).toMatchObject({ id: revision });
});

test("siblings are grouped by parent in order", () => {
  const pages = [
    located({ id: "A" }),
    located({ id: "B" }, { parent: "A" }),
    located({ id: "C" }),
    located({ id: "D" }, { parent: "A" }),
  ];
  expect([
    ...groupSiblings(
      pages,
      ({ id }) => `new-${id}`,
      ({ parent }) => parent,
    ),
  ]).toEqual([
    [undefined, ["new-A", "new-C"]],
    ["A", ["new-B", "new-D"]],
  ]);
});

describe("edit", () => {
  const backedUp = "2026-01-02T03:04:05Z";
  const subject = formatSubject(backedUp, "abcd", "S0");
  const planned = [
    { change: { operation: "update_page", page: "P1", title: "T" } as const, says: "The page" },
  ];
  const draft = { id: "R5", subject, revision: "V5", revisionInitial: "V5" };

  async function run({
    isResumed = false,
    drafts = [] as readonly object[],
    changeRequest = undefined as string | undefined,
    count = 1,
  }) {
    const { client, sent } = openScriptedClient(({ line }) => {
      if (line.startsWith("GET /spaces/S1/change-requests")) return { items: drafts };
      return { id: "R9", revision: "V9", changeRequest: { revision: "V10" } };
    });
    const own = state({ ...(changeRequest !== undefined && { changeRequest }) });
    const notes: unknown[] = [];
    const journal = {
      mark: "abcd",
      isResumed,
      note: async (_: string, change: object) => {
        notes.push(change);
        Object.assign(own, change);
      },
    } as RestoreJournal;
    const restored = {
      backup: { entry: { id: "S0" } } as BackedUpSpace,
      state: own,
      live: new Map(),
      liveFiles: new Set<string>(),
      liveReusable: new Set<string>(),
    };
    await edit({ client, journal, backedUp } as RestoreContext, restored, planned.slice(0, count));
    return {
      lines: sent.map((one) => (typeof one === "string" ? one.replace(/\?.*/, "") : one[0])),
      bodies: sent,
      notes,
    };
  }
  const content = expect.stringMatching(/ \/spaces\/S1\/change-requests\/R9\/content/);

  test("creates a change request on first use", async () => {
    const { lines, bodies, notes } = await run({});
    expect(lines).toEqual(["POST /spaces/S1/change-requests", content]);
    expect(bodies[0]).toEqual(["POST /spaces/S1/change-requests", { subject }]);
    expect(notes[0]).toEqual({ changeRequest: "R9", revision: "V9" });
    expect((await run({ changeRequest: "R9" })).lines).toEqual([content]);
    expect((await run({ count: 0 })).lines).toEqual([]);
  });

  test.each([
    [[draft], "R5"],
    [[{ ...draft, revision: "V6" }], "R9"],
    [[{ ...draft, subject: "Other" }], "R9"],
    [[{ ...draft, id: "R4", subject: "Other" }, draft], "R5"],
  ])("a resumed restore uses its draft without edits: %#", async (drafts, id) => {
    const { notes, lines, bodies } = await run({ isResumed: true, drafts });
    expect(notes[0]).toMatchObject({ changeRequest: id });
    expect(
      lines.filter(
        (line) => line.startsWith("POST /spaces/S1/change-requests") && !line.includes("/content"),
      ),
    ).toHaveLength(id === "R9" ? 1 : 0);
    expect(String(bodies[0])).toMatch(/^GET .*\bstatus=draft\b/);
    const fresh = await run({ isResumed: false, drafts });
    expect(fresh.notes[0]).toMatchObject({ changeRequest: "R9" });
  });
});
