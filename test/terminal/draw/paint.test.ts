/** Colors of cells and sentences, which repeat the meaning of the text. */
import { expect, test } from "vitest";
import type { PrintedColumn } from "../../../src/terminal/column.ts";
import { paintCell, paintSentence } from "../../../src/terminal/draw/paint.ts";
import { taggedStyle } from "../tagged-style.ts";

const id = "a1B2c3D4e5F6g7H8i9J0";
const uuid = "01234567-89ab-cdef-0123-456789abcdef";

const cells: readonly (readonly [string, Partial<PrintedColumn>, string, string?])[] = [
  ["<b>Guide</b>", { as: "title" }, "Guide"],
  ["<d>S1</d>", { as: "id" }, "S1"],
  ["<d>3h ago</d>", { as: "time" }, "3h ago"],
  [
    "<a https://a.example/long>https://a…</a>",
    { as: "address" },
    "https://a…",
    "https://a.example/long",
  ],
  ["A <b>space</b> and <b>spaces</b>", { as: "passage", words: ["space"] }, "A space and spaces"],
  ["A space", { as: "passage" }, "A space"],
  ["<g>open</g>", { as: "state" }, "open"],
  ["<y>draft</y>", { as: "state" }, "draft"],
  ["<r>failed</r>", { as: "state" }, "failed"],
  ["<r>fai…</r>", { as: "state" }, "fai…", "failed"],
  ["merged", { as: "state" }, "merged"],
  ["constructor", { as: "state" }, "constructor"],
  ["<g>yes</g>", { as: "flag", means: { yes: "good" } }, "yes"],
  ["<y>some</y>", { means: { some: "waiting" } }, "some"],
  ["no", { means: { yes: "good" } }, "no"],
  ["<r>n…</r>", { means: { no: "bad" } }, "n…", "no"],
  [id, { means: {} }, id],
  [`<d>${id}</d>`, {}, id],
  ["<d>a1B2…</d>", {}, "a1B2…", id],
  [`<d>${uuid}</d>`, {}, uuid],
  ["open", {}, "open"],
  [id.slice(1), {}, id.slice(1)],
  ["", { as: "title" }, ""],
  ["", { as: "id" }, "", "S1"],
];

test.each(
  cells.map(([painted, column, shown, whole = shown]) => [painted, column, shown, whole] as const),
)("%j is the color of a cell with %j", (painted, column, shown, whole) => {
  const complete = { header: "A", path: "a", ...column };
  expect(paintCell(complete, shown, whole, taggedStyle)).toBe(painted);
});

test("a sentence has titles in bold and their ids dimmed", () => {
  expect(paintSentence('Moved "A b" (S1) into "C" (x-2), not "D".', taggedStyle)).toBe(
    'Moved "<b>A b</b>" <d>(S1)</d> into "<b>C</b>" <d>(x-2)</d>, not "D".',
  );
});
