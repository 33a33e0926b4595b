import { describe, expect, test } from "vitest";
import { sizeScreen } from "../../../src/terminal/draw/screen-size.ts";

describe("the size of a screen", () => {
  test.each([
    [0, {}, 80],
    [Number.NaN, {}, 80],
    [-1, {}, 80],
    [undefined, {}, 80],
    [0, { COLUMNS: "100" }, 100],
    [0, { COLUMNS: "0" }, 80],
    [0, { COLUMNS: "wide" }, 80],
    [0, { COLUMNS: "99.5" }, 80],
    [0, { COLUMNS: "Infinity" }, 80],
    [99.5, { COLUMNS: "100" }, 100],
    [0, { COLUMNS: "" }, 80],
    [1, { COLUMNS: "100" }, 1],
    [500, {}, 500],
  ])("%j columns with %j are %j", (columns, env, result) => {
    const stream = { isTTY: true, columns, rows: columns };
    expect(sizeScreen(stream, env)()).toBe(result);
    expect(stream.columns).toBe(result);
    expect(stream.rows).toBeGreaterThan(0);
  });

  test.each([
    [30, { LINES: "50" }, 30],
    [0, { LINES: "50" }, 50],
    [undefined, { LINES: "50" }, 50],
    [undefined, { LINES: "0" }, 24],
    [undefined, {}, 24],
  ])("%j rows with %j are %j", (rows, env, result) => {
    const stream = { isTTY: true, columns: 80, rows };
    sizeScreen(stream, env);
    expect(stream.rows).toBe(result);
  });

  test("stays valid when the screen is resized to zero", () => {
    let resize = () => {};
    const stream = {
      isTTY: true,
      columns: 100,
      on: (_event: "resize", listener: () => void) => {
        resize = listener;
      },
    };
    const columns = sizeScreen(stream, {});
    stream.columns = 0;
    resize();
    expect([columns(), stream.columns]).toEqual([80, 80]);
  });
});
