/** The entries of the history that an undo, `history list` and their hints refer to. */
import { describe, expect, test } from "vitest";
import { loadWriteOperations } from "../../../src/contract/operations.ts";
import { NameNotFoundError } from "../../../src/errors.ts";
import { listHistory } from "../../../src/features/history/list.ts";
import { chooseHistoryEntries, fetchEarlierHint } from "../../../src/features/history/selection.ts";
import {
  findHistoryEntries,
  isInvertible,
  type UndoContext,
} from "../../../src/features/history/undo-context.ts";
import type { HistoryEntry } from "../../../src/history/history-entry.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { createRecorded, origin } from "./recorded-write.ts";

const operations = await loadWriteOperations();

const reading = (entries: readonly HistoryEntry[]) =>
  createPartial<UndoContext>({
    history: { origin, entries: async () => entries },
    profile: "work",
    operations,
  });
const names = (entries: readonly HistoryEntry[]) => entries.map((one) => one.entry);

describe("an undo", () => {
  const all = [
    createRecorded("a.1"),
    createRecorded("b.1"),
    createRecorded("b.2"),
    createRecorded("c.1", { outcome: "refused" }),
    createRecorded("d.1", { origin: "https://b.example" }),
    createRecorded("e.1", { outcome: "unknown" }),
    createRecorded("f.1", { undoes: "e.1" }),
  ];
  const choose = async (selection: Parameters<typeof chooseHistoryEntries>[0], entries = all) =>
    names(await chooseHistoryEntries(selection, reading(entries)));

  test.each([
    [{}, ["b.2", "b.1"]],
    [{ last: 2 }, ["b.2", "b.1", "a.1"]],
    [{ last: 9 }, ["b.2", "b.1", "a.1"]],
    [{ entry: "b.1" }, ["b.1"]],
    [{ entry: "b" }, ["b.2", "b.1"]],
    [{ entry: "a" }, ["a.1"]],
  ])("with %j reverts %j", async (selection, expected) => {
    expect(await choose(selection)).toEqual(expected);
  });

  test.each([
    [{ entry: "a", last: 1 }, "Specify either an entry or --last, not both.", "tome undo --help"],
    [{ entry: "e" }, "e is already undone.", "tome history show e"],
    [
      { entry: "c.1" },
      "c.1 was refused by the platform, so there is nothing to undo.",
      "tome history show c.1",
    ],
    [{ entry: "z" }, "No history entry z found.", "tome history list"],
    [
      { entry: "d" },
      "The entry d was sent to https://b.example with the profile work, but this command uses https://a.example.",
      "Run the same command again with --base-url https://b.example",
    ],
  ])("with %j is refused", async (selection, message, hint) => {
    await expect(choose(selection)).rejects.toMatchObject({ message, hint });
  });

  test("without entries of this platform has nothing to do", async () => {
    for (const entries of [[], all.slice(3, 5), all.slice(5)]) {
      await expect(choose({}, entries)).rejects.toMatchObject({
        message: "There is nothing to undo.",
      });
    }
  });

  test.each([
    ["work", "/data/local", "Run the same command again with TOME_DATA_DIR=/data/local"],
    ["work", "postgres://db", "Run the same command again with TOME_DATABASE=postgres://db"],
    ["work", "postgresql://db", "Run the same command again with TOME_DATABASE=postgresql://db"],
    ["home", "postgres://db", "Run the same command again with --profile home"],
  ])("of the profile %s at %s has a hint", (profile, other, hint) => {
    const found = [createRecorded("a.1", { profile, origin: other })];
    expect(() => findHistoryEntries("a.1", found, reading(found))).toThrow(
      expect.objectContaining({ hint }),
    );
  });
});

describe("the hint after a failed undo", () => {
  const deletion = { operation: "purgeSpace", method: "DELETE" };
  const failed = createRecorded("z.1", {
    path: "/v1/spaces/S9",
    target: { field: "spaceId", id: "S9" },
    input: { spaceId: "S9" },
  });
  const hint = (...before: readonly HistoryEntry[]) =>
    fetchEarlierHint([failed], reading([...before, failed, createRecorded("later.1")]));
  const named = (group: string) =>
    `To undo the last write that can be undone (tome space update): tome undo ${group}`;

  test.each<readonly [string, readonly HistoryEntry[], string]>([
    [
      "names the newest write before it",
      [createRecorded("a.1"), createRecorded("b.1")],
      named("b"),
    ],
    [
      "skips writes that cannot be undone",
      [createRecorded("a.1"), createRecorded("b.1", deletion)],
      named("a"),
    ],
    [
      "skips refused writes",
      [createRecorded("a.1"), createRecorded("b.1", { outcome: "refused" })],
      named("a"),
    ],
    [
      "skips writes of other platforms",
      [createRecorded("a.1"), createRecorded("b.1", { origin: "x" })],
      named("a"),
    ],
    [
      "skips undone writes and undos",
      [createRecorded("a.1"), createRecorded("b.1"), createRecorded("c.1", { undoes: "b.1" })],
      named("a"),
    ],
    [
      "skips the creation of its resource",
      [createRecorded("a.1"), createRecorded("b.1", { made: "S9" })],
      named("a"),
    ],
    ["names the list without such a write", [createRecorded("b.1", deletion)], "tome history list"],
  ])("%s", async (_, before, expected) => {
    expect(await hint(...before)).toBe(expected);
  });
});

