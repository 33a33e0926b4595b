import { describe, expect, test } from "vitest";
import {
  collectAnchors,
  findAnchor,
  findFormerId,
  withPresentIds,
} from "../../src/document/anchors.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";

function anchorsIn(markdown: string) {
  return [...collectAnchors(parseMarkdown(markdown)).values()];
}

test.each([
  ["# One\n\n## One\n", ["one", "one-1"]],
  ["# One\n\n# One\n\n# One 1\n\n# One\n", ["one", "one-1", "one-1-1", "one-2"]],
  ['<a id="above"></a>\n\n# Below\n', ["above", "below"]],
  ["Text with <a name='mark'>a mark</a> within.\n", ["mark"]],
  ['<a id="c&#x26;d"></a>\n', ["c&d"]],
  ['| a |\n| - |\n| <a id="cell">x</a> |\n', ["cell"]],
  ["<br> and <div class=x> and <a href='#id=y'>none</a>\n", []],
  [
    "<details>\n\n<summary>Storage for <em>versions</em> <img src='a.png'></summary>\n\nText\n\n</details>\n",
    ["storage-for-versions"],
  ],
  // As in the repositories that the hosted platform writes.
  ["### 1. Set up a new application\n", ["id-1.-set-up-a-new-application"]],
  ["## Math & TeX\n", ["math-and-tex"]],
  ["## Badge | Out in March\n", ["badge-or-out-in-march"]],
  ["## Set syntax…\n", ["set-syntax..."]],
  ["## The text’s *light/dark* `mode()` (beta)\n", ["the-texts-light-dark-mode-beta"]],
  ["## 2024_notes für Überall 日本語\n", ["id-2024_notes-fur-uberall-ri-ben-yu"]],
  ["## 4.1.2. 相容性\n", ["id-4.1.2.-xiang-rong-xing"]],
  ["## 識別項\n", ["shi-bie-xiang"]],
  ["## `<buffer>` Section\n", ["less-than-buffer-greater-than-section"]],
  ["## Быстрый старт\n\n## Быстрый старт\n", ["bystryy-start", "bystryy-start-1"]],
  ['## Review changes <a href="#diff-mode" id="diff-mode"></a>\n', ["diff-mode"]],
  ['## A <a id="x"></a>\n\n## B <a id="x"></a>\n\n## C <a id="x"></a>\n', ["x", "x-1", "x-2"]],
  ['## Old <a href="#new" id="new"></a>\n\n## New\n', ["new", "new"]],
  ["## Title {#given}\n", ["given"]],
  ["## Title {#given} ##\n\nTitle {#other}\n-----\n", ["given", "other"]],
  ["## **Bold** {#a.b-c_1:d}\n\n## `code` {#識別}\n", ["a.b-c_1:d", "識別"]],
  ["## Title \\{#given}\n", ["title-given"]],
  ["## Use {#id} here\n\n## {#only}\n\n## No {# id}\n", ["use-id-here", "only", "no-id"]],
])("%j can be linked by %j", (markdown, ids) => {
  expect(anchorsIn(markdown).map(({ id }) => id)).toEqual(ids);
});

const headings = `## 1. Add Azure AD
## Tips & tricks
## Dialogs | New
## Set syntax… <a href="#set-syntax" id="set-syntax"></a>
## Über uns
## Part one
## Part-one!
## A & B <a href="#pair" id="pair"></a>
`;

test.each([
  ["id-1.-add-azure-ad", "1. Add Azure AD"],
  ["id-1.-add-azure-a-d", "1. Add Azure AD"],
  ["1-add-azure-ad", "1. Add Azure AD"],
  ["tips--tricks", "Tips & tricks"],
  ["tips-tricks", "Tips & tricks"],
  ["tips-and-tricks", "Tips & tricks"],
  ["dialogs-new", "Dialogs | New"],
  ["dialogs-or-new", "Dialogs | New"],
  ["set-syntax...", "Set syntax…"],
  ["%C3%BCber-uns", "Über uns"],
  ["uber-uns", "Über uns"],
  ["part-one", "Part one"],
  ["part-one-1", "Part-one!"],
])("a link to #%s leads to the heading %j", (written, title) => {
  expect(findAnchor(anchorsIn(headings), written)?.title).toBe(title);
});

