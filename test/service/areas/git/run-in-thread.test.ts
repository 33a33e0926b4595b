/** The thread of an import or export: its results, its failures, and what the platform does for it. */
import { beforeAll, describe, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { toStoredForm } from "../../../../src/document/stored-document.ts";
import { encodeFile, getFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { getDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { inThread, type ThreadHost } from "../../../../src/service/areas/git/run-in-thread.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { createGitRows, openGitPlatform } from "../../../support/git/git-rows.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;
let rows: Awaited<ReturnType<typeof createGitRows>>;

beforeAll(async () => {
  platform = await openGitPlatform();
  rows = await createGitRows(platform);
  return () => platform.workspace.service.close();
});

const script = new URL("../../../support/git/git-task-worker.ts", import.meta.url);

interface Given {
  readonly kind?: "import" | "export";
  readonly plan?: true;
  readonly seconds?: number;
  readonly signal?: AbortSignal;
  readonly repository?: ThreadHost["repository"];
}

/** Runs a function of the test's worker for an operation that is stored as a row. */
async function run(name: string, input: unknown = {}, given: Given = {}) {
  const { kind = "import", plan, seconds = 60, signal = rows.call.signal } = given;
  await rows.db.deleteFrom("git_operations").where("space_id", "=", rows.spaceId).execute();
  const row = await rows.insertOperation({ kind });
  const repository = given.repository ?? {
    fetchCommit: async () => false,
    fetchObjects: async () => {},
  };
  const { db, now, newId } = rows.call;
  return inThread(
    { script, name, seconds, weight: "heavy" },
    input,
    { row, request: { ...rows.request, ...(plan && { plan }) }, sync: undefined },
    { db, now, newId, signal, repository },
  );
}

test.each([undefined, true] as const)(
  "a task gets its input and its settings: plan %s",
  async (plan) => {
    expect(await run("repeat", { a: [1] }, { ...(plan && { plan }) })).toEqual({
      input: { a: [1] },
      setting: {
        ...{ language: "sqlite", ids: expect.stringMatching(/^\w+$/), isPlan: plan === true },
        now: rows.call.now.toISOString(),
      },
    });
  },
);

describe("a failure", () => {
  test("of the repository keeps its reason", async () => {
    await expect(run("refuse")).rejects.toMatchObject({
      ...{ name: "GitFailure", reason: "no-branch", message: "There is no branch." },
    });
  });

  test("of the program is thrown as it is", async () => {
    await expect(run("fail")).rejects.toThrow("out of luck");
  });

  slowTests.each([
    ["import", "The repository is too large for an import. ", "Split it into several folders"],
    ["export", "The space is too large for an export. ", "Split it into several spaces"],
  ] as const)("by the time limit of an %s is that of its size", async (kind, start, fix) => {
    await expect(run("loop", {}, { kind, seconds: 0.01 })).rejects.toMatchObject({
      ...{ name: "GitFailure", reason: "too-large" },
      message: expect.stringMatching(new RegExp(`^${start}.*${fix}`)),
    });
  });

  test("by the end of the platform is none of the repository", async () => {
    const signal = AbortSignal.abort();
    await expect(run("loop", {}, { signal })).rejects.toMatchObject({ reason: "aborted" });
  });
});

describe("the platform", () => {
  slowTest("executes queries", async () => {
    const { workspace, admin } = platform;
    await workspace.ok(admin, space.update, { spaceId: rows.spaceId, title: "Guide" });
    expect(await run("readTitles")).toEqual(["Guide"]);
  });

  test("fetches commits and objects", async () => {
    const fetched: unknown[] = [];
    const repository = {
      fetchCommit: async (commit: string) => fetched.push(commit) > 0,
      fetchObjects: async (oids: readonly string[]) => void fetched.push(oids),
    };
    const questions = [{ fetch: "c1" }, { objects: ["o1", "o2"] }];
    expect(await run("ask", questions, { repository })).toEqual([true, undefined]);
    expect(fetched).toEqual(["c1", ["o1", "o2"]]);
  });

  test("stores documents and files in the space, and the progress of the operation", async () => {
    const { db, spaceId } = rows;
    const document = toStoredForm(parseMarkdown("Text.\n"));
    const file = encodeFile(Buffer.from("bytes"));
    const progress = { phase: "read", done: 1, total: 2 } as const;
    await run("ask", [{ documents: [document] }, { file }, { progress }]);
    expect((await getDocument(db, spaceId, document.hash)).nodes).toHaveLength(1);
    const bytes = await getFile(db, spaceId, file.hash);
    expect(Buffer.from(bytes ?? []).toString()).toBe("bytes");
    const [operation] = await rows.listOperations();
    expect(JSON.parse(operation?.progress ?? "")).toEqual(progress);
  });

  test("reads objects of the storage, which is not configured here", async () => {
    const object = { name: "o1", hash: "h1", size: 1 };
    await expect(run("ask", [{ object }])).rejects.toMatchObject({ status: 503 });
  });
});
