/** Text of social images: how it is broken into lines, and where it is drawn. */
import { expect, test } from "vitest";
import { Canvas } from "../../../../src/service/engines/social-image/canvas.ts";
import { isDrawable } from "../../../../src/service/engines/social-image/drawable-text.ts";
import { drawText, wrapText } from "../../../../src/service/engines/social-image/text.ts";

test.each([
  { text: "Überblick, 2 Schritte!", isShown: true },
  { text: "Привет Ελλάδα Հայ საქ", isShown: true },
  { text: "Fast 🚀", isShown: true },
  { text: "e\u0301", isShown: true },
  { text: "概要", isShown: false },
  { text: "Guide שלום", isShown: false },
  { text: "مرحبا", isShown: false },
  { text: "नमस्ते", isShown: false },
  { text: "", isShown: false },
  { text: " \t", isShown: false },
])("images show the text $text: $isShown", ({ text, isShown }) => {
  expect(isDrawable(text)).toBe(isShown);
});

/** Letters of no font. */
const unknown = "\u{10ffff}".repeat(9);

const regular = { size: 20, isBold: false, width: 100, lines: 2 };

test.each([
  { what: "a text that fits is one line", text: "Short text", options: {}, lines: ["Short text"] },
  {
    what: "a longer text is broken",
    text: "Two lines of text",
    options: {},
    lines: ["Two lines", "of text"],
  },
  {
    what: "a text that is too long is cut",
    text: "Two lines of text, and then some more",
    options: {},
    lines: ["Two lines", "of text,…"],
  },
  {
    what: "bold letters are wider",
    text: "A fitting lines",
    options: { width: 143, isBold: true },
    lines: ["A fitting", "lines"],
  },
  {
    what: "regular letters are narrower",
    text: "A fitting lines",
    options: { width: 143 },
    lines: ["A fitting lines"],
  },
  {
    what: "larger letters need more lines",
    text: "Two lines of text",
    options: { size: 25, lines: 9 },
    lines: ["Two", "lines of", "text"],
  },
  {
    what: "a word that is too long is cut",
    text: "Incomprehensibilities of text",
    options: {},
    lines: ["Incomp…", "of text"],
  },
  {
    what: "no space comes before the ellipsis",
    text: "Short text and more",
    options: { lines: 1, width: 125 },
    lines: ["Short text…"],
  },
  {
    what: "one letter remains of a narrow line",
    text: "Text",
    options: { lines: 1, width: 1 },
    lines: ["T…"],
  },
  {
    what: "letters without glyphs have no width",
    text: `${unknown} a`,
    options: { lines: 1 },
    lines: [`${unknown} a`],
  },
])("$what", ({ text, options, lines }) => {
  expect(wrapText(text, { ...regular, ...options })).toEqual(lines);
});

/** The first and last column and row that a text changes in an image of 80 × 60 pixels. */
function findBounds(text: string, options: { x: number; isCentered?: boolean }, size = 40) {
  const canvas = new Canvas(80, 60, [0, 0, 0]);
  drawText(canvas, text, { y: 50, ...options }, { size, isBold: true, color: [255, 255, 255] });
  const changed = Array.from({ length: 80 * 60 }, (_, index) => index).filter(
    (index) => (canvas.pixels[index * 3] ?? 0) > 127,
  );
  const columns = changed.map((index) => index % 80);
  const rows = changed.map((index) => Math.floor(index / 80));
  return {
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: Math.min(...rows),
    bottom: Math.max(...rows),
  };
}

test("a text begins at its position and stands on its line", () => {
  expect(findBounds("H", { x: 10 })).toEqual({ left: 14, right: 39, top: 21, bottom: 49 });
  expect(findBounds("H", { x: 20 })).toEqual({ left: 24, right: 49, top: 21, bottom: 49 });
  expect(findBounds("H", { x: 10 }, 20)).toEqual({ left: 12, right: 24, top: 35, bottom: 49 });
  expect(findBounds("HH", { x: 10 })).toEqual({ left: 14, right: 72, top: 21, bottom: 49 });
  expect(findBounds("p", { x: 10 })).toEqual({ left: 13, right: 36, top: 28, bottom: 57 });
});

test("a centered text lies at both sides of its position", () => {
  expect(findBounds("H", { x: 40, isCentered: true })).toEqual({
    left: 27,
    right: 52,
    top: 21,
    bottom: 49,
  });
  expect(findBounds("HI", { x: 40, isCentered: true })).toEqual({
    left: 19,
    right: 59,
    top: 21,
    bottom: 49,
  });
});

test("curves are round, and letters keep their holes", () => {
  const canvas = new Canvas(20, 24, [0, 0, 0]);
  drawText(canvas, "o", { x: 0, y: 22 }, { size: 26, isBold: true, color: [255, 255, 255] });
  const rows = Array.from({ length: 24 }, (_, row) =>
    Array.from({ length: 20 }, (__, column) =>
      (canvas.pixels[(row * 20 + column) * 3] ?? 0) > 127 ? "#" : " ",
    )
      .join("")
      .trimEnd(),
  );
  expect(rows.filter((row) => row !== "")).toEqual([
    "        ##",
    "    #########",
    "   ############",
    "  ##############",
    "  #####    #####",
    " #####      ####",
    " #####      #####",
    " #####      #####",
    " #####      #####",
    " #####      #####",
    " #####      ####",
    "  #####    #####",
    "  #############",
    "   ############",
    "     ########",
  ]);
});