test("a link that matches no heading, or several, leads to none", () => {
  const anchors = anchorsIn(headings);
  const twice = anchorsIn("## A.B\n\n## AB\n");
  expect(twice.map(({ id }) => id)).toEqual(["a.b", "ab"]);
  expect(findAnchor(twice, "a-b")).toBeUndefined();
  expect(findAnchor(twice, "ab")?.title).toBe("AB");
  for (const written of ["add-azure", "a-and-b", "", "%zz"]) {
    expect(findAnchor(anchors, written)).toBeUndefined();
  }
});

describe("links to headings in other scripts", () => {
  const titles =
    "## 4.1.2. 相容性\n\n## `<buffer>` Section\n\n## Über uns\n\n## 識別項\n\n## 識別項\n";

  test.each([
    ["4.1.2.-xiang-rong-xing", "id-4.1.2.-xiang-rong-xing"],
    ["id-4.1.2.-相容性", "id-4.1.2.-xiang-rong-xing"],
    ["412-相容性", "id-4.1.2.-xiang-rong-xing"],
    ["less-than-buffer-greater-than-section", "less-than-buffer-greater-than-section"],
    ["buffer-section", "less-than-buffer-greater-than-section"],
    ["über-uns", "uber-uns"],
    ["識別項-1", "shi-bie-xiang-1"],
  ])("#%s leads to #%s", (written, id) => {
    expect(findAnchor(anchorsIn(titles), written)?.id).toBe(id);
  });

  test("stored documents with former ids have current ones", () => {
    const present = anchorsIn(titles);
    const former = ["id-4.1.2.-相容性", "buffer-section", "über-uns", "識別項", "識別項-1"];
    const stored = present.map((anchor, at) => ({ ...anchor, id: former[at] ?? "" }));
    expect(withPresentIds(stored)).toEqual(present);
    expect(withPresentIds(present)).toEqual(present);
    expect(present.map(findFormerId)).toEqual(former);
  });
});

test.each<[readonly (readonly [id: string, title: string])[], readonly string[]]>([
  [[["...", "…"]], ["..."]],
  [[["x", "<x>"]], ["less-than-x-greater-than"]],
  [
    [
      ["-x", ""],
      ["", ""],
    ],
    ["-x", ""],
  ],
  [
    [
      ["-x", "🙂"],
      ["", "🙂"],
    ],
    ["-x", ""],
  ],
  [
    [
      ["...-1", "…"],
      ["...", "…"],
    ],
    ["...-1", "..."],
  ],
  [
    [
      ["...-x", "…"],
      ["...", "…"],
    ],
    ["...-x", "...-1"],
  ],
  [
    [
      ["given", "…"],
      ["...", "…"],
    ],
    ["given", "..."],
  ],
  [
    [
      ["uber", "Über"],
      ["über", "Über"],
      ["über-1", "Über"],
    ],
    ["uber", "uber-1", "uber-2"],
  ],
  [
    [
      ["uber-x", "Über"],
      ["über", "Über"],
    ],
    ["uber-x", "uber-1"],
  ],
  [
    [
      ["given", "Über"],
      ["über", "Über"],
    ],
    ["given", "uber"],
  ],
  [[["über-2", "Über"]], ["über-2"]],
])("the stored ids of %j are %j now", (stored, ids) => {
  const anchors = stored.map(([id, title]) => ({ id, title }));
  const present = withPresentIds(anchors);
  expect(present.map(({ id }) => id)).toEqual(ids);
  expect(present.map(({ title }) => title)).toEqual(stored.map(([, title]) => title));
  expect(present === anchors).toBe(stored.every(([id], at) => id === ids[at]));
});
