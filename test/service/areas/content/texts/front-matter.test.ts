/** Page settings in front matter. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  listIgnoredSettings,
  readHead,
} from "../../../../../src/document/repository/front-matter.ts";
import {
  readHeadFields,
  rewriteHead,
  writeHead,
} from "../../../../../src/service/areas/content/texts/front-matter.ts";
import { amount } from "../../../../support/generators/amount.ts";

const addresses = {
  read: (url: string) => ({ kind: "url", url }) as const,
  write: (ref: object) => ("url" in ref ? String(ref.url) : ""),
};

const readFields = (yaml: string) =>
  readHeadFields(readHead(`---\n${yaml}\n---\n\nText\n`).values, addresses, false).fields;

describe("a layout", () => {
  test("has the parts that are known, whatever else the file contains", () => {
    const fields = readFields(
      "layout:\n  title:\n    visible: false\n  tags:\n    visible: true\n  sidebar:\n    visible: false\n  cover:\n    visible: true\n    size: background\n    mask: radial\n    blur: 3\n  metadata: 7\n  width: huge",
    );
    expect(fields).toEqual({
      layout: {
        title: false,
        tags: true,
        cover: true,
        coverSize: "background",
        coverMask: "radial",
      },
      frontMatter: {
        layout: {
          ...{ sidebar: { visible: false }, cover: { blur: 3 } },
          ...{ metadata: 7, width: "huge" },
        },
      },
    });
  });

  test.each(["layout: wide", "layout:\n  - title", "layout: 3"])("%j stays in the file", (yaml) => {
    expect(readFields(yaml)).not.toHaveProperty("layout");
    expect(readFields(yaml)).toHaveProperty("frontMatter.layout");
  });

  test.each([
    ["layout:\n  title:\n    visible: maybe", true],
    ["layout:\n  width: huge", true],
    ["layout:\n  outline: false", true],
    ["layout: wide", true],
    ["layout:\n  sidebar:\n    visible: false\n  tags:\n    visible: false", false],
    ["layout: {}", false],
  ])("%j is reported if a value has no effect: %s", (yaml, isReported) => {
    const names = listIgnoredSettings(readHead(`---\n${yaml}\n---\n`)).map(([name]) => name);
    expect(names).toEqual(isReported ? ["layout"] : []);
  });

  test("is written as it was read, and keeps the text of unchanged settings", () => {
    const value = fc.oneof(
      fc.record(
        { visible: fc.oneof(fc.boolean(), fc.constant("no")), size: fc.constantFrom("full", "x") },
        { requiredKeys: [] },
      ),
      fc.constantFrom("default", "wide", 7, false),
    );
    const name = fc.constantFrom("title", "cover", "tags", "anchors", "width", "sidebar");
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.boolean(), (layout, isTitled) => {
        const yaml = JSON.stringify({ layout, other: 1 });
        const text = `---\n${yaml}\n---\n\nText\n`;
        const { fields } = readHeadFields(readHead(text).values, addresses, isTitled);
        expect(rewriteHead(text, fields, fields, addresses)).toBe(`---\n${yaml}\n---\n`);
        const written = readHead(`${writeHead(fields, addresses)}Text\n`).values;
        // An empty layout has no effect.
        const expected = Object.keys(layout).length === 0 ? { other: 1 } : { layout, other: 1 };
        expect(written).toEqual(expected);
      }),
      { numRuns: amount({ short: 200, full: 5000 }) },
    );
  });

  test("of a page can be changed without the loss of other settings", () => {
    const text =
      "---\nlayout:\n  sidebar:\n    visible: false\n  title:\n    visible: true\n---\n\n";
    const { fields } = readHeadFields(readHead(text).values, addresses, true);
    const changed = { ...fields, layout: { ...fields.layout, title: false } };
    const written = readHead(`${rewriteHead(text, fields, changed, addresses)}Text\n`).values;
    expect(written).toEqual({
      layout: { sidebar: { visible: false }, title: { visible: false } },
    });
  });
});
