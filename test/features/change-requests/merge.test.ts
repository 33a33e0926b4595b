import { describe, expect, test } from "vitest";
import { ApiError, CanceledError, IncompleteError } from "../../../src/errors.ts";
import { merge, pullWhole } from "../../../src/features/change-requests/merge.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const ids = { spaceId: "S1", changeRequestId: "R1" };
const base = "/spaces/S1/change-requests/R1";
const change = {
  type: "page_created",
  page: { id: "P1", title: "Start", path: "start", type: "document" },
};
const removed = {
  type: "page_deleted",
  page: { id: "P2", title: "Old", path: "old", type: "document" },
};

interface Options {
  readonly result?: unknown;
  readonly changes?: readonly object[] | number;
  readonly conflicts?: readonly object[];
  readonly request?: object;
  readonly screen?: boolean;
  readonly yes?: boolean;
  readonly confirms?: boolean;
}

function open({
  result = { result: "merge" },
  changes = [change],
  conflicts,
  request = {},
  ...rest
}: Options) {
  return openScriptedContext({
    ...rest,
    answer: ({ line }) => {
      if (line.startsWith(`GET ${base}/changes`))
        return typeof changes === "number" ? changes : { changes, conflicts };
      if (line === `GET ${base}`) return { number: 7, status: "open", ...request };
      return result;
    },
  });
}

async function run(options: Options, fail?: "conflicts") {
  const platform = open(options);
  const flags = { ...ids, ...(fail && { fail }) };
  const result = await merge(platform.context, flags).catch((error: unknown) => error);
  return { result, said: platform.said, sent: platform.sent.map(String) };
}

const post = `POST ${base}/merge`;
const doneWithConflicts =
  "Merged the change request R1 with conflicts. The space contains its changes and may need corrections.";
const hint = "tome cr diff R1 --space S1";

