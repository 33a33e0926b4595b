/** What the worker thread of an import or export asks the platform for. */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { StoredDocument } from "../../../../src/document/stored-document.ts";
import { readObject } from "../../../../src/service/areas/content/files/file-storage.ts";
import {
  createThreadCall,
  type Question,
  type ThreadSetting,
} from "../../../../src/service/areas/git/thread-call.ts";
import { createIdSource } from "../../../../src/service/core/ids.ts";

const setting: ThreadSetting = {
  ...{ language: "sqlite", ids: "test", now: "2026-03-02T08:00:00.000Z", isPlan: false },
};

/** @param respond the response of the platform to a question */
function open(isPlan = false, respond: (question: Question) => unknown = () => undefined) {
  const asked: Question[] = [];
  const call = createThreadCall({ ...setting, isPlan }, async (question) => {
    asked.push(question as Question);
    return respond(question as Question);
  });
  /** The names of the documents of each batch. */
  const batches = () =>
    asked.flatMap((question) =>
      "documents" in question ? [question.documents.map(({ hash }) => hash)] : [],
    );
  return { call, asked, batches };
}

/** @param lengths of its parts, in characters */
const document = (hash: string, body = 1, refs = 0, anchors = 0): StoredDocument => ({
  ...{ hash, body: "b".repeat(body), refs: "r".repeat(refs) },
  ...{ anchors: "a".repeat(anchors), spaces: [] },
});

afterEach(() => {
  vi.useRealTimers();
});

describe("documents", () => {
  test.each([99, 100, 101, 200])("are stored a hundred at once: %i", async (count) => {
    const { call, batches } = open();
    const names = Array.from({ length: count }, (_, number) => `d${number}`);
    for (const name of names) await call.putDocument(document(name));
    const isFull = count >= 100;
    expect(batches()).toEqual(
      isFull ? [names.slice(0, 100), ...(count === 200 ? [names.slice(100)] : [])] : [],
    );
    await call.flushDocuments();
    expect(batches().flat()).toEqual(names);
    expect(batches()).toHaveLength(count <= 100 ? 1 : 2);
    await call.flushDocuments();
    expect(batches()).toHaveLength(count <= 100 ? 1 : 2);
  });

  const most = 512 * 1024;
  test.each<[string, readonly StoredDocument[], readonly (readonly string[])[]]>([
    ["up to 512 Ki characters", [document("a", most - 1), document("b")], [["a", "b"]]],
    ["not more", [document("a", most), document("b")], [["a"], ["b"]]],
    [
      "a larger one alone",
      [document("a"), document("b", most + 1), document("c")],
      [["a"], ["b"], ["c"]],
    ],
    ["including references", [document("a", most - 1), document("b", 1, 1)], [["a"], ["b"]]],
    ["including anchors", [document("a", most - 1), document("b", 1, 0, 1)], [["a"], ["b"]]],
    [
      "counted anew after each batch",
      [document("a", most), document("b", most - 1), document("c")],
      [["a"], ["b", "c"]],
    ],
  ])("are stored together: %s", async (_, documents, expected) => {
    const { call, batches } = open();
    for (const one of documents) await call.putDocument(one);
    await call.flushDocuments();
    expect(batches()).toEqual(expected);
  });

  test("of a plan are not stored, but can be read", async () => {
    const rows = { query: { rows: [], numAffectedRows: undefined } };
    const { call, batches } = open(true, (question) =>
      "query" in question ? rows.query : undefined,
    );
    const node = { object: "block", type: "paragraph", nodes: [] };
    const body = JSON.stringify({ object: "document", data: {}, nodes: [node] });
    await call.putDocument({ ...document("planned"), body });
    await call.flushDocuments();
    expect(batches()).toEqual([]);
    expect(await call.readDocuments("S1", ["planned"])).toEqual(
      new Map([["planned", JSON.parse(body)]]),
    );
  });
});

test("a file is stored, except by a plan, and its hash is returned", async () => {
  const bytes = Buffer.from("text");
  const file = {
    hash: "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1",
    size: 4,
  };
  for (const isPlan of [false, true]) {
    const { call, asked } = open(isPlan);
    expect(await call.putFile(bytes)).toMatchObject(file);
    expect(asked).toEqual(isPlan ? [] : [{ file: { ...file, base64: "dGV4dA==" } }]);
    expect(call.isPlan).toBe(isPlan);
  }
});

test.each([
  [true, true],
  [false, false],
  [undefined, false],
  ["yes", false],
])("a commit is available only if the platform says so: %j", async (answer, expected) => {
  const { call, asked } = open(false, () => answer);
  expect(await call.fetchCommit("c1")).toBe(expected);
  expect(asked).toEqual([{ fetch: "c1" }]);
});

test("objects are fetched in a phase of its own", async () => {
  const { call, asked } = open();
  await call.phases.during("read", () => call.fetchObjects(["o1", "o2"]));
  expect(asked).toEqual([{ objects: ["o1", "o2"] }]);
  expect(call.phases.list().map(({ phase }) => phase)).toEqual(["fetch", "read"]);
});

test("the contents of files are read from the object storage by the platform", async () => {
  const object = { name: "o1", hash: "h1", size: 1 };
  const bytes = Uint8Array.of(1);
  const { call, asked } = open(false, () => bytes);
  expect(await readObject(call.db, object)).toBe(bytes);
  expect(asked).toEqual([{ object }]);
  const { call: failing } = open();
  await expect(readObject(failing.db, object)).rejects.toThrow("The object o1 was not read.");
});

test("the time and the ids are those of the platform", () => {
  const { call } = open();
  const newId = createIdSource("test");
  expect(call.now).toEqual(new Date(setting.now));
  expect([call.newId(), call.newId()]).toEqual([newId(), newId()]);
});

test("progress is reported at most every half second", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  const { call, asked } = open();
  const counts: [number, number][] = [
    [499, 1],
    [1, 2],
    [499, 3],
    [1, 4],
  ];
  for (const [milliseconds, done] of counts) {
    vi.advanceTimersByTime(milliseconds);
    await call.phases.count("read", done, 9);
  }
  await call.phases.count("merge");
  vi.advanceTimersByTime(500);
  await call.phases.count("merge");
  expect(asked).toEqual([
    { progress: { phase: "read", done: 2, total: 9 } },
    { progress: { phase: "read", done: 4, total: 9 } },
    { progress: { phase: "merge" } },
  ]);
});
