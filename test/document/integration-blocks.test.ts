import { expect, test } from "vitest";
import type { Node } from "../../src/contract/document.model.ts";
import {
  findIntegrationBlock,
  findIntegrationBlocks,
  getBlockKey,
} from "../../src/document/integration-blocks.ts";

const unfurl = (url: string) => ({ action: "@link.unfurl", url });
const integration = { integration: "i", block: "b" };

test.each<[object, object | undefined]>([
  [
    { type: "tag", data: { tag: '@i/b size="2"' } },
    { ...integration, props: { size: "2" } },
  ],
  [
    { type: "tag-block", data: { tag: '@i/b url="https://a" size="2"' } },
    {
      ...integration,
      props: { url: "https://a", size: "2" },
      url: "https://a",
      action: unfurl("https://a"),
    },
  ],
  [{ type: "tag", data: { tag: "i/b" } }, undefined],
  [{ type: "tag", data: { tag: "@i" } }, undefined],
  [{ type: "tag", data: { tag: "@i/b/c" } }, undefined],
  [{ type: "tag" }, undefined],
  [
    { type: "embed", data: { url: "https://a" } },
    { props: {}, url: "https://a", action: unfurl("https://a") },
  ],
  [{ type: "embed", data: { url: 5 } }, undefined],
  [{ type: "embed" }, undefined],
  [{ type: "paragraph", data: { ...integration } }, undefined],
  [{ type: "integration", data: { integration: "i" } }, undefined],
  [{ type: "integration", data: { block: "b" } }, undefined],
  [
    { type: "integration", data: integration },
    { ...integration, props: {} },
  ],
  [
    { type: "integration", data: { ...integration, props: { a: 1 }, url: "u", action: { b: 2 } } },
    { ...integration, props: { a: 1 }, url: "u", action: { b: 2 } },
  ],
  [
    { type: "integration", data: { ...integration, props: [1], url: 5, action: null } },
    { ...integration, props: {} },
  ],
])("%j", (node, block) => {
  const found = findIntegrationBlock(node as Node);
  expect(found).toEqual(block);
  expect(Object.keys(found ?? {}).sort()).toEqual(Object.keys(block ?? {}).sort());
});

test("the distinct blocks of a document are found", () => {
  const block = { object: "block", type: "integration", data: integration };
  const tag = { object: "block", type: "tag", data: { tag: "@i/c" } };
  const embed = { object: "block", type: "embed", data: { url: "https://a" } };
  const find = (...nodes: readonly object[]) =>
    findIntegrationBlocks(JSON.stringify({ object: "document", nodes }));
  expect(find(block, { ...block, nodes: [tag] }, embed, embed)).toEqual([
    { ...integration, props: {} },
    { integration: "i", block: "c", props: {} },
    { props: {}, url: "https://a", action: unfurl("https://a") },
  ]);
  expect([find(tag).length, find(embed).length, find(block).length]).toEqual([1, 1, 1]);
  expect(findIntegrationBlocks("not JSON")).toEqual([]);
});

test("each member distinguishes blocks", () => {
  const base = { integration: "i", block: "b", props: {}, url: "u", action: {} };
  const all = [
    base,
    { ...base, integration: "j" },
    { ...base, block: "c" },
    { ...base, props: { a: 1 } },
    { ...base, url: "v" },
    { ...base, action: { a: 1 } },
    { props: {} },
  ];
  expect(new Set(all.map(getBlockKey)).size).toBe(7);
  expect(getBlockKey({ props: {} })).toBe('["","",{},"",{}]');
});
