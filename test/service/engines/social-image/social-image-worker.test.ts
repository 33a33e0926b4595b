/** Social images: PNG files whose pixels show the text. */
import { inflateSync } from "node:zlib";
import { imageSize } from "image-size";
import { expect, test } from "vitest";
import {
  drawSocialImage,
  type SocialImage,
} from "../../../../src/service/engines/social-image/social-image-worker.ts";
import { sample, slowTest, slowTests } from "../../../support/generators/amount.ts";

const image: SocialImage = {
  site: "Lumen",
  title: "Install",
  description: "",
  isDark: false,
  primaryColor: "#346ddb",
};

/** The bytes of the rows of an image, each with a filter byte before its pixels. */
function inflateRows(png: Uint8Array): Buffer {
  const bytes = Buffer.from(png);
  const start = bytes.indexOf("IDAT");
  return inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)));
}

/** The colors of an image by row and column. */
function readPixels(png: Uint8Array) {
  const rows = inflateRows(png);
  const { width } = imageSize(png);
  return (column: number, row: number) => [
    ...rows.subarray(row * (width * 3 + 1) + 1 + column * 3).subarray(0, 3),
  ];
}

function draw(changes: Partial<SocialImage> = {}): Uint8Array {
  return drawSocialImage({ ...image, ...changes }) ?? new Uint8Array();
}

slowTest("an image has the recommended size and the color of the site", () => {
  const png = draw();
  expect(imageSize(png)).toMatchObject({ width: 1200, height: 630, type: "png" });
  const pixel = readPixels(png);
  expect([pixel(0, 0), pixel(0, 629)]).toEqual([
    [255, 255, 255],
    [0x34, 0x6d, 0xdb],
  ]);
  expect(readPixels(draw({ isDark: true }))(0, 0)).toEqual([17, 24, 39]);
  expect(readPixels(draw({ primaryColor: "#f00" }))(0, 629)).toEqual([255, 0, 0]);
});

slowTest("the same page has the same bytes, and other texts change them", () => {
  expect(draw()).toEqual(draw());
  for (const change of [{ title: "Remove" }, { site: "Other" }, { description: "In a minute" }]) {
    expect(Buffer.compare(draw(change), draw())).not.toBe(0);
  }
});

test("a title is drawn as strokes of its letters", () => {
  const pixel = readPixels(draw({ title: "l", site: "" }));
  const dark = Array.from({ length: 1200 }, (_, column) => pixel(column, 500)).filter(
    ([red = 255]) => red < 100,
  );
  expect(dark.length).toBeGreaterThan(5);
  expect(dark.length).toBeLessThan(40);
});

test.each(["日本語", "שלום", "مرحبا", "   "])(
  "%s has no image, because it cannot be drawn",
  (title) => {
    expect(drawSocialImage({ ...image, title })).toBe(undefined);
  },
);

slowTest("long texts, emoji and combined letters stay within the image", () => {
  const title = `🚀 ${"e\u0301te\u0301 ".repeat(100)}${"W".repeat(500)}`;
  const pixel = readPixels(draw({ title, description: "Ω ".repeat(500), site: "W".repeat(500) }));
  const edge = Array.from({ length: 600 }, (_, row) => pixel(1160, row));
  expect(new Set(edge.map(String))).toEqual(new Set(["255,255,255"]));
});

slowTests.each([
  { primaryColor: "#346ddb", letter: "255,255,255" },
  { primaryColor: "#ff0000", letter: "255,255,255" },
  { primaryColor: "#959595", letter: "255,255,255" },
  { primaryColor: "#979797", letter: "17,24,39" },
  { primaryColor: "#00ff99", letter: "17,24,39" },
  { primaryColor: "red", letter: "255,255,255" },
])("the letter of the site is readable on $primaryColor", ({ primaryColor, letter }) => {
  const pixel = readPixels(draw({ primaryColor, site: "lumen" }));
  const colors = Array.from({ length: 64 }, (_, column) => String(pixel(80 + column, 112)));
  expect(new Set(colors)).toContain(letter);
  expect(colors[0]).toBe(String(pixel(0, 629)));
});

/** The first and last row with pixels of another color than white, between the site and the band. */
function findTextRows(changes: Partial<SocialImage>): number[] {
  const bytes = inflateRows(draw({ site: "", ...changes }));
  const size = 1 + 1200 * 3;
  const white = Buffer.alloc(size - 1, 255);
  const rows = Array.from({ length: 614 }, (_, row) => row).filter(
    (row) => !bytes.subarray(row * size + 1, (row + 1) * size).equals(white),
  );
  return [rows[0] ?? -1, rows.at(-1) ?? -1];
}

test.each(
  sample(
    [
      { title: "HH", rows: [478, 533] },
      { title: `HH${" H".repeat(23)}`, rows: [299, 533] },
      { title: `HHH${" H".repeat(23)}`, rows: [419, 533] },
      { title: "HH", description: "H", rows: [420, 541] },
      { title: "HH", description: "H ".repeat(99), rows: [374, 541] },
      { title: "HH", description: "概要", rows: [478, 533] },
      { title: "\u200BH\u0007H\uFE0F", rows: [478, 533] },
      { title: "HHHHH ".repeat(20), description: "H ".repeat(99), rows: [290, 541] },
    ],
    3,
  ),
)("texts stand at the lower edge, and long titles are smaller: %j", ({ rows, ...texts }) => {
  expect(findTextRows(texts)).toEqual(rows);
});
