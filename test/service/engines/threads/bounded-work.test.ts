import { expect, it } from "vitest";
import type { BoundedResult, BudgetLimits } from "../../../../src/json/budget.ts";
import {
  type BoundedTask,
  runBounded,
} from "../../../../src/service/engines/threads/bounded-work.ts";
import {
  noteTransaction,
  type RequestContextKey,
} from "../../../../src/service/engines/threads/caller.ts";

const limits: BudgetLimits = { name: "page", nodes: 5 };
const asker = { caller: "a", db: {} };
const longest = 64 * 1024;

/** Runs work whose attempt in the main thread has a result, in a thread whose script returns its limits. */
async function run(
  here: BoundedResult<unknown>,
  size: number,
  input = "text",
  name = "bound",
  by: RequestContextKey = asker,
) {
  const attempts: unknown[] = [];
  const task: BoundedTask<string, unknown> = {
    script: new URL("../../../support/machine/pool-worker.ts", import.meta.url),
    name,
    seconds: name === "loop" ? 0.1 : 60,
    limits,
    load: async () => async (given) => {
      attempts.push(given);
      return here;
    },
    describe: (limit) => `The page is too long. ${limit}`,
  };
  const result = await runBounded(task, input, size, by).catch((error: unknown) => error);
  return { result, attempts };
}

const attempt = {
  input: "text",
  limits: { name: "here", characters: 131_072, nodes: 2000, milliseconds: 40 },
};

it("a short text is processed in the main thread, within small limits", async () => {
  expect(await run({ result: "done" }, longest)).toEqual({ result: "done", attempts: [attempt] });
});

it("a short text with much output is processed again in a thread, within the limits of the contract", async () => {
  const exceeded = { name: "here", measure: "nodes", maximum: 2000 } as const;
  expect(await run({ exceeded }, 0)).toEqual({ result: limits, attempts: [attempt] });
});

it("a long text is processed only in a thread", async () => {
  expect(await run({ result: "done" }, longest + 1)).toEqual({ result: limits, attempts: [] });
});

it("a limit of a part is the same in a thread", async () => {
  const exceeded = { name: "cell", measure: "characters", maximum: 7 } as const;
  const { result } = await run({ exceeded }, 0);
  expect(result).toMatchObject({
    status: 413,
    exceeded,
    message: "The page is too long. The output has more than 7 characters (limit cell.characters).",
  });
});

it("an output that exceeds the limits of a thread, and work without end, are refused", async () => {
  const { result } = await run({ result: "done" }, longest + 1, "huge");
  expect(result).toMatchObject({
    status: 413,
    exceeded: { name: "page", measure: "nodes", maximum: 5 },
    message: "The page is too long. The output has more than 5 nodes (limit page.nodes).",
  });
  const endless = await run({ result: "done" }, longest + 1, "text", "loop");
  expect(endless.result).toMatchObject({
    status: 413,
    message: "The page is too long. The task took more than 0.1 seconds.",
  });
});

it("another error is thrown", async () => {
  const { result } = await run({ result: "done" }, longest + 1, "text", "nosuch");
  expect(result).not.toMatchObject({ status: 413 });
  expect(result).toBeInstanceOf(Error);
});

it("work is refused in a transaction, also if it is short", async () => {
  const { result, attempts } = await run({ result: "done" }, 0, "text", "bound", {
    ...asker,
    db: noteTransaction({}),
  });
  expect([String(result), attempts]).toEqual([
    "Error: Long work was started within a transaction.",
    [],
  ]);
});
