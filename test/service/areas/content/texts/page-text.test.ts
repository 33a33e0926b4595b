import { expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import { getLinkBase } from "../../../../../src/service/areas/content/links/relative-links.ts";
import { listUrlsInHtml } from "../../../../../src/service/areas/content/texts/page-text.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const content = tree([page("start", { pages: [page("next", { slug: "after" })] })]);

test("URLs in HTML are those that lead to the same content", () => {
  const refs: readonly ContentReference[] = [
    { kind: "url", url: "start/after.md" },
    { kind: "url", url: "https://example.com" },
    { kind: "url", url: "gone.md" },
    { kind: "page", page: "next" },
    { kind: "url", url: "/pages/next#part" },
  ];
  const references = refs.map((ref) => ({ ref, relation: "reference" as const, node: "k" }));
  expect(listUrlsInHtml(references, getLinkBase(content, "start"))).toEqual([
    [{ kind: "page", page: "next" }, "start/after.md"],
    [{ kind: "anchor", anchor: "part", page: "next" }, "/pages/next#part"],
  ]);
});