describe("merge", () => {
  test.each([
    [{ result: "merge", revision: "V1" }, "Merged the change request R1."],
    [{}, "Merged the change request R1."],
  ])("with the response %j is done in one request", async (response, done) => {
    const { result, sent, said } = await run({ result: response });
    expect(result).toEqual({ done, record: response });
    expect([sent.map((one) => one.replace(/,.*/, "")), said]).toEqual([[post], []]);
  });

  test("with another result is unknown", async () => {
    const { result } = await run({ result: { result: "later" } });
    expect(result).toEqual({
      record: { result: "later" },
      unsettled: new IncompleteError(
        "unknown",
        'The platform returned the unknown result "later".',
        "tome cr get R1 --space S1",
      ),
    });
  });

  test.each([
    [[change], 'Review the page "Start".'],
    [[change, removed], 'Review the pages "Start", "Old".'],
    [[], "Review the pages that it changed."],
    [500, "Review the pages that it changed."],
  ])("with conflicts names the pages to review: %#", async (changes, review) => {
    const response = { result: "conflicts" };
    const warned = await run({ result: response, changes });
    expect(warned.result).toEqual({ done: doneWithConflicts, record: response });
    expect(warned.said).toEqual([`warning: ${review} See: ${hint}`]);
    const failed = await run({ result: response, changes }, "conflicts");
    expect(failed.result).toEqual({
      record: response,
      unsettled: new IncompleteError("findings", `${doneWithConflicts} ${review}`, hint),
    });
    expect(failed.said).toEqual([]);
  });

  test("that is refused has the conflicts or the merge rules", async () => {
    const conflict = {
      kind: "page",
      id: "P1",
      title: "Start",
      path: "start",
      reason: "edited",
      blocks: [{ id: "B1", type: "paragraph", space: "ours", changeRequest: "theirs" }],
    };
    const { result } = await run({ result: 409, conflicts: [conflict] });
    expect(result).toMatchObject({
      status: 409,
      message: expect.stringContaining(
        "No changes were made. Choose a version with tome cr pull --keep, or for each page and block with tome cr resolve.",
      ),
      hint: "tome cr pull R1 --keep <space|cr>",
    });
    expect(result).toMatchObject({
      message: expect.stringContaining('the page "Start" at start (P1) was edited on both sides'),
    });
    const [error] = [result as ApiError];
    expect(error.findings).toEqual([
      {
        rule: "merge-conflict",
        level: "error",
        message:
          'The page "Start" at start (P1) was edited on both sides: paragraph B1, in the space "ours", in the change request "theirs".',
        location: { name: "start" },
      },
    ]);
    const whole = { kind: "file", id: "F1", title: "Logo", reason: "deleted" };
    const other = (await run({ result: 409, conflicts: [whole] })).result as ApiError;
    expect(other.findings).toEqual([
      expect.objectContaining({
        message: 'The file "Logo" (F1) was deleted on one side and changed on the other.',
        location: expect.objectContaining({ name: "Logo" }),
      }),
    ]);
    expect((await run({ result: 409 })).result).toMatchObject({
      status: 409,
      message: "Answered with 409.",
    });
    expect((await run({ result: 412 })).result).toMatchObject({
      status: 412,
      hint: "tome cr view R1",
    });
    const forbidden = await run({ result: 403, conflicts: [conflict] });
    expect(forbidden.result).toBeInstanceOf(ApiError);
    expect(forbidden.sent.some((line) => line.startsWith("GET"))).toBe(false);
  });

  describe("of a change request without changes", () => {
    const empty = { changes: [], screen: true } as const;
    test("asks on a terminal", async () => {
      const declined = await run({ ...empty, confirms: false });
      expect(declined.result).toBeInstanceOf(CanceledError);
      expect(declined.said).toEqual([
        "question: The change request 7 contains no changes. Merge it?",
      ]);
      expect(declined.sent.some((line) => line.startsWith("POST"))).toBe(false);
      const accepted = await run({ ...empty, confirms: true });
      expect(accepted.result).toMatchObject({
        done: "Merged the change request R1. It contained no changes.",
      });
      const unnumbered = await run({ ...empty, confirms: false, request: { number: undefined } });
      expect(unnumbered.said).toEqual([
        "question: The change request R1 contains no changes. Merge it?",
      ]);
    });

    test.each<readonly [string, Options, string]>([
      ["--yes", { ...empty, confirms: false, yes: true }, " It contained no changes."],
      ["only output on a terminal", empty, " It contained no changes."],
      ["no terminal", { changes: [] }, ""],
      [
        "a prompt, but another change",
        { ...empty, confirms: false, changes: [{ type: "file_created", file: { name: "a" } }] },
        "",
      ],
      ["a prompt, but a page", { ...empty, confirms: false, changes: [change] }, ""],
      [
        "a prompt, but it is merged",
        { ...empty, confirms: false, request: { status: "merged" } },
        "",
      ],
      ["a prompt, but unreadable changes", { ...empty, confirms: false, changes: 500 }, ""],
    ])("with %s does not ask", async (_, options, suffix) => {
      const { result, said } = await run(options);
      expect(result).toMatchObject({ done: `Merged the change request R1.${suffix}` });
      expect(said).toEqual([]);
    });
  });
});

describe("pullWhole", () => {
  const pull = async (options: Options, fail?: "conflicts") => {
    const { context, sent, said } = open(options);
    return {
      result: await pullWhole(context, { ...ids, ...(fail && { fail }) }),
      sent: sent.map(String),
      said,
    };
  };
  test("updates the change request", async () => {
    const { result, sent } = await pull({ result: { result: "update" } });
    expect(result).toMatchObject({
      done: "The change request R1 is up to date with the space S1.",
    });
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toContain("/merge");
    expect((await pull({ result: { result: "merge" } })).result).toMatchObject({
      unsettled: { how: "unknown" },
    });
  });

  test("names conflicts", async () => {
    const message =
      "Updated the change request R1 with conflicts. It contains the changes of its space and may need corrections.";
    expect((await pull({ result: { result: "conflicts" } })).result).toMatchObject({
      done: message,
    });
    expect((await pull({ result: { result: "conflicts" } }, "conflicts")).result).toMatchObject({
      unsettled: { message: `${message} Review the page "Start".` },
    });
  });
});

test("a time schedules the merge, and null cancels the schedule", async () => {
  const scheduled = open({ result: {} });
  await merge(scheduled.context, { ...ids, at: "2026-03-05T14:07:00.000Z" });
  expect(scheduled.sent.map(String).some((line) => line.includes(`${base}/merge,`))).toBe(false);
  const canceled = open({ result: {} });
  expect(await merge(canceled.context, { ...ids, at: null })).toMatchObject({
    record: { canceled: true },
  });
});
