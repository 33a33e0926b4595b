import { describe, expect, test } from "vitest";
import type { Document } from "../../../src/contract/document.model.ts";
import { formatSize } from "../../../src/document/html/media.ts";
import { writePage } from "../../../src/document/html/page.ts";
import type { RenderContext } from "../../../src/document/html/render-context.ts";

const surroundings: RenderContext = {
  find: (ref) =>
    ref.kind === "url" && !ref.url.includes("gone")
      ? { address: ref.url, title: ref.url }
      : undefined,
  operation: () => undefined,
};

function toHtml(data: Record<string, unknown>): string {
  const document: Document = {
    object: "document",
    data: {},
    nodes: [{ object: "block", type: "image", data }],
  };
  return writePage(document, surroundings).html;
}

const url = (address: string) => ({ kind: "url", url: address });
const [light, dark] = ["https://example.com/light.png", "https://example.com/dark.png"];

describe("an image", () => {
  test.each([
    ["with one file", { ref: url(light) }, [[light, undefined]]],
    [
      "with a file for each color scheme",
      { ref: url(light), refDark: url(dark) },
      [
        [light, "by-day"],
        [dark, "by-night"],
      ],
    ],
    ["with the same file for both", { ref: url(light), refDark: url(light) }, [[light, undefined]]],
    [
      "with a missing file for dark screens",
      { ref: url(light), refDark: url("https://example.com/gone.png") },
      [[light, undefined]],
    ],
    ["with a missing file", { ref: url("https://example.com/gone.png"), refDark: url(dark) }, []],
    ["with a script as its URL", { ref: url("javascript:alert(1)") }, []],
  ])("%s", (_, data, expected) => {
    const images = [...toHtml(data).matchAll(/<img ([^>]*)>/g)].map(([, attributes = ""]) => [
      /src="([^"]*)"/.exec(attributes)?.[1],
      /class="([^"]*)"/.exec(attributes)?.[1],
    ]);
    expect(images).toEqual(expected);
  });

  test.each([
    [{ width: "300" }, 'width="300"', "height"],
    [{ height: "20px" }, 'height="20"', "width"],
    [{ width: "50%", height: 40 }, 'height="40"', "width"],
  ])("of the size %j", (size, attribute, absent) => {
    const html = toHtml({ ref: url(light), ...size });
    expect(html).toContain(attribute);
    expect(html).not.toContain(`${absent}=`);
  });

  test.each([
    [light, true],
    ["/~files/a.png", false],
  ])("at %s: no referrer for other websites", (address, isForeign) => {
    expect(toHtml({ ref: url(address) }).includes('referrerpolicy="no-referrer"')).toBe(isForeign);
  });
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1.0 KB"],
  [15_400, "15 KB"],
  [2_000_000, "2.0 MB"],
  [5e12, "5000 GB"],
])("a size of %d bytes is shown as %s", (size, text) => {
  expect(formatSize(size)).toBe(text);
});
