import { describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import {
  createLossTest,
  findLostLinks,
  keepLostLinks,
  listReferences,
  resolveWithLost,
} from "../../../../../src/service/areas/git/files/lost-links.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const url = (address: string): ContentReference => ({ kind: "url", url: address });
const to = (id: string): ContentReference => ({ kind: "page", page: id });
const isLost = (ref: ContentReference) => ref.kind === "page" && ref.page.startsWith("gone");

test.each<[string, ContentReference, boolean]>([
  ["a page", to("A"), false],
  ["a page of the repository", to("B"), false],
  ["another page", to("C"), true],
  ["a part of another page", { kind: "anchor", page: "C", anchor: "x" }, true],
  ["a part of the same page", { kind: "anchor", anchor: "x" }, false],
  ["a page of another space", { kind: "page", page: "C", space: "S2" }, false],
  ["a file", { kind: "file", file: "F" }, true],
  ["a reusable content", { kind: "reusable-content", reusableContent: "R" }, true],
  ["a URL", url("c.md"), false],
  ["a present file", { kind: "file", file: "AF" }, false],
  ["a part of a present file", url("/files/AF#page=2"), false],
  ["a part of another file", url("/files/F#page=2"), true],
  ["a present reusable content", { kind: "reusable-content", reusableContent: "AR" }, false],
])("the target of a link can be lost: %s", (_, ref, expected) => {
  const file = { id: "AF", name: "a.png", contentType: "image/png", size: 1, hash: "h" };
  const content = tree([page("top", { pages: [page("A")] })], {
    files: [file as never],
    reusableContents: [{ id: "AR", title: "A" }],
  });
  expect(createLossTest(content, new Set(["B"]))(ref)).toBe(expected);
});

test("the references of a text are listed in order, and none without a text", () => {
  const document = parseMarkdown("[a](a.md) ![](b.png)\n\n[c](c.md)\n");
  expect(listReferences(document)).toEqual([url("a.md"), url("b.png"), url("c.md")]);
  expect(listReferences(undefined)).toEqual([]);
});

describe("the lost links of a file", () => {
  const lost = findLostLinks(
    [url("a.md"), url("b.md"), url("https://x.test"), url("c.md#part"), url("/pages/gone3")],
    [to("A"), to("gone1"), url("https://x.test"), to("gone2"), to("gone3")],
    isLost,
  );

  test("are those whose target does not exist", () => {
    const urls = ["a.md", "b.md", "https://x.test", "c.md#part", "/pages/gone3", "d.md"];
    expect(urls.map(lost.find)).toEqual([
      ...[undefined, to("gone1"), undefined, to("gone2"), to("gone3"), undefined],
    ]);
    expect([to("A"), to("gone1"), to("gone4")].map(lost.findUrl)).toEqual([
      ...[undefined, "b.md", undefined],
    ]);
  });

  test("lead to a new target if there is one", () => {
    const resolve = (ref: ContentReference) =>
      ref.kind === "url" && ref.url === "b.md" ? to("new") : ref;
    const from = resolveWithLost(resolve, lost);
    expect(["b.md", "c.md#part", "d.md"].map((one) => from(url(one)))).toEqual([
      ...[to("new"), to("gone2"), url("d.md")],
    ]);
    expect(resolveWithLost(resolve)(url("c.md#part"))).toEqual(url("c.md#part"));
  });

  test("are written as before", () => {
    const same = (ref: ContentReference) => ref;
    const links = keepLostLinks({ before: same, now: same, written: () => url("new.md") }, lost);
    expect([to("gone1"), to("A")].map(links.written)).toEqual([url("b.md"), url("new.md")]);
    expect([links.before, links.now].map((read) => read(url("b.md")))).toEqual([
      ...[to("gone1"), to("gone1")],
    ]);
  });

  test("are those of URLs, also if another reference has the same target", () => {
    const written = [url("b.md"), to("gone1"), to("gone2")];
    const { find, findUrl } = findLostLinks(
      written,
      [to("gone1"), to("gone1"), to("gone2")],
      isLost,
    );
    expect(find("b.md")).toEqual(to("gone1"));
    expect([to("gone1"), to("gone2")].map(findUrl)).toEqual(["b.md", undefined]);
  });

  test("are unknown if the file has other links than its document", () => {
    expect(
      findLostLinks([url("b.md")], [to("gone1"), to("A")], isLost).find("b.md"),
    ).toBeUndefined();
  });
});