describe("an entry", () => {
  test.each<readonly [string, Partial<HistoryEntry>, boolean]>([
    ["of its operation can be undone", {}, true],
    ["of no operation cannot", { operation: undefined }, false],
    ["of an unknown operation cannot", { operation: "nothing" }, false],
    ["with another method cannot", { method: "PUT" }, false],
    ["with another path cannot", { path: "/v1/spaces/S2" }, false],
    ["with a longer path cannot", { path: "/v1/x/spaces/S1" }, false],
    ["below another base URL can", { path: "/api/v1/spaces/S1" }, true],
    ["with another target cannot", { target: { field: "spaceId", id: "S2" } }, false],
    ["with another field of the target cannot", { target: { field: "path", id: "S1" } }, false],
  ])("%s", (_, more, expected) => {
    expect(isInvertible(createRecorded("a.1", more), reading([]))).toBe(expected);
  });
});

describe("the list", () => {
  const all = [
    createRecorded("a.1", {
      at: "2026-01-01T00:00:00Z",
      target: { field: "spaceId", id: "S1", title: "Guide" },
      input: {},
    }),
    createRecorded("b.1", {
      at: "2026-01-02T00:00:00Z",
      input: { parent: "S1" },
      target: { field: "spaceId", id: "S2" },
    }),
    createRecorded("c.1", {
      at: "2026-01-03T00:00:00Z",
      target: { field: "organizationId", id: "O1" },
      input: { title: "guide" },
      made: "S3",
    }),
    createRecorded("d.1", {
      at: "2026-01-04T00:00:00Z",
      target: { field: "spaceId", id: "S3" },
      input: {},
    }),
    createRecorded("e.1", {
      at: "2026-01-05T00:00:00Z",
      target: { field: "spaceId", id: "X" },
      input: {},
      undoes: "d.1",
    }),
  ];
  const list = async (
    query: Parameters<typeof listHistory>[1],
    ids: Readonly<Record<string, string>> = {},
  ) => {
    const lookUps: unknown[] = [];
    const { context } = openScriptedContext({
      more: {
        history: async () => ({ origin, entries: async () => all }),
        parentId: async () => "O1",
        settings: { local: false },
        lookUp: async ({
          of,
          word,
          within,
        }: {
          of: readonly string[];
          word: string;
          within: object;
        }) => {
          lookUps.push([of, word, within]);
          const id = ids[of[0] ?? ""];
          if (id === undefined) throw new NameNotFoundError("None.");
          return { id };
        },
      },
    });
    const result = await listHistory(context, query);
    if (result === undefined || !("list" in result)) throw new Error(JSON.stringify(result));
    const rows = [];
    for await (const page of result.list) rows.push(...page);
    return { rows, ids: rows.map((row) => row.entry), lookUps, result };
  };

  test.each([
    [{}, ["e.1", "d.1", "c.1", "b.1", "a.1"]],
    [{ since: "2026-01-04T00:00:00Z" }, ["e.1", "d.1"]],
    [{ target: "S1" }, ["b.1", "a.1"]],
    [{ target: "s3" }, ["d.1", "c.1"]],
    [{ target: "GUIDE" }, ["d.1", "c.1", "b.1", "a.1"]],
    [{ target: "guide", since: "2026-01-03T00:00:00Z" }, ["d.1", "c.1"]],
  ])("with %j has the entries %j", async (query, expected) => {
    const { ids, lookUps } = await list(query);
    expect([ids, lookUps]).toEqual([expected, []]);
  });

  test("looks titles up that no entry contains", async () => {
    const { ids, lookUps } = await list({ target: "Manual" }, { space: "S2", site: "X" });
    expect(ids).toEqual(["e.1", "b.1"]);
    expect(lookUps).toEqual(
      ["space", "collection", "site"].map((noun) => [[noun], "Manual", { organizationId: "O1" }]),
    );
    expect((await list({ target: "Manual" })).ids).toEqual([]);
  });

  test("says which entries were undone", async () => {
    const { rows, result } = await list({ since: "2026-01-04T00:00:00Z" });
    expect(rows.map(({ undone, client, operation }) => [undone, client, operation])).toEqual([
      [false, null, "updateSpaceById"],
      [true, null, "updateSpaceById"],
    ]);
    expect(result).toMatchObject({
      columns: [
        "ENTRY",
        "TIME",
        "COMMAND",
        "OPERATION",
        "TARGET",
        "TITLE",
        "OUTCOME",
        "UNDONE",
      ].map((header) => ({ header })),
      order: "Newest first.",
      none: "No history entries found.",
    });
    expect(result).not.toHaveProperty("complete");
  });
});
