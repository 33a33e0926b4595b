import { expect, test } from "vitest";
import { getScope } from "../../../../../src/service/areas/content/texts/condition-scope.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const content = tree(
  [
    page("start", {
      title: "Start",
      description: "D",
      variables: { own: 1 },
      pages: [page("next", { slug: "after" })],
    }),
  ],
  { variables: { version: "2" } },
);
const getPage = (id: string) => getTreeIndex(content).pages.get(id);

test("expressions have the values of the page, the space and the visitor", () => {
  const vars = { version: "2" };
  const visitor = { claims: { plan: "pro" } } as never;
  expect(
    getScope({ visitor }, content, getPage("start"), { title: "Guide", language: "de" }),
  ).toEqual({
    page: { title: "Start", description: "D", slug: "start", path: "start", vars: { own: 1 } },
    space: { title: "Guide", language: "de", vars },
    visitor: { claims: { plan: "pro" } },
  });
  const next = getScope({}, content, getPage("next"), { title: "Guide", language: null });
  expect(next).toEqual({
    page: { title: "next", description: undefined, slug: "after", path: "start/after", vars: {} },
    space: { title: "Guide", language: undefined, vars },
    visitor: { claims: {} },
  });
  const shared = getScope({}, content, undefined, { title: "Guide", language: null });
  expect(shared.page).toEqual({});
});
