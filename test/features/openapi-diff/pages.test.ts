/** Pages that show the operations of a specification. */
import { expect, test } from "vitest";
import { findPagesOfSpecification } from "../../../src/features/openapi-diff/pages.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

function buildLink(slug: string | undefined, ...pageIds: readonly (string | undefined)[]) {
  return {
    targetReference: slug === undefined ? { url: "https://x" } : { openAPISpec: { slug } },
    locationReferences: pageIds.map((id) => (id === undefined ? {} : { page: { id } })),
  };
}

function buildPage(title: string, ...blocks: readonly unknown[]) {
  return { title, document: { nodes: blocks } };
}

const spaces = {
  items: [
    { id: "S1", title: "Guide" },
    { id: "S2", title: "Reference" },
  ],
};
const answers: Readonly<Record<string, unknown>> = {
  "/orgs/O1/spaces": spaces,
  "/spaces/S1/links": {
    items: [
      buildLink("pets", "P1", undefined, "P2"),
      buildLink("pets", "P1"),
      buildLink("cats", "P8"),
      buildLink(undefined, "P9"),
      {},
    ],
  },
  "/spaces/S2/links": { items: [buildLink("pets", "P3"), { ...buildLink("pets"), x: 1 }] },
  "/spaces/S1/content/page/P1": buildPage(
    "Start",
    { type: "openapi", data: { method: "GET", path: "/Pets" } },
    { nodes: [[{ meta: { path: "/pets", method: "post" } }]] },
    { path: "/no-method" },
    { method: "get" },
    { path: 1, method: "get" },
    null,
  ),
  "/spaces/S1/content/page/P2": buildPage("Empty"),
  "/spaces/S2/content/page/P3": buildPage("All", { method: "get", path: "/pets" }),
};

function open(changed: Readonly<Record<string, unknown>> = {}) {
  const all: Readonly<Record<string, unknown>> = { ...answers, ...changed };
  const readPath = (line: string) => line.replace(/^GET /, "").replace(/\?.*/, "");
  return openScriptedContext({ answer: ({ line }) => all[readPath(line)] ?? 404 });
}

test("pages are listed by operation, with their space", async () => {
  const { context, sent, said } = open();
  const titles = await findPagesOfSpecification(context, "O1", "pets");
  expect([...titles.keys()].sort()).toEqual(["get /pets", "post /pets"]);
  expect(titles.get("get /pets")?.toSorted()).toEqual(["All (Reference)", "Start (Guide)"]);
  expect(titles.get("post /pets")).toEqual(["Start (Guide)"]);
  expect(said).toEqual([]);
  const pages = sent.map(String).filter((line) => line.includes("/page/"));
  expect(pages.sort()).toEqual([
    "GET /spaces/S1/content/page/P1?format=document",
    "GET /spaces/S1/content/page/P2?format=document",
    "GET /spaces/S2/content/page/P3?format=document",
  ]);
});

test("a specification that no page shows has none", async () => {
  const { context, sent } = open();
  expect([...(await findPagesOfSpecification(context, "O1", "dogs"))]).toEqual([]);
  expect(sent.map(String).filter((line) => line.includes("/page/"))).toEqual([]);
});

test.each([
  ["/orgs/O1/spaces", "the spaces", {}],
  ["/spaces/S1/links", 'the links of "Guide"', { "get /pets": ["All (Reference)"] }],
  [
    "/spaces/S2/content/page/P3",
    'a page of "Reference"',
    { "get /pets": ["Start (Guide)"], "post /pets": ["Start (Guide)"] },
  ],
])("what cannot be read is named: %s", async (path, list, expected) => {
  const { context, said } = open({ [path]: 403 });
  const titles = await findPagesOfSpecification(context, "O1", "pets");
  expect(Object.fromEntries(titles)).toEqual(expected);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^note: Pages may be missing because .* could not be read \(.*\)$/);
  expect(said[0]).toContain(`because ${list} could not be read (Answered with 403.`);
});
