import { describe, expect, test } from "vitest";
import type { BulkItem } from "../../../src/app/bulk/items.ts";
import type { ItemOutcome } from "../../../src/app/bulk/outcome.ts";
import { openPace } from "../../../src/app/bulk/pace.ts";
import { runWorkers } from "../../../src/app/bulk/workers.ts";
import { buildReport } from "../../../src/app/output/report.ts";
import { ApiError, MissingTokenError, NetworkError } from "../../../src/errors.ts";

type Failed = Exclude<ItemOutcome["is"], "done">;

const done: ItemOutcome = { is: "done", record: {}, findings: [] };
function failing(error: Error, is: Failed = "failed"): ItemOutcome {
  return { is, error, report: buildReport(error) };
}
const unreached = failing(new NetworkError("Unreachable.", { arrived: "no" }));
const broken = failing(new NetworkError("Broken.", { arrived: "perhaps" }), "unknown");
const refused = failing(new ApiError(404, "Not found."));

/** Runs one item for each outcome, one after the other, and returns how many began and the reason. */
async function run(outcomes: readonly ItemOutcome[], stopOnError = false) {
  const items = outcomes.map((_, index) => {
    const item: Partial<BulkItem> = { number: index + 1, target: undefined };
    return item as BulkItem;
  });
  let begun = 0;
  const reason = await runWorkers(items, {
    concurrency: 1,
    pace: openPace(1),
    stopOnError,
    stop: new AbortController(),
    carryOut: async ({ number }) => {
      begun++;
      return outcomes[number - 1] ?? done;
    },
    note: async () => {},
    onEnd: () => {},
  });
  return { begun, reason };
}

describe("--stop-on-error", () => {
  const error = new ApiError(400, "No.");

  test.each([
    ["a failed item", failing(error), 1],
    ["an item with an unknown result", failing(error, "unknown"), 1],
    ["an item that the platform has not finished", failing(error, "pending"), 3],
    ["an item that is done", done, 3],
  ])("after %s", async (_, outcome, begun) => {
    expect(await run([outcome, done, done], true)).toEqual({
      begun,
      reason: begun === 1 ? "--stop-on-error is set" : undefined,
    });
    expect(await run([outcome, done, done])).toEqual({ begun: 3, reason: undefined });
  });
});

describe("an unreachable platform", () => {
  const four = [unreached, unreached, unreached, unreached];
  const reason = "5 consecutive items could not reach the platform";

  test("ends the run after five items", async () => {
    expect(await run([...four, unreached, done])).toEqual({ begun: 5, reason });
    expect(await run([done, refused, ...four, unreached, done])).toEqual({ begun: 7, reason });
  });

  test.each([
    ["is done", done],
    ["is refused", refused],
    ["loses its response", broken],
  ])("is not assumed if an item in between %s", async (_, between) => {
    const outcomes = [...four, between, ...four, done];
    expect(await run(outcomes)).toEqual({ begun: outcomes.length, reason: undefined });
  });
});

test.each([
  ["a missing token", new MissingTokenError("No token.", "tome auth login"), 1],
  ["the status 401", new ApiError(401, "No."), 1],
  ["the status 403", new ApiError(403, "No."), 2],
])("%s ends the run only if no other item can succeed", async (_, error, begun) => {
  expect(await run([failing(error), done])).toEqual({
    begun,
    reason: begun === 1 ? "the platform rejected the token" : undefined,
  });
});
