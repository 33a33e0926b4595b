import { expect, test } from "vitest";
import { decodeText } from "../../../../../src/service/areas/git/files/decode-text.ts";

test.each([
  ["text", Buffer.from("Größe\n"), "Größe\n"],
  ["a byte order mark", Buffer.from("\uFEFFText"), "\uFEFFText"],
  ["nothing", new Uint8Array(), ""],
  ["a missing file", undefined, ""],
])("%s is decoded without changes", (_, bytes, text) => {
  expect(decodeText(bytes, "docs/a.md")).toBe(text);
});

test.each([
  ["Latin-1", Buffer.from("Größe", "latin1")],
  ["UTF-16", Buffer.from("\uFEFFText", "utf16le")],
  ["a NUL character", Buffer.from("a\0b")],
])("%s is refused with the path", (_, bytes) => {
  expect(() => decodeText(bytes, "docs/a.md")).toThrow(
    expect.objectContaining({
      reason: "failed",
      message: "docs/a.md is not UTF-8 text. Save it in that encoding.",
    }),
  );
});
