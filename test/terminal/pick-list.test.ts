/** The list of choices that narrows while typing, without a real terminal. */
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { type PickOption, pickFromList } from "../../src/terminal/pick.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { taggedStyle } from "./tagged-style.ts";

const spaces: readonly PickOption[] = [
  { value: "S1", title: "Guide", details: ["Acme", "3 hours ago"] },
  { value: "S2", title: "", details: ["Acme / Docs", "a day ago"] },
  { value: "S3", title: "Guide for developers", details: [] },
  { value: "S4", title: "Manual" },
];

/** The value, and the lines after each group of keys. */
async function pick(
  keys: readonly string[],
  { columns = 60, rows = 24, choices = spaces, style = plainStyle } = {},
) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const screen = Object.assign(new PassThrough(), { isTTY: true, columns, rows });
  const drawn: string[][] = [];
  let text = "";
  screen.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const finishTurn = () => new Promise((resolve) => setImmediate(resolve));
  const picked = pickFromList({ input, screen, style, ask: async () => "" }, "Space:", choices);
  // The first drawing follows the loading of a module.
  const start = once(screen, "data");
  for (const key of ["", ...keys]) {
    if (key !== "") text = "";
    input.write(key);
    await start;
    for (let turn = 0; turn < 20; turn++) await finishTurn();
    drawn.push(
      stripVTControlCharacters(text)
        .split(/\r?\n/)
        .filter((line) => line.trim() !== ""),
    );
  }
  return { value: await picked, drawn };
}

const guides = [
  "Space: gu_",
  "> Guide                 Acme  3 hours ago",
  "  Guide for developers",
  "  Type to filter, arrows to move, Enter to select.",
];

test("the list narrows to the titles, details and ids that contain all words", async () => {
  const { value, drawn } = await pick(["gu", "\r"]);
  expect(drawn[0]).toEqual([
    "Space: _",
    "> Guide                 Acme  3 hours ago",
    "  (no title)            Acme / Docs  a day ago",
    "  Guide for developers",
    "  Manual",
    "  Type to filter, arrows to move, Enter to select.",
  ]);
  expect(drawn[1]?.slice(-guides.length)).toEqual(
    guides.with(0, expect.stringMatching(/Space: gu_$/)),
  );
  expect([value, drawn[2]]).toEqual(["S1", ["Space: Guide"]]);
});

test.each<[readonly string[], string | undefined]>([
  [["\r"], "S1"],
  [["\u001b[B", "\r"], "S2"],
  [["\u001b[B", "\u001b[B", "\r"], "S3"],
  [["\u001b[B", "\u001b[A", "\r"], "S1"],
  [["ACME guide", "\r"], "S1"],
  [["docs", "\r"], "S2"],
  [["s4", "\r"], "S4"],
  [["no such ", "\r"], "no such"],
  [["\u0003"], undefined],
])("the keys %j select %j", async (keys, value) => {
  expect((await pick(keys)).value).toBe(value);
});

test("a choice without a title is named so", async () => {
  const { drawn } = await pick(["\u001b[B", "\r"]);
  expect(drawn[2]).toEqual(["Space: (no title)"]);
});

test("a text without a match is used as it is", async () => {
  const { drawn } = await pick(["x", "\r"]);
  expect(drawn[1]).toEqual([
    "Space: x_",
    "  No title matches. Enter uses the typed text.",
    "  Type to filter, arrows to move, Enter to select.",
  ]);
  expect(drawn[2]).toEqual(["Space: x"]);
});

test("on a narrow screen, a detail is shortened or omitted, and the keys are named briefly", async () => {
  const { drawn } = await pick(["\r"], { columns: 38 });
  expect(drawn[0]).toEqual([
    "Space: _",
    "> Guide                 Acme",
    "  (no title)            Acme / Docs",
    "  Guide for developers",
    "  Manual",
    "  Type, arrows, Enter.",
  ]);
  const narrow = await pick(["\r"], { columns: 26 });
  expect(narrow.drawn[0]?.slice(1, 4)).toEqual([
    "> Guide  Acme  3 hours a…",
    "  (no title)  Acme / Docs",
    "  Guide for developers",
  ]);
});

test("only a part of a long list is shown around the current line", async () => {
  const choices = Array.from({ length: 30 }, (_, at) => ({
    value: `S${at}`,
    title: `Space ${at}`,
  }));
  const down = "\u001b[B";
  const { drawn, value } = await pick([down.repeat(8), "\r"], { choices, rows: 9 });
  const window = (from: number, current: number) => [
    ...Array.from(
      { length: 5 },
      (_, at) => `${from + at === current ? ">" : " "} Space ${from + at}`,
    ),
    "  25 more. Type to filter, arrows to move, Enter to select.",
  ];
  expect(drawn[0]).toEqual(["Space: _", ...window(0, 0)]);
  // The keys arrive together, so the last drawing follows the ones before it.
  const [first = "", ...others] = drawn[1]?.slice(-6) ?? [];
  expect([first.replace(/^.*select\.(?= )/, ""), ...others]).toEqual(window(6, 8));
  expect(value).toBe("S8");
  const tall = await pick(["\r"], { choices, rows: 50 });
  expect(tall.drawn[0]?.length).toBe(12);
  const flat = await pick(["\r"], { choices, rows: 2 });
  expect(flat.drawn[0]?.length).toBe(5);
});

test("the question is bold, the current line is colored, and the keys are dimmed", async () => {
  const { drawn } = await pick(["\r"], { style: taggedStyle });
  const [question = "", current = "", other = "", ...rest] = drawn[0] ?? [];
  expect([question, current, other, rest.at(-1)]).toEqual([
    "<b>Space: _</b>",
    "<c>> Guide                 Acme  3 hours ago</c>",
    "  (no title)            Acme / Docs  a day ago",
    "<d>  Type to filter, arrows to move, Enter to select.</d>",
  ]);
});
