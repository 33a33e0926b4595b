/** Page settings in front matter. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  listIgnoredSettings,
  readHead,
} from "../../../../../src/document/repository/front-matter.ts";
import {
  type HeadFields,
  isSameHead,
  readHeadFields,
  rewriteHead,
  writeHead,
} from "../../../../../src/service/areas/content/texts/front-matter.ts";
import { amount, slowTest } from "../../../../support/generators/amount.ts";

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

  slowTest("is written as it was read, and keeps the text of unchanged settings", () => {
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
      { numRuns: amount({ short: 60, all: 200, full: 5000 }) },
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

const url = (address: string) => ({ kind: "url", url: address }) as const;

describe("page settings", () => {
  test.each<[object, HeadFields]>([
    [{}, {}],
    [
      { description: " About ", icon: " star ", emoji: " x " },
      { description: "About", icon: "star", emoji: "x" },
    ],
    [{ icon: [7], emoji: null }, { frontMatter: { icon: [7], emoji: null } }],
    [
      { hidden: true, noIndex: false, noRobotsIndex: true },
      { hidden: true, noIndex: false, noRobotsIndex: true },
    ],
    [{ hidden: "yes" }, { frontMatter: { hidden: "yes" } }],
    [{ vars: { a: 1, b: "x" } }, { variables: { a: 1, b: "x" } }],
    [{ vars: [1] }, { frontMatter: { vars: [1] } }],
    [{ cover: " a.png " }, { cover: { ref: url("a.png"), yPos: 0 } }],
    [
      { cover: "a.png", coverDark: " b.png ", coverY: -5, coverHeight: 200 },
      { cover: { ref: url("a.png"), refDark: url("b.png"), yPos: -5, height: 200 } },
    ],
    [
      { cover: "a.png", coverDark: 1, coverY: "x", coverHeight: "y" },
      {
        cover: { ref: url("a.png"), yPos: 0 },
        frontMatter: { coverDark: 1, coverY: "x", coverHeight: "y" },
      },
    ],
    [
      { coverDark: "b.png", coverY: 1, coverHeight: 2 },
      { frontMatter: { coverDark: "b.png", coverY: 1, coverHeight: 2 } },
    ],
    [{ other: [1] }, { frontMatter: { other: [1] } }],
  ])("%j are read as fields, and the rest is kept", (values, fields) => {
    expect(readHeadFields({ ...values }, addresses, false)).toEqual({ fields });
    // What was read is written with the same values.
    const written = readHead(`${writeHead(fields, addresses)}Text\n`).values;
    const trimmed = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value.trim() : value,
    ]);
    expect(written).toEqual({
      ...Object.fromEntries(trimmed),
      ...(fields.cover && { coverY: fields.cover.yPos }),
      ...(Object.hasOwn(values, "coverY") && { coverY: written.coverY }),
    });
  });

  test("have the title of a page whose text has none", () => {
    const values = { title: " Start ", icon: "star" };
    expect(readHeadFields(values, addresses, false)).toEqual({
      fields: { icon: "star" },
      title: "Start",
    });
    expect(readHeadFields(values, addresses, true)).toEqual({
      fields: { icon: "star", frontMatter: { title: " Start " } },
    });
    expect(readHeadFields({ title: 7 }, addresses, false)).toEqual({
      fields: { frontMatter: { title: 7 } },
    });
  });

  test.each<[HeadFields, HeadFields, boolean]>([
    [{}, {}, true],
    [{ icon: "star" }, { icon: "star" }, true],
    [{ icon: "star" }, { icon: "moon" }, false],
    [{}, { icon: "" }, true],
    [{}, { hidden: false }, false],
    [{}, { variables: {} }, true],
    [{}, { cover: { yPos: 3 } }, true],
    [{ cover: { ref: url("a"), yPos: 1 } }, { cover: { ref: url("a"), yPos: 2 } }, false],
    [{ frontMatter: { a: 1 } }, { frontMatter: { a: 1 } }, true],
    [{ frontMatter: { a: 1 } }, {}, false],
    // A field takes precedence over front matter of the same name.
    [{ icon: "star", frontMatter: { icon: "moon" } }, { icon: "star" }, true],
  ])("%j and %j are the same: %j", (one, other, isSame) => {
    expect(isSameHead(one, other, addresses)).toBe(isSame);
    expect(writeHead(one, addresses) === writeHead(other, addresses)).toBe(isSame);
  });

  const text = "---\n# Notes\nicon:   star\nother: 1\n---\n\nText\n";
  const before: HeadFields = { icon: "star", frontMatter: { other: 1 } };

  test.each<[string, string, HeadFields, HeadFields, string | undefined, string]>([
    ["without a change", text, before, before, undefined, text.replace("\nText\n", "")],
    [
      "with a changed value",
      text,
      before,
      { ...before, icon: "moon" },
      undefined,
      "---\n# Notes\nicon: moon\nother: 1\n---\n",
    ],
    [
      "with a title",
      text,
      before,
      before,
      "Start",
      "---\n# Notes\nicon:   star\nother: 1\ntitle: Start\n---\n",
    ],
    [
      "with CRLF",
      text.replaceAll("\n", "\r\n"),
      before,
      { ...before, hidden: true },
      undefined,
      "---\r\n# Notes\r\nicon:   star\r\nother: 1\r\nhidden: true\r\n---\r\n",
    ],
    ["without settings", "---\nicon: star\n---\n\nText\n", { icon: "star" }, {}, undefined, ""],
    ["that are new", "Text\n", {}, { icon: "star" }, undefined, "---\nicon: star\n---\n\n"],
    [
      "that are new, with a title",
      "Text\n",
      {},
      { icon: "star", frontMatter: { a: 1 } },
      "Start",
      "---\nicon: star\ntitle: Start\na: 1\n---\n\n",
    ],
    ["of a text without any", "Text\n", {}, {}, undefined, ""],
  ])("%s are written over a text", (_, file, old, page, title, head) => {
    expect(rewriteHead(file, old, page, addresses, title)).toBe(head);
  });

  test("are written in a fixed order", () => {
    const page: HeadFields = {
      frontMatter: { z: 1, layout: { sidebar: { visible: false } } },
      variables: { a: 1 },
      layout: { width: "wide", title: false, coverSize: "full", coverMask: "radial", cover: true },
      cover: { ref: url("a.png"), refDark: url("b.png"), yPos: 1, height: 2 },
      noRobotsIndex: false,
      noIndex: true,
      hidden: true,
      emoji: "x",
      icon: "star",
      description: "About",
    };
    const written = writeHead(page, addresses);
    expect(Object.entries(readHead(`${written}Text\n`).values)).toEqual([
      ["description", "About"],
      ["icon", "star"],
      ["emoji", "x"],
      ["hidden", true],
      ["noIndex", true],
      ["noRobotsIndex", false],
      ["cover", "a.png"],
      ["coverDark", "b.png"],
      ["coverY", 1],
      ["coverHeight", 2],
      [
        "layout",
        {
          width: "wide",
          title: { visible: false },
          cover: { visible: true, size: "full", mask: "radial" },
          sidebar: { visible: false },
        },
      ],
      ["vars", { a: 1 }],
      ["z", 1],
    ]);
    expect(written.endsWith("\n---\n\n")).toBe(true);
    expect(writeHead({}, addresses)).toBe("");
  });
});
