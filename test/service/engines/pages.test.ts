import { expect, it } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { toCanonicalText } from "../../../src/json/canonical.ts";
import { countCharacters, findOperations, writeHtml } from "../../../src/service/engines/pages.ts";
import { buildBlock, buildInline, buildText } from "../../support/generators/nodes.ts";

const asker = { caller: "a site", db: {} };
const toDocument = (...nodes: Node[]) => JSON.stringify({ object: "document", data: {}, nodes });
const paragraph = (...nodes: Node[]) => buildBlock("paragraph", {}, nodes);
const ref = { kind: "reusable-content", reusableContent: "r", space: "s" } as const;
const include = toDocument(buildBlock("reusable-content", { ref }));

/** @param long the value of an expression */
async function write(body: string, included: readonly string[], long = "") {
  const contents = included.map((body) => ({ reference: toCanonicalText(ref), body }));
  const scope = { page: { long } };
  const request = { body, included: contents, scope, targets: [], operations: [] };
  return (await writeHtml(request, asker)).html;
}

it("a page is rendered with its reusable contents", async () => {
  expect(await write(include, [toDocument(paragraph(buildText("Tea")))])).toBe("<p>Tea</p>");
});

it("the length of a page includes that of its reusable contents", () => {
  expect(countCharacters({ body: "12345", included: [] })).toBe(5);
  const included = [
    { reference: "a", body: "123" },
    { reference: "b", body: "1" },
  ];
  expect(countCharacters({ body: "12345", included })).toBe(9);
});

it("a page whose value is too long is refused", async () => {
  const body = toDocument(paragraph(buildInline("expression", { expression: "page.long" })));
  expect(await write(body, [], "x".repeat(65_536))).toContain("xxx");
  await expect(write(body, [], "x".repeat(65_537))).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/^The page is too large\. .*expression/),
  });
});

it("the operations of a specification are found, and others are null", async () => {
  const specification = {
    ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
    paths: { "/pets": { get: { summary: "List pets", responses: {} } } },
  };
  const request = {
    filesystem: JSON.stringify({ "openapi.json": specification }),
    wanted: [
      { path: "/pets", method: "GET" },
      { path: "/pets", method: "post" },
      { path: "/nosuch", method: "get" },
    ],
  };
  const [list, ...others] = await findOperations(request, asker);
  expect(list?.operation).toMatchObject({ summary: "List pets" });
  expect(others.map(({ operation }) => operation)).toEqual([null, null]);
});
