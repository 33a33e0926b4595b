import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSiteLocation, toSiteLocation } from "../../../src/service/core/site-location.ts";

const site = "https://docs.example.com";
const part = fc
  .array(
    fc.constantFrom(
      "/",
      "\\",
      "\t",
      "\n",
      "\r",
      "\0",
      " ",
      ".",
      "..",
      "@",
      ":",
      "?",
      "#",
      "%2F",
      "%5C",
      "%09",
      "evil.example",
      "é",
    ),
    { maxLength: 8 },
  )
  .map((letters) => letters.join(""));

describe("a location", () => {
  test("of any text that is accepted leads to the host of the site", () => {
    fc.assert(
      fc.property(part, (text) => {
        if (isSiteLocation(text)) expect(new URL(text, site).origin).toBe(site);
      }),
    );
    for (const text of ["/", "/a", "/a b?c=%0A#d", "/é"]) expect(isSiteLocation(text)).toBe(true);
    for (const text of ["", "a", "//a", "/\\a", "/\t/a", "/a\n", "/a\\b", "https://a"]) {
      expect(isSiteLocation(text)).toBe(false);
    }
  });

  test("of any segments is accepted, and keeps the separators between them", () => {
    fc.assert(
      fc.property(
        fc.array(
          part.filter((text) => text !== ""),
          { maxLength: 4 },
        ),
        (segments) => {
          const location = toSiteLocation(segments);
          expect(isSiteLocation(location)).toBe(true);
          expect(location.split("/").length).toBe(Math.max(segments.length, 1) + 1);
        },
      ),
    );
    expect(toSiteLocation(["a", "b c"])).toBe("/a/b c");
    expect(toSiteLocation(["/evil.example", "x"])).toBe("/%2Fevil.example/x");
    expect(toSiteLocation(["\t\\evil.example"])).toBe("/%09%5Cevil.example");
  });
});
