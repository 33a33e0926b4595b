import { describe, expect, test } from "vitest";
import {
  formatWords,
  isFontType,
  readFontFormat,
} from "../../../../src/service/areas/fonts/font-file.ts";

/** A file of a length, with 32-bit or 16-bit numbers at some offsets. */
function createFile(
  length: number,
  numbers: Readonly<Record<number, number>>,
  tables?: readonly [at: number, count: number],
): Uint8Array {
  // Not at the start of its buffer.
  const bytes = new Uint8Array(length + 4).subarray(4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [at, number] of Object.entries(numbers)) view.setUint32(Number(at), number);
  if (tables) view.setUint16(...tables);
  return bytes;
}

const woff2 = 0x774f4632;
const woff = 0x774f4646;
const trueType = 0x00010000;
const apple = 0x74727565;
const openType = 0x4f54544f;
const collection = 0x74746366;
const noFont = "The file is not a font in WOFF2, WOFF, TTF or OTF format.";
const damaged = "The font file is incomplete or damaged. Upload the original file.";

describe("the format of a font file", () => {
  test.each<[string, Uint8Array, string]>([
    ["WOFF2", createFile(48, { 0: woff2, 8: 48 }, [12, 1]), "woff2"],
    ["WOFF", createFile(44, { 0: woff, 8: 44 }, [12, 1]), "woff"],
    ["TrueType", createFile(28, { 0: trueType, 20: 12, 24: 16 }, [4, 1]), "ttf"],
    ["TrueType of Apple", createFile(28, { 0: apple, 20: 28, 24: 0 }, [4, 1]), "ttf"],
    ["OpenType", createFile(44, { 0: openType, 20: 0, 24: 44, 36: 44, 40: 0 }, [4, 2]), "otf"],
  ])("is read from its header: %s", (_, bytes, format) => {
    expect(readFontFormat(bytes)).toBe(format);
  });

  test.each<[string, Uint8Array, string]>([
    ["an empty file", new Uint8Array(), noFont],
    ["11 bytes", createFile(11, { 0: woff2 }), noFont],
    ["12 bytes of WOFF2", createFile(12, { 0: woff2, 8: 12 }), damaged],
    ["another signature", createFile(48, { 0: 0x89504e47, 8: 48 }, [12, 1]), noFont],
    ["WOFF2 with a short header", createFile(47, { 0: woff2, 8: 47 }, [12, 1]), damaged],
    ["WOFF2 of another length", createFile(48, { 0: woff2, 8: 49 }, [12, 1]), damaged],
    ["WOFF2 without tables", createFile(48, { 0: woff2, 8: 48 }), damaged],
    ["WOFF with a short header", createFile(43, { 0: woff, 8: 43 }, [12, 1]), damaged],
    ["WOFF of another length", createFile(45, { 0: woff, 8: 44 }, [12, 1]), damaged],
    ["WOFF without tables", createFile(44, { 0: woff, 8: 44 }), damaged],
    ["TrueType without tables", createFile(28, { 0: trueType, 20: 12, 24: 16 }), damaged],
    ["TrueType with a cut list of tables", createFile(27, { 0: trueType }, [4, 1]), damaged],
    ["TrueType with a cut table", createFile(28, { 0: apple, 20: 12, 24: 17 }, [4, 1]), damaged],
    ["OpenType with a cut second table", createFile(44, { 0: openType, 36: 45 }, [4, 2]), damaged],
    [
      "a collection",
      createFile(48, { 0: collection }),
      "The file is a collection of fonts. Upload a file with one font in WOFF2, WOFF, TTF or OTF format.",
    ],
  ])("is refused: %s", (_, bytes, message) => {
    expect(() => readFontFormat(bytes)).toThrow(expect.objectContaining({ status: 400, message }));
  });
});

test.each([
  ["font/woff2", true],
  ["FONT/TTF", true],
  ["application/font-sfnt", true],
  ["application/font-woff", true],
  ["application/font-woff2", true],
  ["Application/Octet-Stream", true],
  ["application/vnd.ms-opentype", true],
  ["application/x-font-otf", true],
  ["application/x-font-ttf", true],
  ["application/x-font-woff", true],
  ["application/json", false],
  ["image/font/ttf", false],
  ["fonts/ttf", false],
])("%s is the type of a font: %s", (type, isFont) => {
  expect(isFontType(type)).toBe(isFont);
});

test("fonts are served with the types and names of their formats", () => {
  expect(formatWords).toEqual({
    woff2: { contentType: "font/woff2", css: "woff2" },
    woff: { contentType: "font/woff", css: "woff" },
    ttf: { contentType: "font/ttf", css: "truetype" },
    otf: { contentType: "font/otf", css: "opentype" },
  });
});
