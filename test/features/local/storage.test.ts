import { describe, expect, test } from "vitest";
import type { Context, JsonObject } from "../../../src/context.ts";
import { move } from "../../../src/features/local/storage.ts";

/** Moves file contents with these results of the requests to the platform. */
async function moveAll(batches: readonly JsonObject[]) {
  const asked: unknown[] = [];
  const notes: string[] = [];
  const context = Object.assign({} as Context, {
    settings: { local: true },
    local: {
      async administer(_method: string, _path: string, body: JsonObject) {
        asked.push(body);
        return batches[asked.length - 1] ?? {};
      },
    },
    terminal: { note: (text: string) => notes.push(text) },
  });
  const ended = await move(context, { to: "s3" }).catch((error: Error) => error.message);
  return { asked, notes, ended };
}

const problem = { hash: "h2", message: "The file h2 is damaged." };

describe("a move in several batches", () => {
  test("continues after each batch, and reports the total", async () => {
    const { asked, notes, ended } = await moveAll([
      { moved: 2, movedBytes: 10, remaining: 1, last: "h2" },
      { moved: 1, movedBytes: 5, remaining: 0 },
    ]);
    expect(asked).toEqual([{ to: "s3" }, { to: "s3", after: "h2" }]);
    expect(notes).toEqual(["Moved 2 files; 1 file left."]);
    expect(ended).toMatchObject({ record: { to: "s3", files: 3, bytes: 15 } });
  });

  test.each([
    [
      "continues after a batch with a problem and moved files",
      [
        { moved: 1, movedBytes: 10, remaining: 2, last: "h2", problems: [problem] },
        { moved: 2, movedBytes: 10, remaining: 0 },
      ],
      2,
      `Moved 3 files; 1 file could not be moved: ${problem.message}`,
    ],
    [
      "ends after a batch with problems only",
      [{ moved: 0, movedBytes: 0, remaining: 2, last: "h2", problems: [problem, problem] }],
      1,
      `Moved 0 files; 2 files could not be moved: ${problem.message}`,
    ],
    [
      "continues after a batch without files to move",
      [
        { moved: 0, movedBytes: 0, remaining: 2, last: "h2", problems: [] },
        { moved: 2, movedBytes: 10, remaining: 0, problems: [problem] },
      ],
      2,
      `Moved 2 files; 1 file could not be moved: ${problem.message}`,
    ],
  ])("%s", async (_, batches, requests, message) => {
    const { asked, ended } = await moveAll(batches);
    expect([asked.length, ended]).toEqual([requests, message]);
  });
});
