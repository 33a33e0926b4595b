import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
import {
  type PlannedEdit,
  sendChanges,
} from "../../../../src/features/backup/restore/content-edits.ts";
import type {
  RestoreJournal,
  SpaceState,
} from "../../../../src/features/backup/restore/restore-journal.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

const page = (id: string): PlannedEdit => ({
  change: { operation: "insert_page", title: id, document: {}, ref: `ref-${id}` },
  old: id,
  says: `The page "${id}"`,
});
const file = (id: string): PlannedEdit => ({
  change: {
    operation: "insert_files",
    files: [{ name: id, contentType: "text/plain", base64: "eA==" }],
  },
  old: id,
  says: `The file "${id}"`,
});
const update = (id: string): PlannedEdit => ({
  change: { operation: "update_page", page: id, title: `New ${id}` },
  says: `The page "${id}"`,
});

interface SentChange {
  readonly ref?: string;
  readonly title?: string;
}

/** Sends edits to a platform that refuses changes with some titles, and returns notes and titles. */
async function send(
  edits: readonly PlannedEdit[],
  respond: (changes: readonly SentChange[]) => unknown,
) {
  const { client, sent } = openScriptedClient(({ body }) =>
    respond((body as { changes: readonly SentChange[] }).changes),
  );
  const notes: unknown[] = [];
  const journal = {
    note: async (key: string, change: object) => void notes.push([key, change]),
  } as RestoreJournal;
  const state: SpaceState = {
    key: "handbook",
    id: "S1",
    changeRequest: "R1",
    step: "begun",
    ids: new Map(),
    refused: new Set(),
  };
  const result = await sendChanges({ client, journal, state }, edits).catch(
    (error: unknown) => error,
  );
  return { notes, result, sent };
}

const pages = (changes: readonly SentChange[]) =>
  changes.flatMap(({ ref }) =>
    ref === undefined ? [] : [{ ref, page: { id: ref.replace("ref-", "new-") } }],
  );

describe("sendChanges", () => {
  test("records the new ids of pages and files, and the revision", async () => {
    const { notes, sent } = await send(
      [file("F1"), page("P1"), update("P9"), file("F2"), page("P2")],
      (changes) => ({
        changeRequest: { revision: "V2" },
        changes: [...pages(changes).toReversed(), { ref: "other", page: { id: "x" } }],
        insertedFiles: [{ id: "new-F1" }, { id: "new-F2" }],
      }),
    );
    expect(notes).toEqual([
      [
        "handbook",
        { ids: { P1: "new-P1", P2: "new-P2", F1: "new-F1", F2: "new-F2" }, revision: "V2" },
      ],
    ]);
    const [request] = sent;
    expect(String(request?.[0])).toMatch(
      /^\w+ \/spaces\/S1\/change-requests\/R1\/content.*compat=false/,
    );
    expect(request?.[1]).toMatchObject({
      changes: [{ operation: "insert_files" }, { ref: "ref-P1" }, { page: "P9" }, {}, {}],
    });
  });

  test.each([400, 404, 413, 415, 422])(
    "a refusal with %d skips only the refused changes",
    async (status) => {
      const { notes, result, sent } = await send(["a", "b", "c", "d", "e"].map(page), (changes) =>
        changes.some(({ title }) => title === "b" || title === "e")
          ? status
          : { changeRequest: { revision: "V" }, changes: pages(changes) },
      );
      expect(result).toBeUndefined();
      const answered = `Answered with ${status}.`;
      expect(notes).toEqual([
        ["handbook", { ids: { a: "new-a" }, revision: "V" }],
        ["handbook", { refused: `The page "b": ${answered}` }],
        ["handbook", { ids: { c: "new-c" }, revision: "V" }],
        ["handbook", { ids: { d: "new-d" }, revision: "V" }],
        ["handbook", { refused: `The page "e": ${answered}` }],
      ]);
      const sizes = sent.map((one) =>
        typeof one === "string" ? 0 : (one[1] as { changes: readonly unknown[] }).changes.length,
      );
      expect(sizes).toEqual([5, 3, 2, 1, 1, 1, 2, 1, 1]);
    },
  );

  test.each([401, 403, 409, 500, 501])("another error with %d ends the restore", async (status) => {
    const { notes, result, sent } = await send([page("a"), page("b")], () => status);
    expect(result).toMatchObject({ status });
    expect([notes, sent.length]).toEqual([[], 1]);
  });

  test("names the change without the index of the platform", async () => {
    const notes: unknown[] = [];
    const journal = {
      note: async (_: string, change: object) => void notes.push(change),
    } as RestoreJournal;
    const state: SpaceState = { key: "k", step: "begun", ids: new Map(), refused: new Set() };
    const client = {
      call: () => Promise.reject(new ApiError(400, "changes.0: title is too long.")),
    };
    await sendChanges({ client: client as never, journal, state }, [update("a")]);
    expect(notes).toEqual([{ refused: 'The page "a": title is too long.' }]);
  });

  test.each([
    ["a page", [page("a")], { changes: [] }],
    ["a file", [file("a"), file("b")], { insertedFiles: [{ id: "x" }] }],
  ])("fails if the platform returns no id for %s", async (_, edits, answer) => {
    const { result, notes } = await send(edits, () => answer);
    const [, second] = edits;
    expect(result).toEqual(
      new ApiError(
        502,
        `${(second ?? edits[0])?.says} was created, but the platform did not return its id.`,
      ),
    );
    expect(notes).toEqual([]);
  });

  test("sends nothing without changes", async () => {
    expect((await send([], () => ({}))).sent).toEqual([]);
  });
});
