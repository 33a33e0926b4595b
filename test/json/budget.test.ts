import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Budget, type BudgetLimits } from "../../src/json/budget.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Draws single nodes until the budget refuses one. @returns how many it allowed, and the message */
function drawAll(limits: BudgetLimits, perDraw: number) {
  const budget = new Budget(limits);
  for (let count = 0; count < 10_000; count++) {
    try {
      budget.drawNodes();
    } catch (error) {
      return [count, (error as Error).message];
    }
    vi.advanceTimersByTime(perDraw);
  }
  return [10_000, ""];
}

describe("a budget of time", () => {
  test("is read at every 64th draw", () => {
    const message = "The output takes more than 100 milliseconds (limit page.milliseconds).";
    expect(drawAll({ name: "page", milliseconds: 100 }, 1)).toEqual([127, message]);
    expect(drawAll({ name: "page", milliseconds: 100 }, 1000)).toEqual([63, message]);
  });

  test("is not exceeded by exactly its time, and does not apply if it is absent", () => {
    expect(drawAll({ name: "page", milliseconds: 63 }, 1)[0]).toBe(127);
    expect(drawAll({ name: "page" }, 1000)).toEqual([10_000, ""]);
  });
});

test("a budget of nodes allows exactly its number", () => {
  expect(drawAll({ name: "page", nodes: 10 }, 0)).toEqual([
    10,
    "The output has more than 10 nodes (limit page.nodes).",
  ]);
});
